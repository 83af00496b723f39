import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { VideoEffect } from '@mixreel/contract';
import {
  type Canvas,
  type DepthLayer,
  type DepthOverlay,
  drawDrift,
  drawLight,
  DRIFTS,
  type Tile,
} from '@mixreel/media';
import sharp from 'sharp';

type Asked = { effect: VideoEffect; canvas: Canvas; seconds: number; folder: string };

/** What is drawn over a film for an effect. All of it is back where it began at the end, so that a loop closes. */
export async function overlaysOf({ effect, canvas, seconds, folder }: Asked): Promise<DepthOverlay[]> {
  if (effect === 'light') {
    const { width } = canvas;
    const from = -1.3 * width;
    const x = `${from}+${2.6 * width}*clip((t/${seconds}-0.2)/0.6,0,1)`;
    return [{ ...(await written(drawLight(canvas), join(folder, 'light.rgba'))), x, y: '0' }];
  }
  const drift = DRIFTS.find((one) => one === effect);
  if (!drift) return [];
  const layers = await drawDrift(drift, canvas);
  return Promise.all(
    layers.map(async ({ tile, period, direction, rounds, sway }, n) => {
      const gone = `mod(${rounds * Math.round(seconds / 5) * period}*t/${seconds},${period})`;
      return {
        ...(await written(tile, join(folder, `drift-${n}.rgba`))),
        x: `${sway}*sin(2*PI*t/${seconds})`,
        y: direction === 'down' ? `${gone}-${period}` : `-${gone}`,
      };
    }),
  );
}

async function written({ data, width, height }: Tile, path: string) {
  await writeFile(path, data);
  return { path, width, height };
}

const BLUR = 0.011;

/** With a pull of focus what is behind becomes soft while one looks. */
export async function withFocus(layers: DepthLayer[], effect: VideoEffect, folder: string): Promise<DepthLayer[]> {
  const [back, ...rest] = layers;
  if (effect !== 'focus' || !back || rest.length === 0) return layers;
  const path = join(folder, 'soft.jpg');
  const { width } = await sharp(back.path).metadata();
  await sharp(back.path)
    .blur(width * BLUR)
    .jpeg({ quality: 92 })
    .toFile(path);
  return [back, { ...back, path, comes: [0.2, 0.7] }, ...rest];
}
