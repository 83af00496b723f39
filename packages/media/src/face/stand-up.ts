import type { Square } from '#face/mask.ts';
import type { Rgb } from '#face/pixels.ts';

/** How many quarters a head leans: none as long as it is nearer to standing. */
export function quartersOf({ turn }: Square): number {
  return (Math.round(turn / (Math.PI / 2)) + 4) % 4;
}

/** A picture turned back by so many quarters, and where a place of it is then: who knows faces knows them upright. */
export function standUp(picture: Rgb, square: Square, quarters: number): { picture: Rgb; square: Square } {
  if (quarters === 0) return { picture, square };
  const { data, width, height } = picture;
  const turned = { data: new Uint8Array(data.length), width: height, height: width };
  for (let y = 0, to = 0; y < width; y += 1) {
    for (let x = 0; x < height; x += 1, to += 3) {
      const from = (x * width + width - 1 - y) * 3;
      for (let n = 0; n < 3; n += 1) turned.data[to + n] = data[from + n]!;
    }
  }
  const moved = { ...square, x: square.y, y: width - square.x, turn: square.turn - Math.PI / 2 };
  return standUp(turned, moved, quarters - 1);
}
