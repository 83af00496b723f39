import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { Rect, Size } from '#clean/mark.ts';
import { ramp, type Skin, type Square } from '#face/mask.ts';
import { type Colours, type Rgb, toRgb, writeBack } from '#face/pixels.ts';
import { NET_POINTS, type Points, poseOf, smoothed, tremble } from '#face/points.ts';
import { nearestPortrait, type Portrait, swapFrame, type SwapLook } from '#face/swap-frame.ts';
import { layersOf } from '#face/warp.ts';

/** A picture of the new face as it is handed over. */
export type PortraitPicture = { picture: Rgb; points: Points; skin: Skin | null };
/** Where somebody is expected, without a cut between; boxes in pixels of the part, by frame. */
export type Expected = { first: number; last: number; boxes: { frame: number; box: Rect }[] };
/** Somebody who gets another face. */
export type FaceOn = { tracks: Expected[]; portraits: PortraitPicture[]; look: SwapLook };

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
  triangles: Uint16Array;
  /** One frame in so many is judged. */
  judgedEvery: number;
  out: string;
};

export type Followed = { points: Points; presence: number; skin: Skin | null };
/** What models are asked: where a face is, and whose it is now. */
export type Asking = {
  follow(asked: { picture: Rgb; near: Square; isSkinWanted: boolean }): Promise<Followed>;
  /** The frame before and after, and where the face of somebody is in both. */
  judge(face: number, before: Rgb, after: Rgb, at: Square): Promise<void>;
};

/** Of each person: frames with the new face, frames left alone, and how much points trembled before and after. */
export type Swapped = { frames: number; turned: number; lost: number; before: number; after: number; measured: number };

/** Degrees to the side: from the first on a new face fades, at the second it is gone. */
const TURNED = { from: 40, to: 50 };
const SURE = 0.5;
const EXPECTED_SHARE = 1.6;
const FOLLOWED_SHARE = 1.5;
/** So many frames in a row are looked at again for trembling. */
const TREMBLING_FRAMES = 14;
const FADE_FRAMES = 2;
/** Skin is told in every other frame: that takes longer than all else. */
const SKIN_EVERY = 2;

type Seen = { points: Points; skin: Skin | null; weight: number };

export async function swapStretch(
  stretch: SwapStretch,
  { follow, judge }: Asking,
  onFrame: (done: number) => void,
): Promise<Swapped[]> {
  const { size, first, count, from, to, faces, triangles } = stretch;
  const bytes = stretch.colours ? (size.width * size.height * 3) / 2 : size.width * size.height * 3;
  const file = openSync(stretch.path, 'r');
  const out = openSync(stretch.out, 'w');
  const read = (frame: number) => {
    const raw = new Uint8Array(bytes);
    if (readSync(file, raw, 0, bytes, (frame - first) * bytes) < bytes) throw new Error(`frame ${frame} is missing`);
    const rgb = stretch.colours ? toRgb(raw, size, stretch.colours) : { data: raw, ...size };
    return { raw, rgb };
  };
  try {
    const totals = faces.map((): Swapped => ({ frames: 0, turned: 0, lost: 0, before: 0, after: 0, measured: 0 }));
    const seen: (Seen | null)[][] = faces.map(() => []);
    for (let n = 0; n < count; n += 1) {
      const frame = first + n;
      const isWanted = frame >= from && frame < to;
      const { rgb } = faces.some(({ tracks }) => expectedAt(tracks, frame)) ? read(frame) : { rgb: null };
      for (const [who, { tracks, look }] of faces.entries()) {
        const near = rgb && nearOf(tracks, frame, seen[who]![n - 1]?.points ?? null);
        seen[who]![n] = null;
        if (!rgb || !near) continue;
        const before = seen[who]![n - 1] ?? null;
        const isSkinWanted = isWanted && look.mask === 'occlusion' && (n % SKIN_EVERY === 0 || !before?.skin);
        const found = await follow({ picture: rgb, near, isSkinWanted });
        const weight = found.presence < SURE ? 0 : 1 - ramp(TURNED.from, TURNED.to, Math.abs(poseOf(found.points).yaw));
        const skin = found.skin ?? (before && movedWith(before, found.points));
        if (found.presence >= SURE) seen[who]![n] = { points: found.points, skin, weight };
        if (isWanted && found.presence < SURE) totals[who]!.lost += 1;
        else if (isWanted && weight < 0.5) totals[who]!.turned += 1;
        else if (isWanted) totals[who]!.frames += 1;
      }
      onFrame(((n + 1) / count) * 0.7);
    }
    const portraits = faces.map((one) => one.portraits.map(toPortrait));
    const steady = seen.map((one) => smoothed(one.map((each) => each?.points ?? null)));
    const trembling: (Points | null)[][] = faces.map(() => []);
    for (let frame = from; frame < to; frame += 1) {
      const n = frame - first;
      const { raw, rgb } = read(frame);
      const changed = new Uint8Array(size.width * size.height);
      const isJudged = (frame - from) % stretch.judgedEvery === Math.floor(stretch.judgedEvery / 2) || to - from === 1;
      const before = isJudged ? { ...rgb, data: Uint8Array.from(rgb.data) } : rgb;
      for (const [who, { look }] of faces.entries()) {
        const points = steady[who]![n];
        const own = seen[who]![n];
        if (!points || !own) continue;
        const strength = look.strength * fadeAt(seen[who]!, n);
        const portrait = nearestPortrait(portraits[who]!, points);
        swapFrame(rgb, changed, { points, portrait, triangles, skin: own.skin, look: { ...look, strength } });
      }
      for (const who of faces.keys()) {
        const own = seen[who]![n];
        if (!own || own.weight < 0.5) continue;
        const near = squareAround(own.points, FOLLOWED_SHARE);
        if (isJudged) await judge(who, before, rgb, near);
        if (trembling[who]!.length < TREMBLING_FRAMES && to - from > 3) {
          const again = await follow({ picture: rgb, near, isSkinWanted: false });
          trembling[who]!.push(again.presence >= SURE ? again.points : null);
        }
      }
      if (stretch.colours) writeBack(raw, rgb, changed, stretch.colours);
      writeSync(out, raw);
      onFrame(0.7 + (0.3 * (frame + 1 - from)) / (to - from));
    }
    for (const [who, after] of trembling.entries()) {
      const at = seen[who]!.findIndex((one, n) => first + n >= from && one !== null && one.weight >= 0.5);
      if (at < 0 || after.length < 4) continue;
      const was = seen[who]!.slice(at, at + after.length).map((one) => one?.points ?? null);
      Object.assign(totals[who]!, { before: tremble(was), after: tremble(after), measured: 1 });
    }
    return totals;
  } finally {
    closeSync(file);
    closeSync(out);
  }
}

function toPortrait({ picture, points, skin }: PortraitPicture): Portrait {
  return { layers: layersOf(picture, skin), points, ...poseOf(points) };
}

/** What was before a face a frame ago has hardly moved against it. */
function movedWith({ skin, points: before }: Seen, points: Points): Skin | null {
  if (!skin) return null;
  const [from, to] = [squareAround(before, 1), squareAround(points, 1)];
  return { ...skin, square: { ...skin.square, x: skin.square.x + to.x - from.x, y: skin.square.y + to.y - from.y } };
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

function squareAround(points: Points, share: number): Square {
  const eye = (a: number, b: number) => [0, 1].map((axis) => (points[a * 3 + axis]! + points[b * 3 + axis]!) / 2);
  const [[lx = 0, ly = 0], [rx = 0, ry = 0]] = [eye(33, 133), eye(263, 362)] as [number[], number[]];
  const turn = Math.atan2(ry - ly, rx - lx);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let n = 0; n < NET_POINTS; n += 1) {
    const [px, py] = [points[n * 3]!, points[n * 3 + 1]!];
    const [u, v] = [cos * px + sin * py, -sin * px + cos * py];
    [left, right] = [Math.min(left, u), Math.max(right, u)];
    [top, bottom] = [Math.min(top, v), Math.max(bottom, v)];
  }
  const [u, v] = [(left + right) / 2, (top + bottom) / 2];
  return { x: cos * u - sin * v, y: sin * u + cos * v, side: share * Math.max(right - left, bottom - top), turn };
}
