import { frameCutter, type LumaFrame } from '#analysis/luma-frame.ts';
import { SourceError } from '#ffmpeg/errors.ts';
import { decimal } from '#ffmpeg/filter.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import type { MediaFacts } from '#ffmpeg/probe.ts';
import { runFfmpeg } from '#ffmpeg/run.ts';
import type { Area } from '#render/canvas.ts';

/** Something that was seen in single pictures: surely between `from` and `to`, surely not before `after` and from `before` on. */
export type Sighting = { box: Area; endBox: Area; after: number; from: number; to: number; before: number };

type Seen = { seconds: number; edges: Int16Array };

const SIDE = 640;
/** Hours of film on a slow machine. */
const LIMIT_SECONDS = 12 * 3600;
/** How much of the likeness between being there and not being there counts as being there. */
const HALF = 0.5;
/** A likeness of edges below this is chance. */
const LEAST = 0.35;
/** Where it differs by less than this over all frames, nothing comes or goes: that is the picture behind, or noise. */
const CHANGE = 0.15;

/** Where something begins and ends, to the frame, in seconds: letters have edges, and those are there or not. */
export async function findTimes(
  tools: Tools,
  source: { path: string; facts: MediaFacts },
  sightings: Sighting[],
  signal: AbortSignal,
): Promise<{ start: number; end: number }[]> {
  const { video } = source.facts;
  if (!video) throw new SourceError('no-video', source.path);
  const times = sightings.map(({ from, to }) => ({ start: from, end: to }));
  if (sightings.length === 0) return times;
  const scale = Math.min(1, SIDE / Math.max(video.width, video.height));
  const width = Math.max(16, 2 * Math.round((video.width * scale) / 2));
  const height = Math.max(16, 2 * Math.round((video.height * scale) / 2));
  const fps = Math.max(1, video.fps);
  // The edges of a box at the frames around its beginning and its end, each until it can be judged.
  const begins = sightings.map(() => [] as Seen[]);
  const ends = sightings.map(() => [] as Seen[]);
  let frames = 0;
  const onFrame = (frame: LumaFrame) => {
    const seconds = video.startSeconds + frames / fps;
    const slack = 0.6 / fps;
    frames += 1;
    for (const [n, { box, endBox, after, from, to, before }] of sightings.entries()) {
      if (seconds >= after - slack && seconds <= from + slack) {
        begins[n]!.push({ seconds, edges: edgesOf(frame, box) });
        if (seconds >= from - slack) judge(begins[n]!, begins[n]!.length - 1, (at) => (times[n]!.start = at));
      }
      if (seconds >= to - slack && seconds <= before + slack) {
        ends[n]!.push({ seconds, edges: edgesOf(frame, endBox) });
        if (seconds >= before - slack) judge(ends[n]!.toReversed(), ends[n]!.length - 1, (at) => (times[n]!.end = at));
      }
      // Of a film of two hours with three hundred lines all of them would take gigabytes.
      if (seconds > from + slack && begins[n]!.length > 0) begins[n] = [];
      if (seconds > before + slack && ends[n]!.length > 0) ends[n] = [];
    }
  };
  const filters = `fps=${decimal(fps)},scale=${width}:${height}:flags=bilinear,format=gray`;
  await runFfmpeg(
    tools,
    [
      ['-i', source.path, '-map', '0:V:0', '-vf', filters],
      ['-f', 'rawvideo', '-fps_mode', 'passthrough', 'pipe:4'],
    ],
    { signal, timeLimitSeconds: LIMIT_SECONDS, pipes: [frameCutter({ width, height }, onFrame)] },
  );
  for (const [n, { to }] of sightings.entries()) {
    // The film ended before it was gone.
    if (ends[n]!.length > 0 && times[n]!.end === to) {
      judge(ends[n]!.toReversed(), ends[n]!.length - 1, (at) => (times[n]!.end = at));
    }
    times[n]!.end += 1 / fps;
  }
  return times;
}

/**
 * Of frames in a row, the last of which surely shows it: from which on it is there without a gap. Where the first shows it
 * as well, it is there from the first.
 */
function judge(row: Seen[], sure: number, tell: (seconds: number) => void): void {
  const reference = row[sure]?.edges;
  if (!reference) return;
  const alike = row.map(({ edges }) => likeness(edges, reference));
  const [low, high] = [Math.min(...alike), Math.max(...alike.slice(0, -1), LEAST)];
  const line = high - low < CHANGE ? LEAST : Math.max(LEAST, low + (high - low) * HALF);
  let first = sure;
  while (first > 0 && alike[first - 1]! >= line) first -= 1;
  tell(row[first]!.seconds);
}

/** Differences to the neighbours on the right and below. */
function edgesOf({ width, height, pixels }: LumaFrame, box: Area): Int16Array {
  const [left, top] = [Math.floor(box.x * width), Math.floor(box.y * height)];
  const across = Math.max(2, Math.min(width - 1 - left, Math.round(box.width * width)));
  const down = Math.max(2, Math.min(height - 1 - top, Math.round(box.height * height)));
  const edges = new Int16Array(2 * across * down);
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      const at = (top + y) * width + left + x;
      const to = 2 * (y * across + x);
      edges[to] = pixels[at + 1]! - pixels[at]!;
      edges[to + 1] = pixels[at + width]! - pixels[at]!;
    }
  }
  return edges;
}

function likeness(a: Int16Array, b: Int16Array): number {
  let [ab, aa, bb] = [0, 0, 0];
  for (let n = 0; n < a.length; n += 1) {
    ab += a[n]! * b[n]!;
    aa += a[n]! * a[n]!;
    bb += b[n]! * b[n]!;
  }
  return ab / Math.sqrt(aa * bb + 1e-6);
}
