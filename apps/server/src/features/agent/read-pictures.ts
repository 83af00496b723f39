import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@mixreel/contract';
import { FfmpegError, inFolder, runFfmpeg, SourceError } from '@mixreel/media';
import type { App } from '#context.ts';
import { askModel } from '#features/ai/refusal.ts';
import type { Foreign } from '#features/foreign/foreign.ts';

const PAGES_MAX = 20;
/** Letters of a sheet are read well at this size; larger takes longer. */
const SIDE_MAX = 2000;
const TOLD = '文字是从图片里认出来的，请对着原图核对价格和数字';

export function isPicture(file_name: string): boolean {
  return /\.(?:jpe?g|png|webp)$/i.test(file_name);
}

/** The pages of a scan: JPEGs lie in a PDF as they are. */
export function picturesIn(pdf: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; found.length < PAGES_MAX;) {
    const start = pdf.indexOf('/DCTDecode', at);
    const from = start < 0 ? -1 : pdf.indexOf(Buffer.from([0xff, 0xd8, 0xff]), start);
    const to = from < 0 ? -1 : pdf.indexOf('endstream', from);
    if (to < 0) break;
    found.push(pdf.subarray(from, to));
    at = to;
  }
  return found;
}

/** What is written in pictures, line by line. They are decoded by a confined program first. */
export async function readPictures(app: App, pictures: Buffer[], signal: AbortSignal): Promise<Foreign> {
  const pages = await inFolder(app.scratch, async (folder) => {
    const paths: string[] = [];
    for (const [n, bytes] of pictures.entries()) {
      const [given, plain] = [join(folder, `given-${n}`), join(folder, `page-${n}.jpg`)];
      await writeFile(given, bytes);
      const shape = `scale=w='min(iw,${SIDE_MAX})':h='min(ih,${SIDE_MAX})':force_original_aspect_ratio=decrease`;
      const args = [
        ['-i', given],
        ['-vf', shape, '-frames:v', 1, '-q:v', 2, '-update', 1, plain],
      ];
      await runFfmpeg(app.tools, args, { signal }).catch(refuse);
      paths.push(plain);
    }
    const sights = await askModel(() => app.ai.see(paths, { want: ['text'], signal })).catch(sayHow);
    return sights.map(({ text }) => linesOf(text));
  });
  const text = pages.join('\n');
  if (!/[\p{L}\p{N}]/u.test(text)) throw new AppError('invalid', '图片里没有认出文字，请换一张清楚的，或用文字版');
  return { kind: 'text', text, notices: [TOLD], pages };
}

function refuse(error: unknown): never {
  if (error instanceof FfmpegError || error instanceof SourceError) {
    throw new AppError('invalid', '图片已损坏，读不出来，请重新保存后再试');
  }
  throw error;
}

function sayHow(error: unknown): never {
  if (!(error instanceof AppError) || error.error !== 'preparing') throw error;
  throw new AppError('preparing', `这是图片或扫描件，要认字才能读。${error.message}；或换一份带文字的文件`);
}

type Written = { text: string; box: { x: number; y: number; width: number; height: number } };

/** What stands beside each other is one line, from left to right. */
export function linesOf(found: Written[]): string {
  const rows: Written[][] = [];
  for (const one of found.toSorted((a, b) => a.box.y - b.box.y)) {
    const last = rows.at(-1);
    const first = last?.[0];
    const isBeside = first && one.box.y + one.box.height / 2 < first.box.y + first.box.height;
    if (last && isBeside) last.push(one);
    else rows.push([one]);
  }
  return rows
    .map((row) =>
      row
        .toSorted((a, b) => a.box.x - b.box.x)
        .map(({ text }) => text)
        .join(' '),
    )
    .join('\n');
}
