import type { Skin, Square } from '#face/mask.ts';
import type { Points } from '#face/points.ts';
import { squareAround } from '#face/square.ts';

/** A face in a frame, and what of it is skin. */
export type Looked = { points: Points; skin: Skin | null };

/** In sizes of a face: the network has learnt from people with their shoulders. */
const SHARE = 2.2;
/** Skin is told in one frame of so many: that takes longer than all else. */
const EVERY = 4;
/** Of 255, in the mean over the face: where two looks differ by more, something moves before it, and all between are looked at. */
const MOVING = 5;

/** Tells the skin of every frame: by the network where it must be, between two looks that agree by both. */
export async function skinsOf(
  frames: readonly (Looked | null)[],
  tell: (n: number, square: Square) => Promise<Uint8Array>,
  onDone: (share: number) => void,
): Promise<void> {
  const look = async (n: number): Promise<void> => {
    const square = squareAround(frames[n]!.points, SHARE);
    frames[n]!.skin = { square, data: await tell(n, square) };
  };
  const between = async (a: number, b: number): Promise<void> => {
    if (b - a < 2) return;
    const [before, after] = [frames[a]!.skin!.data, frames[b]!.skin!.data];
    if (differenceOf(before, after) > MOVING) {
      const middle = (a + b) >> 1;
      await look(middle);
      await between(a, middle);
      await between(middle, b);
      return;
    }
    for (let n = a + 1; n < b; n += 1) {
      const share = (n - a) / (b - a);
      // Squares go with the face: what is skin in one place of both is so between them.
      const data = before.map((value, k) => value + share * (after[k]! - value));
      frames[n]!.skin = { square: squareAround(frames[n]!.points, SHARE), data };
    }
  };
  let last: number | null = null;
  for (let n = 0; n < frames.length; n += 1) {
    if (!frames[n]) {
      last = null;
      continue;
    }
    const isEnd = !frames[n + 1];
    if (last !== null && n - last < EVERY && !isEnd) continue;
    await look(n);
    if (last !== null) await between(last, n);
    last = n;
    onDone((n + 1) / frames.length);
  }
}

/** In the middle of the square, where the face is. */
function differenceOf(a: Uint8Array, b: Uint8Array): number {
  const side = Math.sqrt(a.length);
  const [from, to] = [Math.floor(side * 0.27), Math.ceil(side * 0.73)];
  let sum = 0;
  for (let y = from; y < to; y += 1) {
    for (let x = from; x < to; x += 1) sum += Math.abs(a[y * side + x]! - b[y * side + x]!);
  }
  return sum / (to - from) ** 2;
}
