import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, inflateSync } from 'node:zlib';
import { writeAss } from '#captions/ass.ts';
import { fontReads, linkFonts } from '#captions/font-folder.ts';
import type { CaptionPosition } from '#captions/position.ts';
import type { Platform } from '#captions/safe-zones.ts';
import { filter } from '#ffmpeg/filter.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import { probe } from '#ffmpeg/probe.ts';
import { runFfmpeg } from '#ffmpeg/run.ts';
import { addAigcXmp, aigcXmp, type Aigc, readAigcXmp } from '#labels/aigc.ts';
import { DEFAULT_AI_MARK, layoutAiMark } from '#labels/mark.ts';

const JPEG = Buffer.from([0xff, 0xd8]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG_HEAD_BYTES = PNG.length + 25;
const SEGMENT_MAX = 65_533;
/** A picture has some dozens of segments or chunks; ten megabytes of empty ones would be looked through for a second. */
const STEPS_MAX = 20_000;
/** Longer texts stay as they are; a packed one of a few kilobytes can unpack to gigabytes. */
const TEXT_BYTES_MAX = 1_000_000;
const JPEG_XMP = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');
const PNG_XMP = Buffer.from('XML:com.adobe.xmp\0', 'latin1');

/** Bytes `from` up to, not including, `to` of a file make way for others. */
export type Splice = { from: number; to: number; bytes: Buffer };

/** A JPEG or PNG with the hidden label in it. The picture itself is not encoded anew. */
export function labelPicture(picture: Buffer, label: Aigc): Buffer {
  const { from, to, bytes } = spliceLabel(picture, label);
  return Buffer.concat([picture.subarray(0, from), bytes, picture.subarray(to)]);
}

/** What has to change in a JPEG or PNG for it to carry the label. What else its XMP tells stays. */
export function spliceLabel(picture: Buffer, label: Aigc): Splice {
  const place = placeOf(picture);
  if (!place) throw new Error('Only JPEG and PNG pictures can be labelled');
  const { from, to, xmp, wrap, start } = place;
  const merged = xmp === null ? null : wrap(Buffer.from(addAigcXmp(xmp, label)));
  if (merged) return { from, to, bytes: merged };
  const own = wrap(Buffer.from(aigcXmp(label)));
  if (!own) throw new Error('The label does not fit into a segment');
  return { from: start, to: start, bytes: own };
}

/** The label that a JPEG or PNG carries; undefined when it has none, or is neither. */
export function readPictureLabel(picture: Buffer): Aigc | undefined {
  const xmp = placeOf(picture)?.xmp;
  return xmp ? readAigcXmp(xmp) : undefined;
}

/** Where the XMP is, if there is any, and where a new one goes; `wrap` gives null when it is too long. */
type Place = {
  from: number;
  to: number;
  xmp: string | null;
  start: number;
  wrap(xmp: Buffer): Buffer | null;
};

function placeOf(picture: Buffer): Place | null {
  if (picture.subarray(0, JPEG.length).equals(JPEG)) return placeInJpeg(picture);
  return picture.subarray(0, PNG.length).equals(PNG) ? placeInPng(picture) : null;
}

function placeInJpeg(bytes: Buffer): Place {
  // Behind the JFIF header, which has to come first where there is one.
  const isJfif = bytes[2] === 0xff && bytes[3] === 0xe0;
  const start = isJfif ? Math.min(4 + bytes.readUInt16BE(4), bytes.length) : JPEG.length;
  const none = { from: start, to: start, xmp: null, start, wrap: jpegSegment };
  let at: number = JPEG.length;
  for (let n = 0; n < STEPS_MAX && at + 4 <= bytes.length && bytes[at] === 0xff; n += 1) {
    const kind = bytes[at + 1]!;
    if (kind === 0xff) {
      // A byte that only fills.
      at += 1;
      continue;
    }
    // The picture begins.
    if (kind === 0xda || kind === 0xd9) return none;
    const to = Math.min(at + 2 + bytes.readUInt16BE(at + 2), bytes.length);
    const body = bytes.subarray(at + 4, to);
    if (kind === 0xe1 && body.subarray(0, JPEG_XMP.length).equals(JPEG_XMP)) {
      return { ...none, from: at, to, xmp: body.toString('utf8', JPEG_XMP.length) };
    }
    at = to;
  }
  return none;
}

function jpegSegment(xmp: Buffer): Buffer | null {
  const body = Buffer.concat([JPEG_XMP, xmp]);
  if (body.length > SEGMENT_MAX) return null;
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

function placeInPng(bytes: Buffer): Place {
  const start = PNG_HEAD_BYTES;
  for (let at: number = PNG.length, n = 0; n < STEPS_MAX && at + 12 <= bytes.length; n += 1) {
    const to = Math.min(at + 12 + bytes.readUInt32BE(at), bytes.length);
    const body = bytes.subarray(at + 8, to - 4);
    if (bytes.toString('latin1', at + 4, at + 8) === 'iTXt' && body.subarray(0, PNG_XMP.length).equals(PNG_XMP)) {
      return { from: at, to, xmp: pngText(body.subarray(PNG_XMP.length)), start, wrap: pngChunk };
    }
    at = to;
  }
  return { from: start, to: start, xmp: null, start, wrap: pngChunk };
}

/** Whether it is packed, how, a language and a translated name, both ended by a zero; then the text. */
function pngText(body: Buffer): string | null {
  const at = body.indexOf(0, body.indexOf(0, 2) + 1) + 1;
  if (at < 4) return null;
  if (body.length > TEXT_BYTES_MAX) return null;
  try {
    return (
      body[0] === 1 ? inflateSync(body.subarray(at), { maxOutputLength: TEXT_BYTES_MAX }) : body.subarray(at)
    ).toString('utf8');
  } catch {
    return null;
  }
}

function pngChunk(xmp: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iTXt', 'latin1'), PNG_XMP, Buffer.alloc(4), xmp]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The picture with the visible notice, in the folder: as JPEG, or as PNG with what is transparent in it. */
export async function markPicture(
  tools: Tools,
  path: string,
  {
    folder,
    position = DEFAULT_AI_MARK.position,
    platform = 'none',
    format = 'jpg',
    signal,
  }: {
    folder: string;
    position?: CaptionPosition;
    platform?: Platform;
    format?: 'jpg' | 'png';
    signal?: AbortSignal;
  },
): Promise<string> {
  const { video } = await probe(tools, path, signal ? { signal } : {});
  const canvas = { width: video?.width ?? 0, height: video?.height ?? 0 };
  const mark = layoutAiMark({ ...DEFAULT_AI_MARK, position, platform }, canvas);
  if (!mark) throw new Error('The notice shows from the first picture on');
  const { text, fontIds } = writeAss(canvas, [mark]);
  const [assPath, marked] = [join(folder, 'notice.ass'), join(folder, `marked.${format}`)];
  await writeFile(assPath, text);
  const fontsDir = await linkFonts(fontIds, folder);
  const [isPng, over] = [format === 'png', { filename: assPath, fontsdir: fontsDir }];
  const drawn = isPng
    ? `format=rgba,${filter('ass', { ...over, alpha: 1 })}`
    : `format=gbrp,${filter('ass', over)},scale=out_range=pc,format=yuvj420p`;
  await runFfmpeg(
    tools,
    [
      ['-i', path],
      ['-vf', drawn, ...(isPng ? [] : ['-q:v', 3]), '-frames:v', 1, '-update', 1],
      ['-f', 'image2', marked],
    ],
    { folder, reads: fontReads(fontsDir), ...(signal && { signal }) },
  );
  return marked;
}
