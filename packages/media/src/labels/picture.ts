import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { writeAss } from '#captions/ass.ts';
import { linkFonts } from '#captions/font-folder.ts';
import type { GridCell } from '#captions/position.ts';
import type { Platform } from '#captions/safe-zones.ts';
import { filter } from '#ffmpeg/filter.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import { probe } from '#ffmpeg/probe.ts';
import { runFfmpeg } from '#ffmpeg/run.ts';
import { aigcXmp, type Aigc } from '#labels/aigc.ts';
import { DEFAULT_AI_MARK, layoutAiMark } from '#labels/mark.ts';

const JPEG = Buffer.from([0xff, 0xd8]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG_HEAD_BYTES = PNG.length + 25;

/** A JPEG or PNG with the hidden label in it. The picture itself is not encoded anew. */
export function labelPicture(bytes: Buffer, label: Aigc): Buffer {
  const xmp = Buffer.from(aigcXmp(label));
  if (bytes.subarray(0, 2).equals(JPEG)) {
    const at = jpegStart(bytes);
    return Buffer.concat([bytes.subarray(0, at), jpegXmp(xmp), bytes.subarray(at)]);
  }
  if (bytes.subarray(0, PNG.length).equals(PNG)) {
    return Buffer.concat([bytes.subarray(0, PNG_HEAD_BYTES), pngXmp(xmp), bytes.subarray(PNG_HEAD_BYTES)]);
  }
  throw new Error('Only JPEG and PNG pictures can be labelled');
}

/** Behind the JFIF header, which has to come first where there is one. */
function jpegStart(bytes: Buffer): number {
  const isJfif = bytes[2] === 0xff && bytes[3] === 0xe0;
  return isJfif ? 4 + bytes.readUInt16BE(4) : 2;
}

function jpegXmp(xmp: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1'), xmp]);
  if (body.length > 65_533) throw new Error('The label does not fit into a segment');
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

function pngXmp(xmp: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iTXtXML:com.adobe.xmp\0\0\0\0\0', 'latin1'), xmp]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The picture with the visible notice in a corner, as a JPEG in the folder. */
export async function markPicture(
  tools: Tools,
  path: string,
  {
    folder,
    cell = 7,
    platform = 'none',
    signal,
  }: { folder: string; cell?: GridCell; platform?: Platform; signal?: AbortSignal },
): Promise<string> {
  const { video } = await probe(tools, path, signal ? { signal } : {});
  const canvas = { width: video?.width ?? 0, height: video?.height ?? 0 };
  const mark = layoutAiMark({ ...DEFAULT_AI_MARK, position: { kind: 'grid', cell }, platform }, canvas);
  if (!mark) throw new Error('The notice shows from the first picture on');
  const { text, fontIds } = writeAss(canvas, [mark]);
  const [assPath, marked] = [join(folder, 'notice.ass'), join(folder, 'marked.jpg')];
  await writeFile(assPath, text);
  const { fontsDir } = await linkFonts(fontIds, folder);
  const drawn = `format=gbrp,${filter('ass', { filename: assPath, fontsdir: fontsDir })}`;
  await runFfmpeg(
    tools,
    [
      ['-i', path],
      ['-vf', `${drawn},scale=out_range=pc,format=yuvj420p`, '-q:v', 3, '-frames:v', 1, '-update', 1],
      ['-f', 'image2', marked],
    ],
    signal ? { signal } : {},
  );
  return marked;
}
