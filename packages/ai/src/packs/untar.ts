import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { PackError } from '#packs/errors.ts';
import type { PackFile } from '#packs/manifest.ts';

const BLOCK = 512;
/** What a tarball may unpack to, whatever we want of it: a gzip bomb ends here. */
const MOST_BYTES = 1.5e9;
const MOST_NAME_BYTES = 64_000;

/**
 * Writes the wanted files of a tarball into a folder and checks the hash of each.
 *
 * Nothing the tarball says decides where anything is written: an entry is compared with the wanted paths, must be a
 * plain file of the pinned size, and goes to the name that our own manifest gives it. Links, devices and paths that
 * climb are just entries nobody wants.
 */
export async function untar(tarball: string, files: PackFile[], folder: string, signal?: AbortSignal): Promise<void> {
  const wanted = new Map(files.map((file) => [file.path, file]));
  const entries = readEntries(wanted, folder);
  try {
    await pipeline(
      createReadStream(tarball, { highWaterMark: 1 << 20 }),
      createGunzip(),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) await entries.push(chunk);
      },
      { signal },
    );
  } catch (error) {
    if (/incorrect header|incorrect data|unexpected end|invalid/i.test(String(error))) {
      throw new PackError('damaged', `${tarball}: ${String(error)}`, { cause: error });
    }
    throw error;
  } finally {
    await entries.close();
  }
  if (wanted.size > 0) throw new PackError('damaged', `${tarball} lacks ${[...wanted.keys()].join(', ')}`);
}

type Entry = { left: number; padding: number; file?: OpenFile; name?: Buffer[] };
type OpenFile = { handle: FileHandle; hash: Hash; wanted: PackFile };

function readEntries(wanted: Map<string, PackFile>, folder: string) {
  let pending = Buffer.alloc(0);
  let entry: Entry | undefined;
  let longName: string | undefined;
  let total = 0;

  async function begin(header: Buffer): Promise<Entry> {
    const size = readNumber(header.subarray(124, 136));
    const type = String.fromCharCode(header[156] ?? 0);
    const padding = (BLOCK - (size % BLOCK)) % BLOCK;
    if (type === 'x' || type === 'L') {
      if (size > MOST_NAME_BYTES) throw new PackError('damaged', `a name of ${size} bytes`);
      return { left: size, padding, name: [] };
    }
    const path = (longName ?? readName(header)).replace(/^[^/]+\//, '');
    longName = undefined;
    const file = wanted.get(path);
    if (!file) return { left: size, padding };
    if (type !== '0' && type !== '\0') throw new PackError('damaged', `${path} is not a plain file`);
    if (size !== file.bytes) throw new PackError('damaged', `${path} has ${size} bytes, not ${file.bytes}`);
    const target = join(folder, file.to);
    await mkdir(dirname(target), { recursive: true });
    const handle = await open(target, 'wx');
    return { left: size, padding, file: { handle, hash: createHash('sha256'), wanted: file } };
  }

  async function end({ file, name }: Entry): Promise<void> {
    if (name) longName = parseLongName(Buffer.concat(name)) ?? longName;
    if (!file) return;
    await file.handle.close();
    if (file.hash.digest('hex') !== file.wanted.sha256) throw new PackError('damaged', `${file.wanted.path}: sha256`);
    wanted.delete(file.wanted.path);
  }

  return {
    async push(chunk: Buffer): Promise<void> {
      total += chunk.length;
      if (total > MOST_BYTES) throw new PackError('damaged', 'unpacks to more than any pack has');
      let rest = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk;
      while (rest.length > 0) {
        if (!entry) {
          if (rest.length < BLOCK) break;
          const header = rest.subarray(0, BLOCK);
          rest = rest.subarray(BLOCK);
          if (header[0] !== 0) entry = await begin(header);
        } else if (entry.left > 0) {
          const piece = rest.subarray(0, entry.left);
          rest = rest.subarray(piece.length);
          entry.left -= piece.length;
          entry.name?.push(piece);
          entry.file?.hash.update(piece);
          await entry.file?.handle.writeFile(piece);
        }
        if (entry?.left === 0) {
          if (rest.length < entry.padding) break;
          rest = rest.subarray(entry.padding);
          const finished = entry;
          entry = undefined;
          await end(finished);
        }
      }
      pending = Buffer.from(rest);
    },

    async close(): Promise<void> {
      await entry?.file?.handle.close().catch(() => undefined);
    },
  };
}

function readNumber(field: Buffer): number {
  // Sizes beyond 8 GB are written in binary; no pack has them.
  const size = Number.parseInt(field.toString('latin1').replaceAll('\0', ' ').trim() || '0', 8);
  if (!Number.isSafeInteger(size) || size < 0 || size > MOST_BYTES) throw new PackError('damaged', 'size of an entry');
  return size;
}

function readName(header: Buffer): string {
  const text = (from: number, to: number) => header.subarray(from, to).toString('utf8').replace(/\0.*$/s, '');
  const prefix = text(257, 262) === 'ustar' ? text(345, 500) : '';
  return prefix ? `${prefix}/${text(0, 100)}` : text(0, 100);
}

/** A pax record (`27 path=package/a.txt\n`) or GNU's plain long name. */
function parseLongName(data: Buffer): string | undefined {
  const text = data.toString('utf8');
  const pax = /^\d+ path=(.*)$/m.exec(text)?.[1];
  if (pax !== undefined) return pax;
  return /^\d+ [A-Za-z.]+=/.test(text) ? undefined : text.replace(/\0.*$/s, '');
}
