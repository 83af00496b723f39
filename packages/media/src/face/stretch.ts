import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { Rect, Size } from '#clean/mark.ts';
import { ramp, type Skin, type Square } from '#face/mask.ts';
import { type Colours, cutAround, type Frame, pointsOutOf, type Rgb, squareIn } from '#face/pixels.ts';
import { type Points, poseOf, smoothed, tremble } from '#face/points.ts';
import { differenceOf, type Mesh, meshOf } from '#face/shape.ts';
import { type Looked, skinsOf } from '#face/skins.ts';
import { squareAround } from '#face/square.ts';
import { quartersOf, standUp } from '#face/stand-up.ts';
import { farOf, type Portrait, swapFrame, type SwapLook } from '#face/swap-frame.ts';
import { type Net, unfold } from '#face/unfold.ts';
import { layerOf, layersOf } from '#face/warp.ts';

/** A picture of the new face as it is handed over. */
export type PortraitPicture = { picture: Rgb; points: Points; skin: Skin | null };
/** Where somebody is expected, without a cut between; boxes in pixels of the part, by frame. */
export type Expected = { first: number; last: number; boxes: { frame: number; box: Rect }[] };
/** What each picture of the new face has in its shape that the person has not. */
export type Shapes = Float32Array[];
/** Somebody who gets another face; `shapes` as an earlier stretch told them, so that nothing jumps between two. */
export type FaceOn = { tracks: Expected[]; portraits: PortraitPicture[]; look: SwapLook; shapes: Shapes | null };

/** Raw frames of a part of a film, and who gets which face in it. */
export type SwapStretch = {
  path: string;
  /** How pixels are written: films as lightness and colour, pictures as red, green and blue. */
  colours: Colours | null;
  size: Size;
  /** The number of the first frame on the disk, and how many there are: some before and behind those that are wanted. */
  first: number;
  count: number;
  from: number;
  to: number;
  faces: FaceOn[];
  net: Net;
  /** In one frame of so many it is told what is skin. */
  skinEvery: number;
  /** One frame in so many is judged. */
  judgedEvery: number;
  out: string;
};

export type Followed = { points: Points; presence: number };
/** What models are asked: where a face is, what of it is skin, and whose it is now. */
export type Asking = {
  follow(asked: { picture: Rgb; near: Square }): Promise<Followed>;
  skin(asked: { picture: Rgb; square: Square }): Promise<Skin>;
  /** What is around the face of somebody before and after, and where the face is in both. */
  judge(face: number, before: Rgb, after: Rgb, at: Square): Promise<Likeness | null>;
};
/** How much somebody is like the new face and like the old one after, and like the new one before. */
export type Likeness = { to_new: number; to_old: number; was_new: number };

/** Of each person: frames with the new face, frames left alone, how much points trembled, and sums of what was judged. */
export type Swapped = {
  frames: number;
  turned: number;
  lost: number;
  before: number;
  after: number;
  measured: number;
  judged: number;
} & Likeness;
/** Nobody seen yet. */
export function noneSwapped(): Swapped {
  const likeness = { judged: 0, to_new: 0, to_old: 0, was_new: 0 };
  return { frames: 0, turned: 0, lost: 0, before: 0, after: 0, measured: 0, ...likeness };
}
export type Stretched = { swapped: Swapped[]; shapes: (Shapes | null)[] };

/** Degrees to the side: from the first on a new face fades, at the second it is gone. */
const TURNED = { from: 40, to: 50 };
const SURE = 0.5;
const LYING = [Math.PI / 2, -Math.PI / 2];
const EXPECTED_SHARE = 1.6;
const FOLLOWED_SHARE = 1.5;
/** Faces are judged with what is around them, or none is found. */
const JUDGED_SHARE = 2.2;
/** So many frames in a row are looked at again for trembling. */
const TREMBLING_FRAMES = 14;
const FADE_FRAMES = 2;
/** A shape is told by so many frames at least, and by one in so many. */
const SHAPED = { least: 12, every: 4 };
/** In degrees: another picture of the new face must fit so much better before it is taken. */
const BETTER = 8;

type Seen = Looked & { weight: number };

export async function swapStretch(
  stretch: SwapStretch,
  { follow, skin, judge }: Asking,
  onFrame: (done: number) => void,
): Promise<Stretched> {
  const { size, colours, first, count, from, to, faces } = stretch;
  const bytes = colours ? (size.width * size.height * 3) / 2 : size.width * size.height * 3;
  const file = openSync(stretch.path, 'r');
  const out = openSync(stretch.out, 'w');
  const read = (frame: number): Frame => {
    const raw = new Uint8Array(bytes);
    if (readSync(file, raw, 0, bytes, (frame - first) * bytes) < bytes) throw new Error(`frame ${frame} is missing`);
    return { raw, size, colours };
  };
  const find = async (frame: Frame, near: Square): Promise<Followed> => {
    const cut = cutAround(frame, near);
    const { points, presence } = await follow({ picture: cut.picture, near: squareIn(cut, near) });
    return { points: pointsOutOf(cut, points), presence };
  };
  // Somebody who lies down has a face that lies down, too.
  const findTurned = async (frame: Frame, near: Square): Promise<Followed> => {
    let found = await find(frame, near);
    for (const turn of near.turn === 0 ? LYING : []) {
      if (found.presence < SURE) found = await find(frame, { ...near, turn });
    }
    return found;
  };
  const tellSkin = async (n: number, square: Square): Promise<Uint8Array> => {
    const cut = cutAround(read(first + n), square);
    return (await skin({ picture: cut.picture, square: squareIn(cut, square) })).data;
  };
  try {
    const totals = faces.map(noneSwapped);
    const seen: (Seen | null)[][] = faces.map(() => []);
    for (let n = 0; n < count; n += 1) {
      const isWanted = first + n >= from && first + n < to;
      const frame = faces.some(({ tracks }) => expectedAt(tracks, first + n)) ? read(first + n) : null;
      for (const [who, { tracks }] of faces.entries()) {
        const near = frame && nearOf(tracks, first + n, seen[who]![n - 1]?.points ?? null);
        seen[who]![n] = null;
        if (!frame || !near) continue;
        const { points, presence } = await findTurned(frame, near);
        const weight = presence < SURE ? 0 : 1 - ramp(TURNED.from, TURNED.to, Math.abs(poseOf(points).yaw));
        if (presence >= SURE) seen[who]![n] = { points, skin: null, weight };
        if (isWanted && presence < SURE) totals[who]!.lost += 1;
        else if (isWanted && weight < 0.5) totals[who]!.turned += 1;
        else if (isWanted) totals[who]!.frames += 1;
      }
      onFrame(((n + 1) / count) * 0.4);
    }
    for (const [who, { look }] of faces.entries()) {
      if (look.mask !== 'occlusion') continue;
      const wanted = seen[who]!.map((one, n) => (first + n >= from && first + n < to && one?.weight ? one : null));
      await skinsOf(wanted, stretch.skinEvery, tellSkin, (done) => onFrame(0.4 + (0.3 * (who + done)) / faces.length));
    }
    const { net } = stretch;
    const mesh = meshOf(net.triangles);
    const steady = seen.map((one) => smoothed(one.map((each) => each?.points ?? null)));
    const known = faces.map((face, who) => face.shapes ?? shapesOf(face.portraits, steady[who]!, mesh));
    const portraits = faces.map((face, who) =>
      face.portraits.map((one, n) => toPortrait(one, net, known[who]?.[n] ?? null)),
    );
    const trembling: (Points | null)[][] = faces.map(() => []);
    const chosen: (Portrait | null)[] = faces.map(() => null);
    for (let number = from; number < to; number += 1) {
      const n = number - first;
      const frame = read(number);
      const isJudged = (number - from) % stretch.judgedEvery === Math.floor(stretch.judgedEvery / 2) || to - from === 1;
      const around = seen.map((one) => {
        const own = one[n];
        return isJudged && own && own.weight >= 0.5 ? squareAround(own.points, JUDGED_SHARE) : null;
      });
      const before = around.map((square) => square && cutAround(frame, square));
      for (const [who, { look }] of faces.entries()) {
        const points = steady[who]![n];
        const own = seen[who]![n];
        if (!points || !own) continue;
        const strength = look.strength * fadeAt(seen[who]!, n);
        const portrait = nearestPortrait(portraits[who]!, points, chosen[who]!);
        chosen[who] = portrait;
        swapFrame(frame, { points, portrait, mesh, skin: own.skin, look: { ...look, strength } });
      }
      for (const who of faces.keys()) {
        const own = seen[who]![n];
        if (!own || own.weight < 0.5) continue;
        const near = squareAround(own.points, FOLLOWED_SHARE);
        const [square, was] = [around[who], before[who]];
        if (square && was) {
          const [quarters, at] = [quartersOf(near), squareIn(was, near)];
          const upright = standUp(was.picture, at, quarters);
          const after = standUp(cutAround(frame, square).picture, at, quarters).picture;
          addLikeness(totals[who]!, await judge(who, upright.picture, after, upright.square));
        }
        if (trembling[who]!.length < TREMBLING_FRAMES && to - from > 3) {
          const again = await find(frame, near);
          trembling[who]!.push(again.presence >= SURE ? again.points : null);
        }
      }
      writeSync(out, frame.raw);
      onFrame(0.7 + (0.3 * (number + 1 - from)) / (to - from));
    }
    for (const [who, after] of trembling.entries()) {
      const at = seen[who]!.findIndex((one, n) => first + n >= from && one !== null && one.weight >= 0.5);
      if (at < 0 || after.length < 4) continue;
      const was = seen[who]!.slice(at, at + after.length).map((one) => one?.points ?? null);
      Object.assign(totals[who]!, { before: tremble(was), after: tremble(after), measured: 1 });
    }
    const shapes = known.map((one, who) =>
      seen[who]!.filter((each) => each?.weight).length < SHAPED.least ? null : one,
    );
    return { swapped: totals, shapes };
  } finally {
    closeSync(file);
    closeSync(out);
  }
}

function addLikeness(total: Swapped, likeness: Likeness | null): void {
  if (!likeness) return;
  total.judged += 1;
  for (const key of ['to_new', 'to_old', 'was_new'] as const) total[key] += likeness[key];
}

function toPortrait({ picture, points, skin }: PortraitPicture, net: Net, difference: Float32Array | null): Portrait {
  const layers = layersOf(layerOf(picture, skin));
  const flat = unfold(layers, points, net);
  const drawn = flat ? { layers: layersOf(flat.layer), places: flat.points } : { layers, places: points };
  return { ...drawn, points, difference, ...poseOf(points) };
}

function shapesOf(
  portraits: readonly PortraitPicture[],
  frames: readonly (Points | null)[],
  mesh: Mesh,
): Shapes | null {
  const some = frames.filter((one) => one !== null).filter((_, n) => n % SHAPED.every === 0);
  return some.length > 0 ? portraits.map(({ points }) => differenceOf(points, some, mesh)) : null;
}

/** Whichever picture looks most the same way; the one before stays as long as it does nearly as well. */
function nearestPortrait(portraits: readonly Portrait[], points: Points, before: Portrait | null): Portrait {
  const best = portraits.toSorted((a, b) => farOf(a, points) - farOf(b, points))[0]!;
  return before && farOf(before, points) < farOf(best, points) + BETTER ? before : best;
}

/** A face comes and goes within a few frames, not from one to the next. */
function fadeAt(seen: readonly (Seen | null)[], n: number): number {
  let [sum, count] = [0, 0];
  for (let k = n - FADE_FRAMES; k <= n + FADE_FRAMES; k += 1) {
    const one = seen[k];
    if (!one) continue;
    sum += one.weight;
    count += 1;
  }
  return count > 0 ? sum / count : 0;
}

function expectedAt(tracks: readonly Expected[], frame: number): Rect | null {
  const track = tracks.find(({ first, last }) => frame >= first && frame < last);
  if (!track) return null;
  const after = track.boxes.findIndex((one) => one.frame > frame);
  const [a, b] = [track.boxes.at(after < 0 ? -1 : Math.max(0, after - 1))!, track.boxes[after]];
  if (!b || b.frame === a.frame || frame <= a.frame) return a.box;
  const share = (frame - a.frame) / (b.frame - a.frame);
  const between = (from: number, to: number) => from + (to - from) * share;
  return {
    x: between(a.box.x, b.box.x),
    y: between(a.box.y, b.box.y),
    width: between(a.box.width, b.box.width),
    height: between(a.box.height, b.box.height),
  };
}

/** Where to look for a face: where it was a frame before, as long as that is where it is expected. */
function nearOf(tracks: readonly Expected[], frame: number, before: Points | null): Square | null {
  const box = expectedAt(tracks, frame);
  if (!box) return null;
  const side = EXPECTED_SHARE * Math.max(box.width, box.height);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const last = before && squareAround(before, FOLLOWED_SHARE);
  if (last && Math.hypot(last.x - middle.x, last.y - middle.y) < side * 0.5) return last;
  return { ...middle, side, turn: 0 };
}
