import { chain, decimal, filter } from '#ffmpeg/filter.ts';
import type { Args } from '#ffmpeg/run.ts';
import type { Canvas } from '#render/canvas.ts';
import { TO_HOUSE_COLOURS } from '#render/colours.ts';
import type { Layer } from '#render/shot.ts';

type Place = { canvas: Canvas; input: string; firstInput: number; pad: (label: string) => string };

/** Inputs and chains that lay pictures over `input`, the first one lowest. */
export function layerChains(layers: Layer[], place: Place): { inputs: Args; chains: string[]; output: string } {
  const { canvas, input, firstInput, pad } = place;
  const chains: string[] = [];
  let below = input;
  for (const [i, { area, opacity, fromSeconds, toSeconds }] of layers.entries()) {
    const [picture, above] = [pad(`layer${i}`), pad(`over${i}`)];
    const width = Math.max(2, Math.round(area.width * canvas.width));
    const height = area.height > 0 ? Math.max(2, Math.round(area.height * canvas.height)) : -1;
    const shape = [filter('scale', { w: width, h: height, flags: 'bicubic' }), 'format=rgba'];
    if (opacity < 1) shape.push(filter('colorchannelmixer', { aa: decimal(opacity) }));
    shape.push(filter('scale', TO_HOUSE_COLOURS), 'format=yuva420p');
    chains.push(
      chain([`${firstInput + i}:v:0`], shape, picture),
      chain([below, picture], [overlay(canvas, { area, fromSeconds, toSeconds })], above),
    );
    below = above;
  }
  return { inputs: layers.map(({ source }) => ['-threads', 1, '-i', source.path]), chains, output: below };
}

function overlay(
  canvas: Canvas,
  { area, fromSeconds, toSeconds }: Pick<Layer, 'area' | 'fromSeconds' | 'toSeconds'>,
): string {
  return filter('overlay', {
    x: Math.round(area.x * canvas.width),
    y: Math.round(area.y * canvas.height),
    enable: `between(t,${decimal(fromSeconds)},${decimal(toSeconds)})`,
  });
}
