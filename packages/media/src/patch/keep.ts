import { open, type FileHandle } from 'node:fs/promises';
import type { Size } from '#clean/mark.ts';
import { type FilmFrames, planSegments, type Segment } from '#clean/segments.ts';
import type { MediaFacts, VideoFacts } from '#ffmpeg/probe.ts';
import { type AvcConfig, joinAvcConfigs, readAvcConfig, setNumber } from '#render/mp4/avc-config.ts';
import { Mp4Error, readTrack, type Track } from '#render/mp4/track.ts';

/** A film whose bytes can be taken as they are, group of pictures by group of pictures. */
export type Keepable = {
  track: Track;
  /** Numbers of the frames with which groups begin, and of the one behind the last. */
  groups: number[];
  /** Ticks when each picture is shown, in the order of the file, and in that in which they are shown. */
  shown: Float64Array;
  times: Float64Array;
  /** By how much players turn the film, clockwise. */
  rotation: number;
  /** What our own pictures refer to their parameters by: a number that the film does not use. */
  setId: number;
};

/** A stretch of the film; `isKept`: nothing is done to it, and its bytes are those of the source. */
export type Part = Segment & { isKept: boolean };

/** How far a picture may be from where an even clock has it, in pictures: further off, numbers would not be the same. */
const OFF_MOST = 0.25;
const SET_IDS = 31;
/** Beyond this a clock of so many ticks does not fit into the tables. */
const TICKS_MOST = 2 ** 32 - 1;

/**
 * Whether groups of pictures of a film can stand beside some that we encode: H.264 as it is in most files, shown evenly, with groups that need no picture of others. Null where anything speaks against it: then all is encoded.
 */
export async function readKeepable(path: string, video: VideoFacts, film: FilmFrames): Promise<Keepable | null> {
  const { width, height } = video.rotation % 180 === 0 ? film.picture : turned(film.picture);
  if (!isPlain(video) || video.codedWidth !== width || video.codedHeight !== height) return null;
  const track = await readTrack(path, 'vide').catch((error: unknown) => {
    if (error instanceof Mp4Error || error instanceof RangeError) return null;
    throw error;
  });
  const config = track && readAvcConfig(track.sampleDescription);
  if (!track || !config || config.lengthBytes !== 4 || !track.isWhole || track.duration > TICKS_MOST) return null;
  const shown = shownAt(track);
  const times = shown.toSorted();
  if (!isEven(times, track.timescale, film)) return null;
  const groups = await readGroups(path, track, config, ranksOf(shown));
  const taken = new Set([...config.sequences, ...config.pictures].map(setNumber));
  const setId = Array.from({ length: SET_IDS }, (_, n) => n + 1).find((n) => !taken.has(n));
  if (!groups || setId === undefined) return null;
  return { track, groups: groups.map((frame) => frame + film.first), shown, times, rotation: video.rotation, setId };
}

function isPlain({ codec, pixelFormat, hdr, pixelAspect, isInterlaced }: VideoFacts): boolean {
  const isKnown = codec === 'h264' && ['yuv420p', 'yuvj420p'].includes(pixelFormat);
  return isKnown && hdr === 'none' && pixelAspect === 1 && !isInterlaced;
}

/** Whether bytes of a film can probably be kept: what can be told without opening it, as an estimate needs. */
export function mayKeep({ format, video }: Pick<MediaFacts, 'format' | 'video'>): boolean {
  if (!video || !format.includes('mp4') || video.isVariableRate) return false;
  return isPlain(video) && video.codedWidth % 2 === 0 && video.codedHeight % 2 === 0;
}

function turned({ width, height }: Size): Size {
  return { width: height, height: width };
}

/** When each picture is shown, in the order of the file. */
function shownAt({ durations, shifts }: Track): Float64Array {
  let decoded = 0;
  return Float64Array.from(durations, (duration, n) => {
    const at = decoded + shifts[n]!;
    decoded += duration;
    return at;
  });
}

function isEven(times: Float64Array, timescale: number, { fps }: FilmFrames): boolean {
  const begin = times[0] ?? -1;
  return begin >= 0 && times.every((at, n) => Math.abs(((at - begin) / timescale) * fps - n) < OFF_MOST);
}

/** The place of each picture among those that are shown. */
function ranksOf(shown: Float64Array): Uint32Array {
  const order = Uint32Array.from(shown.keys()).toSorted((a, b) => shown[a]! - shown[b]!);
  const ranks = new Uint32Array(shown.length);
  for (const [rank, n] of order.entries()) ranks[n] = rank;
  return ranks;
}

/** Where groups begin that need nothing of others, and the end; null where parameters change on the way. */
async function readGroups(path: string, track: Track, config: AvcConfig, ranks: Uint32Array): Promise<number[] | null> {
  const file = await open(path, 'r');
  const groups: number[] = [];
  try {
    let behind = -1;
    for (let n = 0; n < ranks.length; n += 1) {
      if (track.isKeyframe[n]) {
        const picture = await readFirstPicture(file, track, n, config);
        if (picture === 'changed') return null;
        // All before it in the file are shown before it, and it is shown next.
        if (picture === 'instant' && behind === n - 1 && ranks[n] === n) groups.push(n);
      }
      behind = Math.max(behind, ranks[n]!);
    }
  } finally {
    await file.close();
  }
  return groups[0] === 0 ? [...groups, ranks.length] : null;
}

const [INSTANT, SEQUENCE, PICTURE] = [5, 7, 8];

/** Whether a sample begins with a picture that needs none before it; and whether it brings parameters that are others. */
async function readFirstPicture(
  file: FileHandle,
  { offsets, sizes }: Track,
  n: number,
  { sequences, pictures }: AvcConfig,
): Promise<'instant' | 'other' | 'changed'> {
  const end = offsets[n]! + sizes[n]!;
  const head = Buffer.alloc(5);
  for (let at = offsets[n]!; at + 5 <= end;) {
    await file.read(head, 0, 5, at);
    const size = head.readUInt32BE(0);
    const type = head[4]! & 31;
    if (type >= 1 && type <= INSTANT) return type === INSTANT ? 'instant' : 'other';
    if (type === SEQUENCE || type === PICTURE) {
      const set = Buffer.alloc(size);
      await file.read(set, 0, size, at + 4);
      if (![...sequences, ...pictures].some((known) => known.equals(set))) return 'changed';
    }
    at += 4 + size;
  }
  return 'other';
}

/**
 * Parts of the film, one behind another: those in which nothing is done go by whole groups of pictures, all others are worked
 * on in segments. Where nothing can be kept, that is all of it.
 */
export function planParts(film: FilmFrames, touched: Segment[], keepable: Keepable | null, seconds?: number): Part[] {
  if (!keepable) return planSegments(film, seconds).map((part) => ({ ...part, isKept: false }));
  const runs: Part[] = [];
  for (const [n, last] of keepable.groups.slice(1).entries()) {
    const first = keepable.groups[n]!;
    const isKept = !touched.some((one) => one.first < last && one.last > first);
    const before = runs.at(-1);
    if (before?.isKept === isKept) before.last = last;
    else runs.push({ first, last, isKept });
  }
  return runs.flatMap((run) => {
    if (run.isKept) return [run];
    return planSegments({ ...film, ...run }, seconds).map((part) => ({ ...part, isKept: false }));
  });
}

/** A kept part as a track of its own, and an encoded one by the film's clock: pieces of one file. Null where they do not fit. */
export function piecesOf(
  keepable: Keepable,
  parts: (Part & { encoded: Track | null })[],
  first: number,
): Track[] | null {
  const { track, times } = keepable;
  const ours = parts.find(({ encoded }) => encoded !== null)?.encoded ?? null;
  const added = ours && readAvcConfig(ours.sampleDescription);
  const sampleDescription = added ? joinAvcConfigs(track.sampleDescription, added) : track.sampleDescription;
  if (!sampleDescription) return null;
  const lastTicks = track.durations.at(-1) ?? 0;
  const pieces: Track[] = [];
  for (const { encoded, ...part } of parts) {
    const [from, to] = [part.first - first, part.last - first];
    const durations = Uint32Array.from({ length: to - from }, (_, n) => {
      const next = times[from + n + 1];
      return next === undefined ? lastTicks : next - times[from + n]!;
    });
    const duration = times[to] === undefined ? times.at(-1)! + lastTicks - times[from]! : times[to] - times[from]!;
    const common = { timescale: track.timescale, sampleDescription, durations, duration, isWhole: true };
    if (!encoded) {
      const shifts = shiftsOf(keepable, from, to);
      const priming = -shifts.reduce((least, one) => Math.min(least, one), 0);
      pieces.push({ ...sliceOf(track, from, to), ...common, shifts, priming });
      continue;
    }
    const isAlike = encoded.sampleDescription.equals(ours!.sampleDescription) && encoded.sizes.length === to - from;
    if (!isAlike) return null;
    pieces.push({ ...encoded, ...common, shifts: new Int32Array(to - from), priming: 0 });
  }
  return pieces;
}

function sliceOf(track: Track, from: number, to: number): Track {
  return {
    ...track,
    sizes: track.sizes.subarray(from, to),
    offsets: track.offsets.subarray(from, to),
    isKeyframe: track.isKeyframe.subarray(from, to),
  };
}

/** Pictures are decoded at the times at which as many are shown: how much later or sooner each is shown itself. */
function shiftsOf({ shown, times }: Keepable, from: number, to: number): Int32Array {
  return Int32Array.from({ length: to - from }, (_, n) => shown[from + n]! - times[from + n]!);
}
