import { fromLight, type Lab, labFromLight, type Rgb, showable, toLight } from '#looks/colour.ts';
import { bakeLut, type Lut } from '#looks/lut.ts';

type Axis = { mean: number; spread: number };
/** How light and colour are spread over a picture, in a space where equal steps look equally large. */
export type ColourFacts = Record<keyof Lab, Axis>;

const AXES = ['l', 'a', 'b'] as const;
/** Contrast and colour are stretched so far at most: what is flat has nothing that could be brought out. */
const STRETCH = { least: 0.6, most: 1.7 };
/** Below this a spread is noise. */
const FLAT = 0.004;

/** Measures pixels, three bytes each. */
export function measureColours(pixels: Uint8Array): ColourFacts {
  const sums = { l: [0, 0], a: [0, 0], b: [0, 0] } as Record<keyof Lab, [number, number]>;
  const count = Math.max(1, Math.floor(pixels.length / 3));
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const lab = labOf([pixels[at]! / 255, pixels[at + 1]! / 255, pixels[at + 2]! / 255]);
    for (const axis of AXES) {
      sums[axis][0] += lab[axis];
      sums[axis][1] += lab[axis] ** 2;
    }
  }
  const axisOf = ([sum, squares]: [number, number]): Axis => {
    const mean = sum / count;
    return { mean, spread: Math.sqrt(Math.max(0, squares / count - mean ** 2)) };
  };
  return { l: axisOf(sums.l), a: axisOf(sums.a), b: axisOf(sums.b) };
}

/** A table that gives pictures like `from` the light and colours of `to`, `strength` (0 to 1) of the way. */
export function matchColours(from: ColourFacts, to: ColourFacts, strength: number): Lut {
  const moved = (axis: keyof Lab, value: number) => {
    const [source, wanted] = [from[axis], to[axis]];
    const stretch =
      source.spread < FLAT ? 1 : Math.min(STRETCH.most, Math.max(STRETCH.least, wanted.spread / source.spread));
    return wanted.mean + (value - source.mean) * stretch;
  };
  const change = (colour: Rgb): Rgb => {
    const { l, a, b } = labOf(colour);
    // Black and white stay what they are: moving them with the rest would leave grey shadows and burnt skies.
    const held = 1 - (2 * l - 1) ** 4;
    const lab = {
      l: l + (moved('l', l) - l) * held,
      a: a + (moved('a', a) - a) * held,
      b: b + (moved('b', b) - b) * held,
    };
    return showable(lab).map(fromLight) as Rgb;
  };
  return bakeLut(change, strength);
}

function labOf(colour: Rgb): Lab {
  return labFromLight(colour.map(toLight) as Rgb);
}
