import type { Box } from '@mixreel/contract';

/** Smaller parts of a picture are only blur. */
const LEAST = 0.05;
export const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 };

export type Grip = 'move' | 'nw' | 'ne' | 'sw' | 'se';

/**
 * The box after a grip was moved by shares of the picture. `shape` is the wanted width over height, in shares as well;
 * null leaves it free. What is held against stays where it is, and nothing leaves the picture.
 */
export function dragBox(box: Box, grip: Grip, by: { x: number; y: number }, shape: number | null): Box {
  if (grip === 'move') {
    return { ...box, x: clamp(box.x + by.x, 0, 1 - box.width), y: clamp(box.y + by.y, 0, 1 - box.height) };
  }
  const isWest = grip.endsWith('w');
  const isNorth = grip.startsWith('n');
  const fixed = { x: isWest ? box.x + box.width : box.x, y: isNorth ? box.y + box.height : box.y };
  const room = { width: isWest ? fixed.x : 1 - fixed.x, height: isNorth ? fixed.y : 1 - fixed.y };
  let width = clamp(box.width + (isWest ? -by.x : by.x), LEAST, room.width);
  let height = clamp(box.height + (isNorth ? -by.y : by.y), LEAST, room.height);
  if (shape !== null) {
    const wanted = Math.abs(by.x) >= Math.abs(by.y) * shape ? width : height * shape;
    width = clamp(wanted, Math.max(LEAST, LEAST * shape), Math.min(room.width, room.height * shape));
    height = width / shape;
  }
  return { x: isWest ? fixed.x - width : fixed.x, y: isNorth ? fixed.y - height : fixed.y, width, height };
}

/** The box between where a press began and where it is now. */
export function drawBox(from: { x: number; y: number }, to: { x: number; y: number }, shape: number | null): Box {
  const by = { x: to.x - from.x, y: to.y - from.y };
  const grip: Grip = `${by.y < 0 ? 'n' : 's'}${by.x < 0 ? 'w' : 'e'}`;
  return dragBox({ ...from, width: 0, height: 0 }, grip, by, shape);
}

/** As it is seen when the picture is mirrored, and back. */
export function mirrorBox(box: Box): Box {
  return { ...box, x: 1 - box.x - box.width };
}

/** The largest box of a shape around the middle of another one. */
export function fitShape(box: Box, shape: number | null): Box {
  if (shape === null) return box;
  const width = Math.min(1, shape);
  const height = Math.min(1, width / shape);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return {
    x: clamp(middle.x - width / 2, 0, 1 - width),
    y: clamp(middle.y - height / 2, 0, 1 - height),
    width,
    height,
  };
}

export function hasShape({ width, height }: Box, shape: number): boolean {
  return Math.abs(width / height / shape - 1) < 0.01;
}

/** A box that is the whole picture is none. */
export function toCrop(box: Box): Box | null {
  const isWhole = box.width > 0.995 && box.height > 0.995;
  return isWhole ? null : { x: round(box.x), y: round(box.y), width: round(box.width), height: round(box.height) };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most));
}

function round(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
