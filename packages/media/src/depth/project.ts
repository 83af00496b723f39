import type { Pose } from '#depth/camera.ts';

/** A place on the picture or the screen: 0 in the middle, in heights of the picture. */
export type Point = [x: number, y: number];

/** How far the picture is from the camera, in its heights: about a 45° view. */
const DISTANCE = 1.2;

/**
 * Where a point of a layer is seen. `depth` is how far the layer is, 1 for the background: nearer ones are as much
 * smaller as they are nearer, so that from the picture's own view every layer lies where it was.
 */
export function project([x, y]: Point, depth: number, pose: Pose): Point {
  const right = x * depth - pose.right;
  const down = y * depth - pose.down;
  const ahead = DISTANCE * depth - pose.forward;
  // Turned about the upright axis, then the level one, then that of sight.
  const [cosYaw, sinYaw] = [Math.cos(pose.yaw), Math.sin(pose.yaw)];
  const [alongX, deep] = [right * cosYaw - ahead * sinYaw, right * sinYaw + ahead * cosYaw];
  const [cosPitch, sinPitch] = [Math.cos(pose.pitch), Math.sin(pose.pitch)];
  const [alongY, depthAhead] = [down * cosPitch + deep * sinPitch, deep * cosPitch - down * sinPitch];
  const [cosRoll, sinRoll] = [Math.cos(pose.roll), Math.sin(pose.roll)];
  const scale = DISTANCE / depthAhead;
  return [(alongX * cosRoll + alongY * sinRoll) * scale, (alongY * cosRoll - alongX * sinRoll) * scale];
}

/** The four corners of a picture of this shape, as the filter names them: top left, top right, bottom left, bottom right. */
export function cornersOf(ratio: number): Point[] {
  const half = ratio / 2;
  return [
    [-half, -0.5],
    [half, -0.5],
    [-half, 0.5],
    [half, 0.5],
  ];
}

/** The sides of the picture, each from corner to corner so that the picture is on the same hand. */
const SIDES = { top: [0, 1], right: [1, 3], bottom: [3, 2], left: [2, 0] } as const;
export type Side = keyof typeof SIDES;
export const ALL_SIDES = Object.keys(SIDES) as Side[];

/** A layer that is cut off by sides of the picture: beyond them there is nothing of it to be seen. */
export type CutOff = { depth: number; sides: readonly Side[] };

/** The least enlargement with which no side by which a layer is cut off comes into the screen. */
export function fillingZoom(ratio: number, poses: Pose[], layers: readonly CutOff[]): number {
  const corners = cornersOf(ratio);
  let most = 1;
  for (const pose of poses) {
    for (const { depth, sides } of layers) {
      const seen = corners.map((corner) => project(corner, depth, pose));
      for (const side of sides) {
        const [from, to] = SIDES[side];
        for (const corner of corners) most = Math.max(most, neededZoom(corner, seen[from]!, seen[to]!));
      }
    }
  }
  return most;
}

/** How much larger a side must be, away from the middle, for a corner of the screen to be inside of it. */
function neededZoom([x, y]: Point, from: Point, to: Point): number {
  const [normalX, normalY] = [to[1] - from[1], from[0] - to[0]];
  const side = normalX * from[0] + normalY * from[1];
  // The middle of the screen is outside: no enlargement helps, and no move of ours goes there.
  if (side <= 0) return Infinity;
  return (normalX * x + normalY * y) / side;
}
