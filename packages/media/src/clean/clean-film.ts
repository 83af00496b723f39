import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mark, Rect, Size } from '#clean/mark.ts';
import { mendInThread } from '#clean/mend-thread.ts';
import type { Fill, Mended } from '#clean/mend.ts';
import { keyPath, originsPath } from '#clean/patches.ts';
import { type FilmFrames, type Group, planGroups, type Segment, touchedBy } from '#clean/segments.ts';
import { SourceError } from '#ffmpeg/errors.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import type { MediaFacts, VideoFacts } from '#ffmpeg/probe.ts';
import type { Aigc } from '#labels/aigc.ts';
import { encodeSegment, extractParts, framesOf, type PatchQuality, segmentPath } from '#patch/film.ts';
import { joinParts } from '#patch/join.ts';
import { type Keepable, planParts, readKeepable } from '#patch/keep.ts';
import type { Area } from '#render/canvas.ts';

/** A film and what is to be taken away from it. */
export type Cleaning = {
  source: { path: string; facts: MediaFacts };
  marks: Mark[];
  /** Where shots begin, in seconds. */
  cuts: number[];
  /** What is kept of the picture, drawn as large as it was; null: all. */
  crop: Area | null;
  quality: PatchQuality;
  /** What the film says of its origin, by how much of it was made up; null: nothing. */
  labelOf: (mended: Mended) => Aigc | null;
  /** What is done stays here, so that another attempt goes on behind it. */
  folder: string;
  out: string;
};
export type CleanOptions = {
  fill: Fill;
  signal: AbortSignal;
  onProgress?: (done: number) => void;
  /** Told of each patched part where its pixels come from: a file with a byte for each (`ORIGIN`), frame by frame. */
  onPatch?: (patch: { rect: Rect; from: number; to: number; origins: string }) => void;
};

/** Of the work on a segment: reading, mending, encoding. */
const READ = 0.1;
const MENDED = 0.8;

/**
 * The film without its marks. Groups of pictures without one stay as they are, where they can; elsewhere every pixel outside
 * of boxes goes to the encoder as it came from the decoder; sound is copied. It is done in segments, each kept once it is whole.
 */
export async function cleanFilm(tools: Tools, cleaning: Cleaning, options: CleanOptions): Promise<Mended> {
  const { source, folder, cuts } = cleaning;
  const { video } = source.facts;
  if (!video || source.facts.isStill) throw new SourceError('no-video', source.path);
  const told = framesOf(video, cuts);
  await mkdir(folder, { recursive: true });
  // Another way to cut the picture changes all of it.
  const keepable = cleaning.crop ? null : await readKeepable(source.path, video, told);
  const film = keepable ? { ...told, last: keepable.groups.at(-1)! } : told;
  const parts = planParts(film, touchedBy(film, cleaning.marks), keepable);
  const total: Mended = { hidden: 0, seen: 0, made: 0, fills: 0 };
  const make = async (segment: Segment, n: number) => {
    const path = segmentPath(folder, n);
    if (!existsSync(path)) {
      const onProgress = (done: number) => options.onProgress?.((n + done) / parts.length);
      const isLast = !keepable && n === parts.length - 1;
      const work = { film, segment, n, isLast, beside: keepable };
      const mended = await cleanSegment(tools, cleaning, video, work, { ...options, onProgress });
      await writeFile(`${path}.json`, JSON.stringify(mended));
      await rename(`${path}.part`, path);
    }
    const mended = JSON.parse(await readFile(`${path}.json`, 'utf8')) as Mended;
    for (const key of ['hidden', 'seen', 'made', 'fills'] as const) total[key] += mended[key];
  };
  for (const [n, part] of parts.entries()) {
    if (!part.isKept) await make(part, n);
    options.onProgress?.((n + 1) / parts.length);
  }
  const label = cleaning.labelOf(total);
  await joinParts(tools, cleaning, { film, parts, keepable, label, encode: make }, options.signal);
  return total;
}

type Work = { film: FilmFrames; segment: Segment; n: number; isLast: boolean; beside: Keepable | null };

async function cleanSegment(
  tools: Tools,
  cleaning: Cleaning,
  video: VideoFacts,
  { film, segment, n, isLast, beside }: Work,
  { fill, signal, onProgress, onPatch }: CleanOptions,
): Promise<Mended> {
  const { source, marks, folder } = cleaning;
  const own = join(folder, `work-${n}`);
  await rm(own, { recursive: true, force: true });
  await mkdir(own);
  const groups = planGroups(film, segment, marks);
  const raws = groups.map((_, at) => join(own, `${at}.yuv`));
  const total: Mended = { hidden: 0, seen: 0, made: 0, fills: 0 };
  const patches: (Group & { path: string })[] = [];
  if (groups.length > 0) await extractParts(tools, source.path, video, film, groups, raws, signal);
  onProgress?.(READ);
  const frames = groups.reduce((sum, group) => sum + group.to - group.from, 0);
  let before = 0;
  for (const [at, group] of groups.entries()) {
    const path = raws[at]!;
    const { size } = await stat(path);
    // The end of a film comes sooner than its header says.
    const count = Math.min(group.last - group.first, Math.floor(size / bytesOf(group.region)));
    const to = Math.min(group.to, group.first + count);
    if (to <= group.from) continue;
    const out = join(own, `${at}.patch`);
    const carried = join(folder, keyName(n - 1, group));
    const mended = await mendInThread(
      {
        picture: film.picture,
        fps: film.fps,
        marks,
        own: group.own,
        region: group.region,
        patch: group.patch,
        path,
        first: group.first,
        count,
        from: group.from,
        to,
        out,
        carried: group.isContinued && existsSync(carried) ? carried : null,
      },
      { fill, signal, onFrame: (done) => onProgress?.(READ + ((MENDED - READ) * (before + done)) / frames) },
    );
    before += group.to - group.from;
    onPatch?.({ rect: group.patch, from: group.from, to, origins: originsPath(out) });
    const isCarried = group.to === segment.last && existsSync(keyPath(out));
    if (isCarried) await rename(keyPath(out), join(folder, keyName(n, group)));
    await rm(path);
    for (const key of ['hidden', 'seen', 'made', 'fills'] as const) total[key] += mended[key];
    patches.push({ ...group, to, path: out });
  }
  onProgress?.(MENDED);
  const { crop, quality } = cleaning;
  const out = `${segmentPath(folder, n)}.part`;
  await encodeSegment(tools, { source, video, film, segment, isLast, crop, quality, beside, out }, patches, signal);
  await rm(own, { recursive: true, force: true });
  return total;
}

function bytesOf({ width, height }: Size): number {
  return (width * height * 3) / 2;
}

/** What a stretch of the next segment finds the clean frame of this one by. */
function keyName(n: number, { own, region }: Group): string {
  return `key-${n}-${own.join('_')}-${region.x}-${region.y}-${region.width}x${region.height}.yuv`;
}
