import type { Skin, Square } from '#face/mask.ts';
import type { Points } from '#face/points.ts';
import { squareAround } from '#face/square.ts';

/** A face in a frame, and what of it is skin. */
export type Looked = { points: Points; skin: Skin | null };

/** In sizes of a face: the network has learnt from people with their shoulders. */
const SHARE = 2.2;
/** Skin is told in one frame of so many: that takes longer than all else. A preview may miss a hand that is gone in a quarter of a second. */
export const SKIN_EVERY = { preview: 9, film: 5 };
/** Of 255, in the mean over the face: where two looks differ by more, something moves before it, and it is looked at between. */
const MOVING = 5;
/** Nothing moves far within so many frames. */
const NEAREST = 3;

/** Tells the skin of every frame: by the network where it must be, between two looks that agree by both. */
export async function skinsOf(
  frames: readonly (Looked | null)[],
  every: number,
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
    if (b - a > NEAREST && differenceOf(before, after) > MOVING) {
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
    if (last !== null && n - last < every && !isEnd) continue;
    await look(n);
    if (last !== null) await between(last, n);
    last = n;
    onDone((n + 1) / frames.length);
  }
}

/** Halves of a face's width and height, in its square. */
const FACE = { x: 0.17, y: 0.23 };

/** Where the face is: what moves below a chin is not before it. */
function differenceOf(a: Uint8Array, b: Uint8Array): number {
  const side = Math.sqrt(a.length);
  let [sum, count] = [0, 0];
  for (let n = 0; n < a.length; n += 1) {
    const u = ((n % side) / side - 0.5) / FACE.x;
    const v = (Math.floor(n / side) / side - 0.5) / FACE.y;
    if (u * u + v * v > 1) continue;
    sum += Math.abs(a[n]! - b[n]!);
    count += 1;
  }
  return sum / count;
}
