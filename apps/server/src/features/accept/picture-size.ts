import type { ReadAt } from './sniff-media.ts';

export type PictureSize = { width: number; height: number };

const SEGMENTS_MAX = 1000;

/** The size that a picture says it has, without unpacking any of it. Null when it does not say. */
export async function readPictureSize(readAt: ReadAt): Promise<PictureSize | null> {
  const head = await readAt(0, 32);
  if (head.length >= 24 && head.toString('latin1', 12, 16) === 'IHDR') {
    return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  }
  if (head[0] === 0xff && head[1] === 0xd8) return readJpegSize(readAt);
  const text = head.toString('latin1');
  if (text.startsWith('GIF8')) return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
  if (text.slice(8, 12) === 'WEBP') return readWebpSize(head, text.slice(12, 16));
  return text.slice(4, 8) === 'ftyp' ? readHeifSize(readAt) : null;
}

function readWebpSize(head: Buffer, form: string): PictureSize | null {
  if (head.length < 30) return null;
  if (form === 'VP8X') return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  if (form === 'VP8 ') return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
  if (form !== 'VP8L') return null;
  const bits = head.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}

const HEIF_HEAD_BYTES = 256 * 1024;

/** The largest sides in it: the picture itself, not its tiles and not its thumbnail. */
async function readHeifSize(readAt: ReadAt): Promise<PictureSize | null> {
  const head = await readAt(0, HEIF_HEAD_BYTES);
  const sides: PictureSize[] = [];
  for (let at = head.indexOf('ispe'); at >= 0 && at + 16 <= head.length; at = head.indexOf('ispe', at + 4)) {
    sides.push({ width: head.readUInt32BE(at + 8), height: head.readUInt32BE(at + 12) });
  }
  const most = (side: keyof PictureSize) => Math.max(...sides.map((size) => size[side]));
  return sides.length > 0 ? { width: most('width'), height: most('height') } : null;
}

/** Segment after segment, each with its length, until the one that begins a frame. */
async function readJpegSize(readAt: ReadAt): Promise<PictureSize | null> {
  for (let at = 2, n = 0; n < SEGMENTS_MAX; n += 1) {
    const segment = await readAt(at, 9);
    const [mark = 0, type = 0] = segment;
    if (mark !== 0xff || segment.length < 9) return null;
    // Padding before a marker.
    if (type === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = type >= 0xc0 && type <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(type);
    if (isFrame) return { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) };
    at += 2 + segment.readUInt16BE(2);
  }
  return null;
}
