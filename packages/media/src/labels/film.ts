import { join } from 'node:path';
import { captionFilter } from '#captions/burn.ts';
import { SourceError } from '#ffmpeg/errors.ts';
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
  const { video: drawn, reads } = await captionFilter(canvas, [mark], folder);
  const marked = join(folder, 'marked.mp4');
  const label = readAigc(tags[AIGC_KEY] ?? '');
  await runFfmpeg(
    tools,
    [
      ['-i', path, '-map', '0:V:0', '-map', '0:a:0?'],
      ['-vf', `${drawn},format=yuv420p`],
      ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', 18, '-c:a', 'copy', '-movflags', '+faststart'],
      ...(label ? aigcArgs(label) : []),
      [marked],
    ],
    { folder, reads, ...(signal && { signal }) },
  );
  return marked;
}
