import { ramp } from '#face/mask.ts';
import { FIRM, MOUTH, NET_POINTS, OVAL, type Points } from '#face/points.ts';

/** How a face lies in space against another: turned (nine numbers, by rows) and larger by a factor. */
type Pose = { turn: number[]; scale: number };

/** The turn and scale that bring one face onto another in space with the least squared error (Horn's quaternions). */
export function poseBetween(from: Points, to: Points): Pose {
  const [a, b] = [middleOf(from), middleOf(to)];
  const s = Array.from({ length: 9 }, () => 0);
  let [before, after] = [0, 0];
  for (const p of FIRM) {
    for (let i = 0; i < 3; i += 1) {
      const x = from[p * 3 + i]! - a[i]!;
      before += x * x;
      after += (to[p * 3 + i]! - b[i]!) ** 2;
      for (let j = 0; j < 3; j += 1) s[i * 3 + j]! += x * (to[p * 3 + j]! - b[j]!);
    }
  }
  const [xx = 0, xy = 0, xz = 0, yx = 0, yy = 0, yz = 0, zx = 0, zy = 0, zz = 0] = s;
  const matrix = [
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, yy - xx - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, zz - xx - yy],
  ];
  // The largest is wanted, not the one furthest from 0: so all are lifted above it.
  const lift = Math.sqrt(before * after);
  let q = [1, 0.01, 0.01, 0.01];
  for (let round = 0; round < 60; round += 1) {
    const next = matrix.map((row, n) => row.reduce((sum, value, k) => sum + value * q[k]!, lift * q[n]!));
    const length = Math.hypot(...next);
    q = next.map((value) => value / length);
  }
  const [w = 1, x = 0, y = 0, z = 0] = q;
  const turn = [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  ];
  return { turn, scale: Math.sqrt(after / before) };
}

function middleOf(points: Points): number[] {
  return [0, 1, 2].map((axis) => FIRM.reduce((sum, p) => sum + points[p * 3 + axis]! / FIRM.length, 0));
}

/** How much of the net may be moved: nothing at its outline, all of it three points further inwards. */
const INWARDS = [0, 0.3, 0.75, 1];
const EVEN_ROUNDS = 3;

/** From what is seen between the lips outwards: how much of the net goes with the mouth. */
const WITH_MOUTH = [1, 1, 1, 1, 0.7, 0.4, 0.15];

/** `free`: how much of it may be moved; `mouth`: how much goes with the mouth. */
export type Mesh = { triangles: Uint16Array; neighbours: number[][]; free: Float32Array; mouth: Float32Array };

export function meshOf(triangles: Uint16Array): Mesh {
  const sets = Array.from({ length: NET_POINTS }, () => new Set<number>());
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k += 1) {
      const [a, b] = [triangles[t + k]!, triangles[t + ((k + 1) % 3)]!];
      sets[a]!.add(b);
      sets[b]!.add(a);
    }
  }
  const neighbours = sets.map((set) => [...set]);
  const free = new Float32Array(NET_POINTS).fill(1);
  const mouth = new Float32Array(NET_POINTS);
  byRings(OVAL, INWARDS, neighbours, (p, share) => (free[p] = share));
  byRings(MOUTH, WITH_MOUTH, neighbours, (p, share) => (mouth[p] = share));
  return { triangles, neighbours, free, mouth };
}

/** Gives some points the first share, those around them the second, and so on. */
function byRings(
  first: number[],
  shares: number[],
  neighbours: number[][],
  put: (p: number, share: number) => void,
): void {
  let ring = first;
  const known = new Set(ring);
  for (const share of shares) {
    for (const p of ring) put(p, share);
    ring = [...new Set(ring.flatMap((p) => neighbours[p]!))].filter((p) => !known.has(p));
    for (const p of ring) known.add(p);
  }
}

/** In distances between the eyes: mouths that differ by less say the same, by more something else. */
const SAYS_ELSE = { from: 0.05, to: 0.14 };

/** How far a mouth is open and how wide, in distances between the eyes. */
function mouthOf(points: Points): { open: number; wide: number } {
  const between = (a: number, b: number) =>
    Math.hypot(...[0, 1, 2].map((axis) => points[a * 3 + axis]! - points[b * 3 + axis]!));
  const eyes = Math.max(1e-6, between(33, 263));
  return { open: between(13, 14) / eyes, wide: between(61, 291) / eyes };
}

/** Whether a picture smiles or speaks where the film mostly does not, or the other way round: 0 to 1. */
function saysElse(own: Points, frames: readonly Points[]): number {
  const there = frames.map(mouthOf);
  const here = mouthOf(own);
  const mean = (key: 'open' | 'wide') => there.reduce((sum, one) => sum + one[key], 0) / there.length;
  const apart = Math.abs(here.open - mean('open')) + 0.5 * Math.abs(here.wide - mean('wide'));
  return ramp(SAYS_ELSE.from, SAYS_ELSE.to, apart);
}

/**
 * What the shape of one face has that another has not, as the first one lies: over many frames, so that what a face says
 * at a moment is not taken for its shape. Neighbours are made to move alike: lips must not cross.
 */
export function differenceOf(own: Points, frames: readonly Points[], { neighbours, mouth }: Mesh): Float32Array {
  const sum = new Float32Array(NET_POINTS * 3);
  const middle = middleOf(own);
  for (const points of frames) {
    const { turn, scale } = poseBetween(own, points);
    const there = middleOf(points);
    for (let p = 0; p < NET_POINTS; p += 1) {
      for (let axis = 0; axis < 3; axis += 1) {
        let back = 0;
        for (let k = 0; k < 3; k += 1) back += turn[k * 3 + axis]! * (points[p * 3 + k]! - there[k]!);
        sum[p * 3 + axis]! += (own[p * 3 + axis]! - middle[axis]! - back / scale) / frames.length;
      }
    }
  }
  let now = quiet(sum, mouth, saysElse(own, frames));
  for (let round = 0; round < EVEN_ROUNDS; round += 1) {
    const last = now;
    now = last.map((value, n) => {
      const [p, axis] = [Math.floor(n / 3), n % 3];
      const near = neighbours[p]!;
      return (value + near.reduce((all, q) => all + last[q * 3 + axis]!, 0)) / (near.length + 1);
    });
  }
  return now;
}

/** A mouth that says something else is where the new face has it, and has the film's own shape: a smile is no shape. */
function quiet(difference: Float32Array, mouth: Float32Array, share: number): Float32Array {
  if (share === 0) return difference;
  const middle = [0, 1, 2].map((axis) => MOUTH.reduce((sum, p) => sum + difference[p * 3 + axis]! / MOUTH.length, 0));
  return difference.map((value, n) => value + share * mouth[Math.floor(n / 3)]! * (middle[n % 3]! - value));
}

/** The points of a film's face, moved by a share towards the shape of another; its outline stays. */
export function movedTowards(points: Points, own: Points, difference: Float32Array, share: number, mesh: Mesh): Points {
  const { turn, scale } = poseBetween(own, points);
  const made = Float32Array.from(points);
  for (let p = 0; p < NET_POINTS; p += 1) {
    const by = share * scale * mesh.free[p]!;
    for (let axis = 0; axis < 2; axis += 1) {
      let move = 0;
      for (let k = 0; k < 3; k += 1) move += turn[axis * 3 + k]! * difference[p * 3 + k]!;
      made[p * 3 + axis]! += by * move;
    }
  }
  return made;
}
