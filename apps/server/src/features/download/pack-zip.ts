import type { Part } from '#storage/storage.ts';

/** One file of an archive: bytes that are at hand, a stored content, or a local file that will never change. */
export type ZipMember = {
  name: string;
  bytes: number;
  crc32: number;
  modified_at: Date;
  content: Buffer | { sha256: string } | { path: string };
};

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const EXTRA_64 = 0x0001;
const EXTRA_TIME = 0x5455;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** Written as on Unix, by version 4.5; read by version 2.0, or by 4.5 where there are long numbers. */
const MADE_BY = (3 << 8) | 45;
const PLAIN = 20;
const LONG = 45;
const FILE_MODE = 0o100644;
const MOST_32 = 0xffff_ffff;
const MOST_16 = 0xffff;

/**
 * An archive as the stretches it consists of, none of its files read: their checksums are known, nothing is compressed.
 * So it costs no disk, every byte of it has its place before it is asked for, and a download goes on wherever it broke off.
 */
export function packZip(members: ZipMember[]): Part[] {
  const parts: Part[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const member of members) {
    const head = localHeader(member);
    directory.push(centralHeader(member, at));
    parts.push(head);
    if (member.bytes > 0) parts.push(contentOf(member));
    at += head.length + member.bytes;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  return joined([...parts, ...directory, endOf({ count: members.length, size, at })]);
}

export function sizeOf(parts: Part[]): number {
  return parts.reduce((sum, part) => sum + (Buffer.isBuffer(part) ? part.length : part.size), 0);
}

function contentOf({ content, bytes }: ZipMember): Part {
  if (!Buffer.isBuffer(content)) return { ...content, start: 0, size: bytes };
  if (content.length !== bytes) throw new Error(`${content.length} bytes are not ${bytes}`);
  return content;
}

function localHeader({ name, bytes, crc32, modified_at }: ZipMember): Buffer {
  const isLong = bytes >= MOST_32;
  const encoded = Buffer.from(name);
  const extra = Buffer.concat([...(isLong ? [longNumbers([bytes, bytes])] : []), timeExtra(modified_at)]);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(LOCAL, 0);
  head.writeUInt16LE(isLong ? LONG : PLAIN, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt32LE(dosTime(modified_at), 10);
  head.writeUInt32LE(crc32, 14);
  head.writeUInt32LE(isLong ? MOST_32 : bytes, 18);
  head.writeUInt32LE(isLong ? MOST_32 : bytes, 22);
  head.writeUInt16LE(encoded.length, 26);
  head.writeUInt16LE(extra.length, 28);
  return Buffer.concat([head, encoded, extra]);
}

function centralHeader({ name, bytes, crc32, modified_at }: ZipMember, at: number): Buffer {
  const [isLong, isFar] = [bytes >= MOST_32, at >= MOST_32];
  const encoded = Buffer.from(name);
  const long = [...(isLong ? [bytes, bytes] : []), ...(isFar ? [at] : [])];
  const extra = Buffer.concat([...(long.length > 0 ? [longNumbers(long)] : []), timeExtra(modified_at)]);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(CENTRAL, 0);
  head.writeUInt16LE(MADE_BY, 4);
  head.writeUInt16LE(isLong || isFar ? LONG : PLAIN, 6);
  head.writeUInt16LE(FLAGS, 8);
  head.writeUInt32LE(dosTime(modified_at), 12);
  head.writeUInt32LE(crc32, 16);
  head.writeUInt32LE(isLong ? MOST_32 : bytes, 20);
  head.writeUInt32LE(isLong ? MOST_32 : bytes, 24);
  head.writeUInt16LE(encoded.length, 28);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt32LE((FILE_MODE << 16) >>> 0, 38);
  head.writeUInt32LE(isFar ? MOST_32 : at, 42);
  return Buffer.concat([head, encoded, extra]);
}

function endOf({ count, size, at }: { count: number; size: number; at: number }): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(Math.min(count, MOST_16), 8);
  end.writeUInt16LE(Math.min(count, MOST_16), 10);
  end.writeUInt32LE(Math.min(size, MOST_32), 12);
  end.writeUInt32LE(Math.min(at, MOST_32), 16);
  if (count < MOST_16 && size < MOST_32 && at < MOST_32) return end;

  const record = Buffer.alloc(56);
  record.writeUInt32LE(END_64, 0);
  record.writeBigUInt64LE(BigInt(record.length - 12), 4);
  record.writeUInt16LE(MADE_BY, 12);
  record.writeUInt16LE(LONG, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(at), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(LOCATOR_64, 0);
  locator.writeBigUInt64LE(BigInt(at + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator, end]);
}

function longNumbers(values: number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * values.length);
  extra.writeUInt16LE(EXTRA_64, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  values.forEach((value, n) => extra.writeBigUInt64LE(BigInt(value), 4 + 8 * n));
  return extra;
}

/** The moment itself, beside the wall clock of the old field, which knows no time zone. */
function timeExtra(time: Date): Buffer {
  const extra = Buffer.alloc(9);
  extra.writeUInt16LE(EXTRA_TIME, 0);
  extra.writeUInt16LE(5, 2);
  extra.writeUInt8(1, 4);
  extra.writeInt32LE(Math.floor(time.getTime() / 1000), 5);
  return extra;
}

/** Date above, time below, in steps of two seconds, from 1980 on. */
function dosTime(time: Date): number {
  const year = Math.max(0, time.getFullYear() - 1980);
  const date = (year << 9) | ((time.getMonth() + 1) << 5) | time.getDate();
  const clock = (time.getHours() << 11) | (time.getMinutes() << 5) | (time.getSeconds() >> 1);
  return ((date << 16) | clock) >>> 0;
}

/** Neighbouring buffers as one: the list of stretches is kept with the archive. */
function joined(parts: Part[]): Part[] {
  const runs: (Buffer[] | Exclude<Part, Buffer>)[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (!Buffer.isBuffer(part)) runs.push(part);
    else if (Array.isArray(last)) last.push(part);
    else runs.push([part]);
  }
  return runs.map((run) => (Array.isArray(run) ? Buffer.concat(run) : run));
}
