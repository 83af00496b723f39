import type { Box, Picture, RawPicture } from '#vision/sight.ts';

/** So many points a face is traced by; the last ten are those of the eyes' pupils. */
export const FACE_POINTS = 478;

/**
 * A face in a picture, with its points: x, y and depth of each in pixels of the picture, nearer ones with a smaller depth.
 * Angles in degrees; `yaw` above 0 looks to the right of the picture. `years` is a guess.
 */
export type TracedFace = {
  box: Box;
  score: number;
  vector: Float32Array;
  sharpness: number;
  points: Float32Array;
  /** How sure it is that the points lie on a face, 0 to 1. */
  presence: number;
  yaw: number;
  pitch: number;
  years: number;
};
export type TraceFacesInput = { pictures: Picture[] };

/** A square that may be turned: its middle and side in pixels, its turn in radians. */
export type Square = { x: number; y: number; side: number; turn: number };

/** Where a face was a moment ago. */
export type FollowInput = { picture: RawPicture; near: Square };
export type FollowedFace = { points: Float32Array; presence: number };
/** Where it is to be told what is skin of a face. */
export type SkinInput = { picture: RawPicture; square: Square };
/** How surely each pixel of a square is bare skin of a face, 0 to 255, `SKIN_SIDE` a side. */
export type FaceSkin = { square: Square; data: Uint8Array };
export const SKIN_SIDE = 256;

/** How the points of any face hang together: triangles of a net without holes, and the places of a face that looks ahead. */
export type FaceNet = { triangles: Uint16Array; points: Float32Array };

/** The network that tells skin has learnt from people with their shoulders. */
export const SKIN_SHARE = 2.2;

/** The square that the points of a face want to be looked at in. */
export function squareAround(points: Float32Array, share = 1.5): Square {
  const [lx, ly] = [(points[33 * 3]! + points[133 * 3]!) / 2, (points[33 * 3 + 1]! + points[133 * 3 + 1]!) / 2];
  const [rx, ry] = [(points[263 * 3]! + points[362 * 3]!) / 2, (points[263 * 3 + 1]! + points[362 * 3 + 1]!) / 2];
  const turn = Math.atan2(ry - ly, rx - lx);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let n = 0; n < 468; n += 1) {
    const [px, py] = [points[n * 3]!, points[n * 3 + 1]!];
    const [u, v] = [cos * px + sin * py, -sin * px + cos * py];
    left = Math.min(left, u);
    right = Math.max(right, u);
    top = Math.min(top, v);
    bottom = Math.max(bottom, v);
  }
  const [u, v] = [(left + right) / 2, (top + bottom) / 2];
  return { x: cos * u - sin * v, y: sin * u + cos * v, side: share * Math.max(right - left, bottom - top), turn };
}

/** Where a face looks, by its points: degrees to the side and upwards. */
export function poseOf(points: Float32Array): { yaw: number; pitch: number } {
  const between = (a: number, b: number) => [0, 1, 2].map((k) => points[b * 3 + k]! - points[a * 3 + k]!);
  const [ax = 0, ay = 0, az = 0] = between(234, 454);
  const [bx = 0, by = 0, bz = 0] = between(10, 152);
  return { yaw: degrees(Math.atan2(az, Math.hypot(ax, ay))), pitch: degrees(Math.atan2(bz, Math.hypot(bx, by))) };
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI;
}
