import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAss } from '#captions/ass.ts';
import { fontReads, linkFonts } from '#captions/font-folder.ts';
import { SourceError } from '#ffmpeg/errors.ts';
import { filter } from '#ffmpeg/filter.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import { probe } from '#ffmpeg/probe.ts';
import { runFfmpeg } from '#ffmpeg/run.ts';
import { AIGC_KEY, aigcArgs, readAigc } from '#labels/aigc.ts';
import { DEFAULT_AI_MARK, layoutAiMark } from '#labels/mark.ts';

/** The film with the visible notice at its beginning, as an MP4 in the folder; the label inside it stays. */
export async function markFilm(
  tools: Tools,
  path: string,
  { folder, signal }: { folder: string; signal?: AbortSignal },
): Promise<string> {
  const { video, tags } = await probe(tools, path, signal ? { signal } : {});
  if (!video) throw new SourceError('no-video', path);
  const canvas = { width: video.width, height: video.height };
  const mark = layoutAiMark(DEFAULT_AI_MARK, canvas);
  if (!mark) throw new Error('The notice shows from the first picture on');
  const { text, fontIds } = writeAss(canvas, [mark]);
  const [assPath, marked] = [join(folder, 'notice.ass'), join(folder, 'marked.mp4')];
  await writeFile(assPath, text);
  const fontsDir = await linkFonts(fontIds, folder);
  const label = readAigc(tags[AIGC_KEY] ?? '');
  await runFfmpeg(
    tools,
    [
      ['-i', path, '-map', '0:V:0', '-map', '0:a:0?'],
      ['-vf', `${filter('ass', { filename: assPath, fontsdir: fontsDir })},format=yuv420p`],
      ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', 18, '-c:a', 'copy', '-movflags', '+faststart'],
      ...(label ? aigcArgs(label) : []),
      [marked],
    ],
    { folder, reads: fontReads(fontsDir), ...(signal && { signal }) },
  );
  return marked;
}
