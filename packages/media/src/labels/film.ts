import { join } from 'node:path';
import { captionFilter } from '#captions/burn.ts';
import type { Segment } from '#clean/segments.ts';
import { SourceError } from '#ffmpeg/errors.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import { probe } from '#ffmpeg/probe.ts';
import { runFfmpeg } from '#ffmpeg/run.ts';
import { AIGC_KEY, aigcArgs, readAigc } from '#labels/aigc.ts';
import { DEFAULT_AI_MARK, layoutAiMark } from '#labels/mark.ts';
import { encodeSegment, framesOf, segmentPath } from '#patch/film.ts';
import { joinParts } from '#patch/join.ts';
import { planParts, readKeepable } from '#patch/keep.ts';

/**
 * The film with the visible notice at its beginning, as an MP4 in the folder; the label inside it stays. Only the groups of
 * pictures with the notice are encoded, where the others can be kept: an hour takes no longer than a minute.
 */
export async function markFilm(
  tools: Tools,
  path: string,
  { folder, signal = new AbortController().signal }: { folder: string; signal?: AbortSignal },
): Promise<string> {
  const facts = await probe(tools, path, { signal });
  const { video, tags } = facts;
  if (!video) throw new SourceError('no-video', path);
  const canvas = { width: video.width, height: video.height };
  const mark = layoutAiMark(DEFAULT_AI_MARK, canvas);
  if (!mark) throw new Error('The notice shows from the first picture on');
  const drawn = await captionFilter(canvas, [mark], folder);
  const marked = join(folder, 'marked.mp4');
  const label = readAigc(tags[AIGC_KEY] ?? '') ?? null;
  const told = framesOf(video, []);
  const keepable = await readKeepable(path, video, told);
  const film = { ...told, last: keepable?.groups.at(-1) ?? told.last };
  const shown = { first: film.first, last: film.first + Math.ceil(DEFAULT_AI_MARK.seconds * film.fps) + 1 };
  const parts = planParts(film, [shown], keepable, Infinity);
  if (parts.some(({ isKept }) => isKept)) {
    const source = { path, facts };
    const laid = { source, video, film, isLast: false, crop: null, quality: 'fast' as const, beside: keepable };
    const encode = async (segment: Segment, n: number) =>
      encodeSegment(
        tools,
        { ...laid, segment, drawn: n === 0 ? { ...drawn, folder } : null, out: segmentPath(folder, n) },
        [],
        signal,
      );
    await encode(parts[0]!, 0);
    await joinParts(tools, { source, folder, out: marked }, { film, parts, keepable, label, encode }, signal);
    return marked;
  }
  await runFfmpeg(
    tools,
    [
      ['-i', path, '-map', '0:V:0', '-map', '0:a:0?'],
      ['-vf', `${drawn.video},format=yuv420p`],
      ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', 18, '-c:a', 'copy', '-movflags', '+faststart'],
      ...(label ? aigcArgs(label) : []),
      [marked],
    ],
    { folder, reads: drawn.reads, signal },
  );
  return marked;
}
