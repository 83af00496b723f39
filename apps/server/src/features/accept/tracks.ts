import type { ReadAt } from './sniff-media.ts';

const BOXES_MAX = 5000;
const INSIDE = new Set(['moov', 'trak', 'mdia']);

/** Which kinds of tracks an MP4 or MOV lists (`vide`, `soun`); empty when its index is not found. */
export async function readTracks(readAt: ReadAt, bytes: number): Promise<Set<string>> {
  const tracks = new Set<string>();
  let at = 0;
  for (let n = 0; n < BOXES_MAX && at + 8 <= bytes; n += 1) {
    const box = await readAt(at, 20);
    if (box.length < 8) break;
    const type = box.toString('latin1', 4, 8);
    const isLong = box.readUInt32BE(0) === 1;
    const size = isLong && box.length >= 16 ? Number(box.readBigUInt64BE(8)) : box.readUInt32BE(0);
    if (type === 'hdlr' && box.length === 20) tracks.add(box.toString('latin1', 16, 20));
    if (INSIDE.has(type)) at += isLong ? 16 : 8;
    else if (size < 8) break;
    else at += size;
  }
  return tracks;
}

/** How many bytes a table of colours takes. */
function tableOf(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Whether a GIF has more than one picture. */
export function isMovingGif(bytes: Buffer): boolean {
  let [at, pictures] = [13 + tableOf(bytes[10] ?? 0), 0];
  const skipBlocks = () => {
    while (at < bytes.length && bytes[at] !== 0) at += bytes[at]! + 1;
    at += 1;
  };
  while (at < bytes.length) {
    const mark = bytes[at];
    if (mark === 0x2c) {
      pictures += 1;
      if (pictures > 1) return true;
      at += 11 + tableOf(bytes[at + 9] ?? 0);
      skipBlocks();
    } else if (mark === 0x21) {
      at += 2;
      skipBlocks();
    } else return false;
  }
  return false;
}
