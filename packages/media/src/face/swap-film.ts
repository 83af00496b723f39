import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Rect, Size } from '#clean/mark.ts';
import type { FilmFrames, Segment } from '#clean/segments.ts';
import { SKIN_EVERY } from '#face/skins.ts';
import {
  type Asking,
  noneSwapped,
  type PortraitPicture,
  type Shapes,
  type Stretched,
  type Swapped,
} from '#face/stretch.ts';
import type { SwapLook } from '#face/swap-frame.ts';
import { swapInThread } from '#face/swap-thread.ts';
import type { Net } from '#face/unfold.ts';
import { SourceError } from '#ffmpeg/errors.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import type { MediaFacts, VideoFacts } from '#ffmpeg/probe.ts';
import type { Aigc } from '#labels/aigc.ts';
import { encodeSegment, extractParts, framesOf, type PatchQuality, segmentPath } from '#patch/film.ts';
import { joinParts } from '#patch/join.ts';
import { type Keepable, planParts, readKeepable } from '#patch/keep.ts';
import type { Area } from '#render/canvas.ts';

/** Somebody who gets another face: where they are, in fractions of the picture, by seconds. */
export type SwapFace = {
  tracks: { start: number; end: number; boxes: { seconds: number; box: Area }[] }[];
  portraits: PortraitPicture[];
  look: SwapLook;
};
export type Swapping = {
  source: { path: string; facts: MediaFacts };
  faces: SwapFace[];
  net: Net;
  /** Where shots begin, in seconds. */
  cuts: number[];
  /** The part of the film that is made, in seconds; null: all. */
  part: { start: number; end: number } | null;
  quality: PatchQuality;
  /** The shorter side is made so long at most; null: as it is. */
  side: number | null;
  label: Aigc;
  /** What is done stays here, so that another attempt goes on behind it. */
  folder: string;
  out: string;
};
export type SwapOptions = Asking & { signal: AbortSignal; onProgress?: (done: number) => void };

/** Frames before and behind those that are wanted: points are steadied over them. */
const PAD_FRAMES = 4;
/** In sizes of a face: what may come into the part that is worked on. */
const AROUND = 0.75;
const JUDGED_SECONDS = 1;
const JUDGED_LEAST = 3;
const SEGMENT_SECONDS = 4;

/**
 * The film with other faces. Groups of pictures without one stay as they are, where they can; elsewhere every pixel outside of
 * faces goes to the encoder as it came from the decoder. Sound is copied.
 */
export async function swapFilm(tools: Tools, swapping: Swapping, options: SwapOptions): Promise<Swapped[]> {
  const { source, folder, cuts, part, faces } = swapping;
  const { video } = source.facts;
  if (!video || source.facts.isStill) throw new SourceError('no-video', source.path);
  const full = framesOf(video, cuts);
  const whole = { ...full, picture: atMost(full.picture, swapping.side) };
  await mkdir(folder, { recursive: true });
  // A part of the film, or a smaller picture, is another film.
  const keepable = part || swapping.side !== null ? null : await readKeepable(source.path, video, whole);
  const told = part ? { ...whole, ...framesIn(part, whole) } : whole;
  const film = keepable ? { ...told, last: keepable.groups.at(-1)! } : told;
  const seen = faces.flatMap(({ tracks }) => tracks.map((track) => inFrames(track, film)));
  const parts = planParts(film, seen, keepable, SEGMENT_SECONDS);
  const total = faces.map(noneSwapped);
  const shapes: (Shapes | null)[] = faces.map(() => null);
  const make = async (segment: Segment, n: number) => {
    const path = segmentPath(folder, n);
    if (!existsSync(path)) {
      const onProgress = (done: number) => options.onProgress?.((n + done) / parts.length);
      const isLast = part === null && !keepable && n === parts.length - 1;
      const work = { film, segment, n, isLast, shapes, beside: keepable };
      const stretched = await swapSegment(tools, swapping, video, work, { ...options, onProgress });
      await writeFile(`${path}.json`, JSON.stringify(toKept(stretched)));
      await rename(`${path}.part`, path);
    }
    const kept = JSON.parse(await readFile(`${path}.json`, 'utf8')) as Kept;
    for (const [who, one] of kept.swapped.entries()) addTo(total[who]!, one);
    // A person has one shape in all of the film: the first that was told well.
    for (const [who, one] of kept.shapes.entries()) shapes[who] ??= one && one.map((each) => Float32Array.from(each));
  };
  for (const [n, one] of parts.entries()) {
    if (!one.isKept) await make(one, n);
    options.onProgress?.((n + 1) / parts.length);
  }
  const joined = { film, parts, keepable, label: swapping.label, encode: make };
  await joinParts(tools, { ...swapping, sound: part }, joined, options.signal);
  return total.map((one) => ({
    ...one,
    before: one.before / Math.max(1, one.measured),
    after: one.after / Math.max(1, one.measured),
  }));
}

/** What is known of a segment that is done, beside it on the disk: another attempt adds it up again. */
type Kept = { swapped: Swapped[]; shapes: (number[][] | null)[] };

function toKept({ swapped, shapes }: Stretched): Kept {
  return { swapped, shapes: shapes.map((one) => one && one.map((each) => [...each])) };
}

function addTo(total: Swapped, one: Swapped): void {
  for (const key of Object.keys(total) as (keyof Swapped)[]) total[key] += one[key];
}

function atMost({ width, height }: Size, side: number | null): Size {
  const by = side === null ? 1 : Math.min(1, side / Math.min(width, height));
  return by === 1 ? { width, height } : { width: even(width * by), height: even(height * by) };
}

function framesIn({ start, end }: { start: number; end: number }, { fps, first, last }: FilmFrames) {
  const from = Math.min(last - 1, Math.max(first, first + Math.floor(start * fps)));
  return { first: from, last: Math.min(last, Math.max(from + 1, first + Math.ceil(end * fps))) };
}

type Work = {
  film: FilmFrames;
  segment: Segment;
  n: number;
  isLast: boolean;
  shapes: (Shapes | null)[];
  beside: Keepable | null;
};

async function swapSegment(
  tools: Tools,
  { source, faces, net, folder, quality }: Swapping,
  video: VideoFacts,
  { film, segment, n, isLast, shapes, beside }: Work,
  { signal, onProgress, ...asking }: SwapOptions,
): Promise<Stretched> {
  const own = join(folder, `work-${n}`);
  await rm(own, { recursive: true, force: true });
  await mkdir(own);
  const out = `${segmentPath(folder, n)}.part`;
  const laid = { source, video, film, segment, isLast, crop: null, quality, beside, out };
  const placed = faces.map(({ tracks }) => tracks.map((track) => inFrames(track, film)));
  const seen = placed.flat().filter(({ first, last }) => first < segment.last && last > segment.first);
  const nothing = { swapped: faces.map(noneSwapped), shapes: faces.map(() => null) };
  if (seen.length === 0) {
    await encodeSegment(tools, laid, [], signal);
    await rm(own, { recursive: true, force: true });
    return nothing;
  }
  const shots = [film.first, ...film.cuts, film.last];
  const from = Math.max(segment.first, Math.min(...seen.map(({ first }) => first)));
  const last = Math.min(segment.last, Math.max(...seen.map((one) => one.last)));
  // Points are not steadied over a cut: other shots have other faces in these places.
  const first = Math.max(shots.findLast((cut) => cut <= from) ?? from, from - PAD_FRAMES, 0);
  const behind = Math.min(shots.find((cut) => cut >= last) ?? last, last + PAD_FRAMES);
  const region = regionOf(seen, segment, film);
  const raw = join(own, 'part.yuv');
  await extractParts(tools, source.path, video, film, [{ first, last: behind, region }], [raw], signal);
  onProgress?.(0.05);
  const bytes = (region.width * region.height * 3) / 2;
  // The end of a film comes sooner than its header says.
  const count = Math.min(behind - first, Math.floor((await stat(raw)).size / bytes));
  const to = Math.min(last, first + count);
  if (to <= from) {
    await encodeSegment(tools, laid, [], signal);
    await rm(own, { recursive: true, force: true });
    return nothing;
  }
  const path = join(own, 'part.patch');
  const stretched = await swapInThread(
    {
      path: raw,
      colours: coloursOf(video),
      size: region,
      first,
      count,
      from,
      to,
      net,
      skinEvery: quality === 'fast' ? SKIN_EVERY.preview : SKIN_EVERY.film,
      judgedEvery: Math.max(2, Math.min(Math.round(film.fps * JUDGED_SECONDS), Math.floor((to - from) / JUDGED_LEAST))),
      faces: faces.map(({ portraits, look }, who) => ({
        portraits,
        look,
        shapes: shapes[who] ?? null,
        tracks: placed[who]!.map((track) => ({
          ...track,
          boxes: track.boxes.map(({ frame, box }) => ({
            frame,
            box: { ...box, x: box.x - region.x, y: box.y - region.y },
          })),
        })),
      })),
      out: path,
    },
    { ...asking, signal, onFrame: (done) => onProgress?.(0.05 + 0.85 * done) },
  );
  await rm(raw);
  await encodeSegment(tools, laid, [{ from, patch: region, path }], signal);
  await rm(own, { recursive: true, force: true });
  return stretched;
}

function coloursOf({ width, height, pixelFormat, hdr }: VideoFacts) {
  return {
    isHd: width * height >= 1280 * 720 || hdr !== 'none',
    isFull: hdr === 'none' && pixelFormat.startsWith('yuvj'),
  };
}

function inFrames({ start, end, boxes }: SwapFace['tracks'][number], { fps, picture }: FilmFrames) {
  return {
    first: Math.round(start * fps),
    last: Math.round(end * fps),
    boxes: boxes.map(({ seconds, box }) => ({
      frame: Math.round(seconds * fps),
      box: {
        x: box.x * picture.width,
        y: box.y * picture.height,
        width: box.width * picture.width,
        height: box.height * picture.height,
      },
    })),
  };
}

/** Where the faces of a segment are, with room to move between two looks; even places and sizes. */
function regionOf(
  seen: { first: number; last: number; boxes: { frame: number; box: Rect }[] }[],
  segment: Segment,
  film: FilmFrames,
): Rect {
  const { width, height } = film.picture;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const { boxes } of seen) {
    const near = boxes.filter(({ frame }) => frame >= segment.first - film.fps && frame < segment.last + film.fps);
    for (const { box } of near.length > 0 ? near : boxes) {
      const more = AROUND * Math.max(box.width, box.height);
      left = Math.min(left, box.x - more);
      top = Math.min(top, box.y - more);
      right = Math.max(right, box.x + box.width + more);
      bottom = Math.max(bottom, box.y + box.height + more);
    }
  }
  const [x, y] = [2 * Math.floor(Math.max(0, left) / 2), 2 * Math.floor(Math.max(0, top) / 2)];
  return { x, y, width: even(Math.min(width, right) - x), height: even(Math.min(height, bottom) - y) };
}

function even(value: number): number {
  return Math.max(2, 2 * Math.floor(value / 2));
}

const PIXELS_MOST = 64e6;
const SIDE_MOST = 4096;

/** A picture with other faces, as a file of the same kind. */
export async function swapPicture(
  path: string,
  { faces, net, folder }: Pick<Swapping, 'faces' | 'net' | 'folder'>,
  { signal, onProgress, ...asking }: SwapOptions,
): Promise<{ bytes: Buffer; swapped: Swapped[] }> {
  await mkdir(folder, { recursive: true });
  const { format } = await sharp(path, { limitInputPixels: PIXELS_MOST }).metadata();
  const { data, info } = await sharp(path, { limitInputPixels: PIXELS_MOST })
    .autoOrient()
    .resize(SIDE_MOST, SIDE_MOST, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const [raw, made] = [join(folder, 'picture.rgb'), join(folder, 'picture.made')];
  await writeFile(raw, data);
  const film = { picture: { width, height }, fps: 1, first: 0, last: 1, cuts: [] };
  const { swapped } = await swapInThread(
    {
      path: raw,
      colours: null,
      size: { width, height },
      first: 0,
      count: 1,
      from: 0,
      to: 1,
      net,
      skinEvery: 1,
      judgedEvery: 1,
      faces: faces.map(({ tracks, portraits, look }) => ({
        portraits,
        look,
        shapes: null,
        tracks: tracks.map((track) => ({ ...inFrames(track, film), first: 0, last: 1 })),
      })),
      out: made,
    },
    { ...asking, signal, onFrame: (done) => onProgress?.(done) },
  );
  const drawn = sharp(await readFile(made), { raw: { width, height, channels: 3 } });
  const isJpeg = format === 'jpeg';
  const bytes = await (isJpeg ? drawn.jpeg({ quality: 96, chromaSubsampling: '4:4:4' }) : drawn.png()).toBuffer();
  await Promise.all([raw, made].map((file) => rm(file, { force: true })));
  return { bytes, swapped };
}
