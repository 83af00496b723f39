import type { Colour } from '#captions/style.ts';
import { colourBrightness, contrastOf } from '#sheet/contrast.ts';

/** Lightness 0 to 1, strength 0 to about 0.37, hue in degrees (OKLCH): equal steps look equal. */
export type Tone = { light: number; strength: number; hue: number };

export function toneOf(colour: string): Tone {
  const [r, g, b] = [1, 3, 5].map((at) => toLinear(Number.parseInt(colour.slice(at, at + 2), 16) / 255)) as Three;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const light = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { light, strength: Math.hypot(a, bb), hue: ((Math.atan2(bb, a) * 180) / Math.PI + 360) % 360 };
}

type Three = [number, number, number];

/** A colour of this tone; where a screen has none, one that is less strong. */
export function colourOf({ light, strength, hue }: Tone): Colour {
  for (let c = strength; ; c *= 0.94) {
    const rgb = toRgb(light, c, hue);
    if (c < 0.002 || rgb.every((value) => value >= -0.002 && value <= 1.002)) return hex(rgb);
  }
}

function toRgb(light: number, strength: number, hue: number): Three {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [strength * Math.cos(angle), strength * Math.sin(angle)];
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    toScreen(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    toScreen(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    toScreen(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function toScreen(value: number): number {
  return value <= 0.0031308 ? 12.92 * value : 1.055 * Math.max(0, value) ** (1 / 2.4) - 0.055;
}

function hex(rgb: Three): Colour {
  const digits = rgb.map((value) =>
    Math.round(255 * Math.min(1, Math.max(0, value)))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`.toUpperCase() as Colour;
}

/** The colour, seen through: 0 not there, 1 whole. */
export function alpha(colour: Colour, share: number): Colour {
  const digits = Math.round(255 * share)
    .toString(16)
    .padStart(2, '0');
  return `${colour.slice(0, 7)}${digits.toUpperCase()}` as Colour;
}

/** The same hue, lighter or darker by so much. */
export function shade(colour: Colour, by: number): Colour {
  const tone = toneOf(colour);
  return colourOf({ ...tone, light: Math.min(0.99, Math.max(0.05, tone.light + by)) });
}

export function contrast(a: string, b: string): number {
  return contrastOf(colourBrightness(a), colourBrightness(b));
}

/** The first that is read well on the ground; else black or white, whichever is read better. */
export function readable(ground: Colour, wishes: Colour[], least = 4.6): Colour {
  const found = wishes.find((wish) => contrast(wish, ground) >= least);
  if (found) return found;
  return contrast('#FFFFFF', ground) > contrast('#111111', ground) ? '#FFFFFF' : '#111111';
}
