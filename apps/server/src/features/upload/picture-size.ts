import type { ReadAt } from './sniff-media.ts';

export type PictureSize = { width: number; height: number };

const SEGMENTS_MAX = 1000;

/** The size that a PNG or a JPEG says it has, without unpacking any of it. Null when it does not say. */
export async function readPictureSize(readAt: ReadAt): Promise<PictureSize | null> {
  const head = await readAt(0, 32);
  if (head.length >= 24 && head.toString('latin1', 12, 16) === 'IHDR') {
    return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  }
  return head[0] === 0xff && head[1] === 0xd8 ? readJpegSize(readAt) : null;
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
