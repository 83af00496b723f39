import type { ReadAt } from './sniff-media.ts';

const BOXES_MAX = 1000;
const MKV_HEAD_BYTES = 256 * 1024;

/**
 * How long a video's header says it is, in seconds; null when that is not found at once. Analysis measures it anyway:
 * this only keeps what is far too long from being stored first.
 */
export async function readSaidDuration(readAt: ReadAt, bytes: number): Promise<number | null> {
  const head = await readAt(0, 8);
  return head.length >= 4 && head.readUInt32BE(0) === 0x1a45dfa3 ? readMatroska(readAt) : readMovie(readAt, bytes);
}

/** MP4 and MOV: `mvhd` in `moov`, which may stand at the end. */
async function readMovie(readAt: ReadAt, bytes: number): Promise<number | null> {
  let [at, end] = [0, bytes];
  for (let n = 0; n < BOXES_MAX && at + 8 <= end; n += 1) {
    const box = await readAt(at, 48);
    if (box.length < 8) return null;
    const type = box.toString('latin1', 4, 8);
    let size = box.readUInt32BE(0);
    if (size === 1 && box.length >= 16) size = Number(box.readBigUInt64BE(8));
    if (size === 0) size = end - at;
    if (type === 'mvhd') return readMvhd(box);
    if (type === 'moov') {
      end = Math.min(end, at + size);
      at += box.readUInt32BE(0) === 1 ? 16 : 8;
    } else if (size < 8) return null;
    else at += size;
  }
  return null;
}

function readMvhd(box: Buffer): number | null {
  const isLong = box[8] === 1;
  if (box.length < (isLong ? 40 : 28)) return null;
  const scale = box.readUInt32BE(isLong ? 28 : 20);
  const duration = isLong ? Number(box.readBigUInt64BE(32)) : box.readUInt32BE(24);
  const isUnknown = duration === 0xffffffff || duration >= 2 ** 63;
  return scale > 0 && !isUnknown ? duration / scale : null;
}

/** Matroska: `Duration` (0x4489, a float) in units of `TimestampScale` (0x2AD7B1, nanoseconds, usually a million). */
async function readMatroska(readAt: ReadAt): Promise<number | null> {
  const head = await readAt(0, MKV_HEAD_BYTES);
  const info = head.indexOf(Buffer.from([0x15, 0x49, 0xa9, 0x66]));
  if (info < 0) return null;
  const part = head.subarray(info, info + 4096);
  const scaleAt = part.indexOf(Buffer.from([0x2a, 0xd7, 0xb1]));
  const scaleLength = scaleAt < 0 ? 0 : (part[scaleAt + 3] ?? 0) & 0x7f;
  const scale = scaleLength > 0 && scaleLength <= 6 ? part.readUIntBE(scaleAt + 4, scaleLength) : 1_000_000;
  for (const length of [8, 4]) {
    const at = part.indexOf(Buffer.from([0x44, 0x89, 0x80 | length]));
    if (at < 0 || at + 3 + length > part.length) continue;
    const duration = length === 8 ? part.readDoubleBE(at + 3) : part.readFloatBE(at + 3);
    return Number.isFinite(duration) && duration >= 0 ? (duration * scale) / 1e9 : null;
  }
  return null;
}
