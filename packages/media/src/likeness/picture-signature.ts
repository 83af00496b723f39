import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { frameCutter, type LumaFrame } from '#analysis/luma-frame.ts';
import { perceptualHash } from '#analysis/perceptual-hash.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import { runFfmpeg, type RunOptions } from '#ffmpeg/run.ts';
import { HASH_BYTES } from '#likeness/bytes.ts';
import { stretchesOf } from '#likeness/stretches.ts';
import { readTrack, type Track } from '#render/mp4/track.ts';

/** Pictures that are looked at: each keyframe, and from there on one every quarter of a second. */
const LOOK_SECONDS = 0.25;
const SIDE = 32;
const SMALL = `scale=${SIDE}:${SIDE}:flags=area,format=gray`;
/** Spread of brightness under which a picture shows nothing: black, white, one colour. */
const EMPTY_SPREAD = 2;
/** Frames of constant rate are not exactly a quarter of a second apart. */
const SLACK_SECONDS = 0.002;

/**
 * What groups of pictures looked like, by the hash of their bytes. Videos of one mix share most of theirs, so of a
 * hundred only what is not shared is decoded.
 */
export type PictureMemory = Map<string, Uint8Array>;

export type SignOptions = Pick<RunOptions, 'signal'> & { memory?: PictureMemory };

/** Hashes of the pictures of a file in running order, eight bytes each; zeros where a picture shows nothing. */
export async function signPicture(tools: Tools, path: string, options: SignOptions = {}): Promise<Uint8Array> {
  const groups = await readGroups(path);
  // Something else than the MP4s that we write: decoded whole.
  if (!groups) return join(await look(tools, path, null, options));
  const memory: PictureMemory = options.memory ?? new Map();
  for (const run of unknownRuns(groups, memory)) {
    const wanted = run.reduce((sum, { looks }) => sum + looks, 0);
    const isWhole = run.length === groups.length;
    const hashes = await look(tools, path, isWhole ? null : { start: run[0]!.start, looks: wanted }, options);
    // Groups that are not closed show pictures of one in another; they have no hashes of their own.
    if (hashes.length !== wanted) return join(isWhole ? hashes : await look(tools, path, null, options));
    for (const { key, looks } of run) memory.set(key, join(hashes.splice(0, looks)));
  }
  return join(groups.map(({ key }) => memory.get(key)!));
}

/** What `signPicture` would answer, if nothing of the file had to be decoded for it; else null. */
export async function recallPicture(path: string, memory: PictureMemory): Promise<Uint8Array | null> {
  const groups = (await readGroups(path)) ?? [];
  const known = groups.flatMap(({ key }) => memory.get(key) ?? []);
  return groups.length > 0 && known.length === groups.length ? join(known) : null;
}

type Group = { key: string; start: number; looks: number };

/** Looks at pictures while they are encoded: what a part shows need not be decoded again to be known. */
export type Onlooker = {
  filters: string[];
  count: number;
  pipe: (chunk: Buffer) => void;
  /** Writes down what the groups of the finished part look like. */
  keep(path: string, memory: PictureMemory): Promise<void>;
};

/** For so many frames with a keyframe every `every` of them; where the encoder put others nothing is kept. */
export function openOnlooker(frames: number, fps: number, every: number): Onlooker {
  const step = Math.ceil((LOOK_SECONDS - SLACK_SECONDS) * fps);
  const counts: number[] = [];
  for (let first = 0; first < frames; first += every) counts.push(Math.ceil(Math.min(every, frames - first) / step));
  const hashes: Uint8Array[] = [];
  return {
    filters: [`select='not(mod(mod(n,${every}),${step}))'`, SMALL],
    count: counts.reduce((sum, one) => sum + one, 0),
    pipe: frameCutter({ width: SIDE, height: SIDE }, (frame) => hashes.push(hashOf(frame))),
    async keep(path, memory) {
      const groups = await readGroups(path);
      const isAsPlanned = groups?.length === counts.length && groups.every(({ looks }, n) => looks === counts[n]);
      if (!isAsPlanned || hashes.length !== counts.reduce((sum, one) => sum + one, 0)) return;
      let at = 0;
      for (const { key, looks } of groups) memory.set(key, join(hashes.slice(at, (at += looks))));
    },
  };
}

/** The groups of pictures of an MP4; null when its tables can't be read. */
async function readGroups(path: string): Promise<Group[] | null> {
  const track = await readTrack(path, 'vide').catch(() => null);
  if (!track || track.sizes.length === 0 || track.isKeyframe[0] !== 1) return null;
  const groups: Group[] = [];
  const file = await open(path, 'r');
  // One for all: hundreds of frames, each with memory of its own, keep the collector busy.
  let held = Buffer.alloc(0);
  try {
    let decoded = 0;
    for (let first = 0; first < track.sizes.length;) {
      let end = first + 1;
      while (end < track.sizes.length && track.isKeyframe[end] === 0) end += 1;
      const start = (decoded + track.shifts[first]!) / track.timescale;
      const key = createHash('sha256').update(track.sampleDescription);
      for (const { at, size } of stretchesOf(track, first, end)) {
        if (held.length < size) held = Buffer.allocUnsafe(size);
        await file.read(held, 0, size, at);
        key.update(held.subarray(0, size));
      }
      groups.push({ key: key.digest('base64'), start, looks: countLooks(track, first, end) });
      for (let n = first; n < end; n += 1) decoded += track.durations[n]!;
      first = end;
    }
  } finally {
    await file.close();
  }
  return groups;
}

/** How many pictures of a group are looked at: as the filter will choose them. */
function countLooks({ durations, timescale }: Track, first: number, end: number): number {
  let [looks, since] = [1, 0];
  for (let n = first; n < end - 1; n += 1) {
    since += durations[n]! / timescale;
    if (since < LOOK_SECONDS - SLACK_SECONDS) continue;
    [looks, since] = [looks + 1, 0];
  }
  return looks;
}

/** Neighbours of which nothing is known: each row of them is one decoding. */
function unknownRuns(groups: Group[], memory: PictureMemory): Group[][] {
  const runs: Group[][] = [];
  let isOpen = false;
  for (const group of groups) {
    const isKnown = memory.has(group.key);
    if (!isKnown && isOpen) runs.at(-1)!.push(group);
    else if (!isKnown) runs.push([group]);
    isOpen = !isKnown;
  }
  return runs;
}

/** Decodes a file, or some groups of it, and hashes what is looked at. */
async function look(
  tools: Tools,
  path: string,
  part: { start: number; looks: number } | null,
  { signal }: SignOptions,
): Promise<Uint8Array[]> {
  const hashes: Uint8Array[] = [];
  const pipe = frameCutter({ width: SIDE, height: SIDE }, (frame) => hashes.push(hashOf(frame)));
  const chosen = `key+gte(t-prev_selected_t,${LOOK_SECONDS - SLACK_SECONDS})`;
  await runFfmpeg(
    tools,
    [
      // Edges of blocks are nothing that 32 pixels show.
      ['-threads', 1, '-skip_loop_filter', 'all'],
      // A millisecond behind its keyframe, a seek finds that and no other; nothing of the group may be dropped then.
      part ? ['-noaccurate_seek', '-ss', (part.start + 0.001).toFixed(6)] : [],
      ['-i', path, '-map', '0:V:0'],
      ['-vf', `select='${chosen}',${SMALL}`, '-fps_mode', 'passthrough'],
      part ? ['-frames:v', part.looks] : [],
      ['-f', 'rawvideo', 'pipe:4'],
    ],
    { ...(signal && { signal }), pipes: [pipe] },
  );
  return hashes;
}

function hashOf(frame: LumaFrame): Uint8Array {
  return isEmpty(frame) ? new Uint8Array(HASH_BYTES) : Buffer.from(perceptualHash(frame), 'hex');
}

function isEmpty({ pixels }: LumaFrame): boolean {
  let [sum, squares] = [0, 0];
  for (const value of pixels) {
    sum += value;
    squares += value * value;
  }
  return squares / pixels.length - (sum / pixels.length) ** 2 < EMPTY_SPREAD ** 2;
}

function join(parts: Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}
