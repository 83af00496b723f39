/** The points of a face: x, y and depth of each, in pixels. */
export type Points = Float32Array;
export type Place = { x: number; y: number };

/** The points that any face has in common: those of the pupils follow, and move by themselves. */
export const NET_POINTS = 468;

/** Around the face, from the top of the forehead clockwise. */
export const OVAL = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136,
  172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
];
/** What is seen between the lips, and between the lids. */
export const MOUTH = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308, 324, 318, 402, 317, 14, 87, 178, 88, 95];
export const EYES = [
  [33, 246, 161, 160, 159, 158, 157, 173, 133, 155, 154, 153, 145, 144, 163, 7],
  [263, 466, 388, 387, 386, 385, 384, 398, 362, 382, 381, 380, 374, 373, 390, 249],
];
/** Brows with the eyes below them, and the lips: their colours say nothing of the light. */
export const FEATURES = [
  [70, 63, 105, 66, 107, 133, 155, 154, 153, 145, 144, 163, 7, 33],
  [300, 293, 334, 296, 336, 362, 382, 381, 380, 374, 373, 390, 249, 263],
  [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 375, 321, 405, 314, 17, 84, 181, 91, 146],
];
/** Brows, nose and corners of the eyes: they say most of where a face is and least of what it says. */
export const FIRM = [
  6, 168, 197, 195, 5, 4, 1, 33, 133, 362, 263, 55, 285, 107, 336, 70, 300, 129, 358, 98, 327, 127, 356, 234, 454, 93,
  323,
];

export function at(points: Points, n: number): Place {
  return { x: points[n * 3]!, y: points[n * 3 + 1]! };
}

export function eyeDistance(points: Points): number {
  const middle = (eye: number[]) => {
    const places = [at(points, eye[0]!), at(points, eye[8]!)];
    return { x: (places[0]!.x + places[1]!.x) / 2, y: (places[0]!.y + places[1]!.y) / 2 };
  };
  const [left, right] = [middle(EYES[0]!), middle(EYES[1]!)];
  return Math.hypot(left.x - right.x, left.y - right.y);
}

/** How wide and tall a face is, whichever way it looks. */
export function sizeOf(points: Points): number {
  const [top, chin, left, right] = [10, 152, 234, 454].map((n) => at(points, n));
  return Math.max(Math.hypot(top!.x - chin!.x, top!.y - chin!.y), Math.hypot(left!.x - right!.x, left!.y - right!.y));
}

/** Degrees to the side (above 0: to the right of the picture) and downwards. */
export function poseOf(points: Points): { yaw: number; pitch: number } {
  const between = (a: number, b: number) => [0, 1, 2].map((k) => points[b * 3 + k]! - points[a * 3 + k]!);
  const [ax = 0, ay = 0, az = 0] = between(234, 454);
  const [bx = 0, by = 0, bz = 0] = between(10, 152);
  return { yaw: degrees(Math.atan2(az, Math.hypot(ax, ay))), pitch: degrees(Math.atan2(bz, Math.hypot(bx, by))) };
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI;
}

type Turn = { a: number; b: number; dx: number; dy: number };

/** The turn, scale and shift that brings a face onto another with the least squared error. */
function turnOnto(from: Points, to: Points, which: readonly number[] = FIRM): Turn {
  let [fx, fy, tx, ty] = [0, 0, 0, 0];
  for (const n of which) {
    fx += from[n * 3]! / which.length;
    fy += from[n * 3 + 1]! / which.length;
    tx += to[n * 3]! / which.length;
    ty += to[n * 3 + 1]! / which.length;
  }
  let [a, b, spread] = [0, 0, 0];
  for (const n of which) {
    const [x, y] = [from[n * 3]! - fx, from[n * 3 + 1]! - fy];
    const [u, v] = [to[n * 3]! - tx, to[n * 3 + 1]! - ty];
    a += x * u + y * v;
    b += x * v - y * u;
    spread += x * x + y * y;
  }
  a /= spread;
  b /= spread;
  return { a, b, dx: tx - a * fx + b * fy, dy: ty - b * fx - a * fy };
}

function turned(points: Points, { a, b, dx, dy }: Turn): Points {
  const made = new Float32Array(points.length);
  const scale = Math.hypot(a, b);
  for (let n = 0; n < points.length; n += 3) {
    made[n] = a * points[n]! - b * points[n + 1]! + dx;
    made[n + 1] = b * points[n]! + a * points[n + 1]! + dy;
    made[n + 2] = points[n + 2]! * scale;
  }
  return made;
}

const SPAN = 3;
const NEAR = 1.4;
/** In distances of the eyes: points that moved by more than this have moved, less is noise. */
const NOISE = 0.035;

/**
 * Points over time with less noise and no lag: each frame is the mean of its neighbours, turned onto it so that a head
 * that moves is not held back; what moves by itself, as lips do, counts the less the further it went.
 */
export function smoothed(frames: readonly (Points | null)[]): (Points | null)[] {
  return frames.map((own, n) => {
    if (!own) return null;
    const noise = NOISE * eyeDistance(own);
    const sums = new Float32Array(own.length);
    const weights = new Float32Array(own.length / 3);
    for (let k = -SPAN; k <= SPAN; k += 1) {
      const other = frames[n + k];
      if (!other) continue;
      const near = k === 0 ? own : turned(other, turnOnto(other, own));
      const close = Math.exp(-((k / NEAR) ** 2) / 2);
      for (let p = 0; p < weights.length; p += 1) {
        const far = Math.hypot(near[p * 3]! - own[p * 3]!, near[p * 3 + 1]! - own[p * 3 + 1]!);
        const weight = close * Math.exp(-((far / noise) ** 2));
        weights[p]! += weight;
        for (let axis = 0; axis < 3; axis += 1) sums[p * 3 + axis]! += weight * near[p * 3 + axis]!;
      }
    }
    return sums.map((sum, p) => sum / weights[Math.floor(p / 3)]!);
  });
}

/** How much points tremble: the mean of their second differences over time, in distances of the eyes. */
export function tremble(frames: readonly (Points | null)[]): number {
  let [sum, count] = [0, 0];
  for (let n = 1; n + 1 < frames.length; n += 1) {
    const [before, own, after] = [frames[n - 1], frames[n], frames[n + 1]];
    if (!before || !own || !after) continue;
    const scale = eyeDistance(own);
    for (const p of FIRM) {
      const [x, y] = [0, 1].map((axis) => before[p * 3 + axis]! - 2 * own[p * 3 + axis]! + after[p * 3 + axis]!);
      sum += Math.hypot(x!, y!) / scale;
      count += 1;
    }
  }
  return count > 0 ? sum / count : 0;
}
