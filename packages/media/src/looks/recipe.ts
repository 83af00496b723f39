import { fromLight, labFromLight, showable, toLight } from '#looks/colour.ts';
import type { Lab, Rgb } from '#looks/colour.ts';
import { toneCurve } from '#looks/curve.ts';
import type { CurvePoints } from '#looks/curve.ts';

/** How a look changes colours. Amounts run from −1 to 1 unless said otherwise; what is left out changes nothing. */
export type Recipe = {
  /** Stops of light. */
  exposure?: number;
  /** Middle greys up or down; black and white stay. */
  brightness?: number;
  /** A steeper or flatter middle; black and white stay. */
  contrast?: number;
  /** Towards amber, or towards blue when negative. */
  temperature?: number;
  /** Towards magenta, or towards green when negative. */
  tint?: number;
  /** Tone curves: for all channels, and for single ones. */
  curve?: CurvePoints;
  red?: CurvePoints;
  green?: CurvePoints;
  blue?: CurvePoints;
  /** Black becomes this grey, 0 to 1. */
  fade?: number;
  /** White becomes this much darker, 0 to 1. */
  dim?: number;
  saturation?: number;
  /** Like saturation, but for dull colours only, so that skin does not burn. */
  vibrance?: number;
  hues?: HueChange[];
  /** Colour laid into the dark and the bright parts. */
  shadows?: Tone;
  highlights?: Tone;
  /** Black and white from these shares of red, green and blue. */
  mono?: Rgb;
};

/** A change of colours near one hue, in degrees of OKLab: red 29, orange 60, yellow 110, green 142, cyan 195, blue 264, magenta 328. */
type HueChange = { hue: number; width: number; shift?: number; saturation?: number; lightness?: number };

/** A hue in degrees and how much of it. */
type Tone = { hue: number; amount: number };

/** A function that changes one colour as the recipe says. */
export function compileRecipe(recipe: Recipe): (colour: Rgb) => Rgb {
  const steps = [lightStep(recipe), toneStep(recipe), labStep(recipe)].filter((step) => step !== undefined);
  return (colour) => steps.reduce((current, step) => step(current), colour);
}

type Step = (colour: Rgb) => Rgb;

/** What happens to light itself: exposure and white balance. */
function lightStep({ exposure = 0, temperature = 0, tint = 0 }: Recipe): Step | undefined {
  if (exposure === 0 && temperature === 0 && tint === 0) return undefined;
  const gains: Rgb = [
    2 ** (0.42 * temperature + 0.16 * tint),
    2 ** (-0.3 * tint),
    2 ** (-0.5 * temperature + 0.16 * tint),
  ];
  // White keeps its luminance, so that warmth does not make the picture brighter.
  const luminance = 0.2126 * gains[0] + 0.7152 * gains[1] + 0.0722 * gains[2];
  const scale = 2 ** exposure / luminance;
  return (colour) => colour.map((value, i) => fromLight(Math.min(1, toLight(value) * gains[i]! * scale))) as Rgb;
}

/** What happens to each channel by itself. */
function toneStep(recipe: Recipe): Step | undefined {
  const { brightness = 0, contrast = 0, curve, red, green, blue, fade = 0, dim = 0 } = recipe;
  const isNeeded = brightness !== 0 || contrast !== 0 || curve || red || green || blue || fade !== 0 || dim !== 0;
  if (!isNeeded) return undefined;
  const master = curve && toneCurve(curve);
  const channels = [red, green, blue].map((points) => points && toneCurve(points));
  const gamma = 2 ** -brightness;
  const steepness = 2 ** contrast;

  const shape = (value: number) => {
    const bright = brightness === 0 ? value : value ** gamma;
    const steep = contrast === 0 ? bright : sigmoid(bright, steepness);
    const curved = master ? master(steep) : steep;
    return fade + curved * (1 - fade - dim);
  };
  return (colour) => colour.map((value, i) => clamp((channels[i] ?? same)(shape(value)))) as Rgb;
}

/** What happens to hue and colourfulness. */
function labStep(recipe: Recipe): Step | undefined {
  const { saturation = 0, vibrance = 0, hues = [], shadows, highlights, mono } = recipe;
  const isNeeded = saturation !== 0 || vibrance !== 0 || hues.length > 0 || shadows || highlights || mono;
  if (!isNeeded) return undefined;
  return (colour) => {
    const grey = mono && clamp(colour[0] * mono[0] + colour[1] * mono[1] + colour[2] * mono[2]);
    const source: Rgb = grey === undefined ? colour : [grey, grey, grey];
    let lab = labFromLight(source.map(toLight) as Rgb);
    for (const change of hues) lab = changeHue(lab, change);
    lab = scaleChroma(lab, Math.max(0, 1 + saturation) * vibranceFactor(lab, vibrance));
    if (shadows) lab = lay(lab, shadows, (1 - lab.l) ** 1.5 * Math.min(1, lab.l * 6));
    if (highlights) lab = lay(lab, highlights, lab.l ** 1.5 * Math.min(1, (1 - lab.l) * 6));
    return showable(lab).map(fromLight) as Rgb;
  };
}

function changeHue(lab: Lab, { hue, width, shift = 0, saturation = 0, lightness = 0 }: HueChange): Lab {
  const chroma = Math.hypot(lab.a, lab.b);
  const angle = (Math.atan2(lab.b, lab.a) * 180) / Math.PI;
  const distance = Math.abs(((angle - hue + 540) % 360) - 180);
  if (distance >= width) return lab;
  // Greys have no hue: the change fades out towards them, or noise would turn to colour.
  const weight = (0.5 + 0.5 * Math.cos((distance / width) * Math.PI)) * Math.min(1, chroma / 0.06);
  const turned = ((angle + shift * weight) * Math.PI) / 180;
  const scaled = chroma * Math.max(0, 1 + saturation * weight);
  return { l: lab.l + lightness * weight, a: scaled * Math.cos(turned), b: scaled * Math.sin(turned) };
}

function vibranceFactor({ a, b }: Lab, vibrance: number): number {
  return 1 + vibrance * Math.max(0, 1 - Math.hypot(a, b) / 0.22);
}

function scaleChroma({ l, a, b }: Lab, factor: number): Lab {
  return { l, a: a * factor, b: b * factor };
}

function lay({ l, a, b }: Lab, { hue, amount }: Tone, weight: number): Lab {
  const angle = (hue * Math.PI) / 180;
  const chroma = 0.12 * amount * weight;
  return { l, a: a + Math.cos(angle) * chroma, b: b + Math.sin(angle) * chroma };
}

/** An S-curve from 0 to 1 through the middle. */
function sigmoid(value: number, steepness: number): number {
  const [up, down] = [value ** steepness, (1 - value) ** steepness];
  return up / (up + down);
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function same(value: number): number {
  return value;
}
