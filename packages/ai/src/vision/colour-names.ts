import { type Lab, toOklab } from '#vision/oklab.ts';

/** What people call a colour, and whether it is warm or cold to them. */
export type NamedColour = { key: ColourKey; name: string; mood: 'warm' | 'cold' | 'none' };
export type ColourKey = keyof typeof COLOURS;

export const COLOURS = {
  black: { name: '黑色', mood: 'none' },
  white: { name: '白色', mood: 'none' },
  grey: { name: '灰色', mood: 'none' },
  red: { name: '红色', mood: 'warm' },
  orange: { name: '橙色', mood: 'warm' },
  yellow: { name: '黄色', mood: 'warm' },
  green: { name: '绿色', mood: 'cold' },
  cyan: { name: '青色', mood: 'cold' },
  blue: { name: '蓝色', mood: 'cold' },
  purple: { name: '紫色', mood: 'cold' },
  pink: { name: '粉色', mood: 'warm' },
  brown: { name: '棕色', mood: 'warm' },
  beige: { name: '米色', mood: 'warm' },
} as const;

/** By hue in degrees up to `to`; within `soft` degrees of a border the neighbour is a fair name too. */
const HUES: { to: number; soft: number; key: ColourKey }[] = [
  { to: 8, soft: 6, key: 'pink' },
  { to: 37, soft: 8, key: 'red' },
  { to: 74, soft: 12, key: 'orange' },
  { to: 113, soft: 6, key: 'yellow' },
  { to: 168, soft: 10, key: 'green' },
  { to: 216, soft: 12, key: 'cyan' },
  { to: 284, soft: 8, key: 'blue' },
  { to: 328, soft: 8, key: 'purple' },
  { to: 360, soft: 6, key: 'pink' },
];

/** The names of a colour: the first is what most would say, a second what some would. */
export function colourKeys([lightness, a, b]: Lab): [ColourKey, ColourKey?] {
  const chroma = Math.hypot(a, b);
  const hue = ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
  if (lightness < 0.2 || (lightness < 0.3 && chroma < 0.045)) return ['black'];
  const isWarm = hue > 35 && hue < 110;
  // Greys of lamps and shade lean to yellow or blue a little; a dark colour needs less to be one.
  const least = lightness > 0.85 ? 0.028 : isWarm ? 0.034 : 0.026;
  if (chroma < least) return greyKeys(lightness, chroma, hue);
  if (isWarm && chroma < 0.075 && lightness > 0.74) return ['beige', lightness > 0.85 ? 'white' : undefined];
  if (hue > 25 && hue < 105 && lightness < 0.62) {
    // A strong colour in the shade keeps its name: it is brown only where it is dull as well.
    const strength = chroma / lightness;
    const [lively] = byHue(hue);
    if (strength < (hue < 42 ? 0.14 : 0.185)) {
      return ['brown', strength < 0.11 ? (lightness < 0.4 ? 'black' : 'grey') : lively];
    }
    if (hue > 42 && strength < 0.26) return [lively, hue > 62 && lively === 'orange' ? 'yellow' : 'brown'];
  }
  if ((hue < 30 || hue > 340) && lightness > 0.75 && chroma < 0.15) return ['pink', hue > 15 ? 'red' : undefined];
  const [first, second] = byHue(hue);
  if (chroma < 0.05) return [first, lightness < 0.36 ? 'black' : 'grey'];
  return [first, second];
}

function greyKeys(lightness: number, chroma: number, hue: number): [ColourKey, ColourKey?] {
  if (lightness > 0.86) return ['white'];
  if (lightness > 0.74) return ['white', 'grey'];
  if (lightness > 0.66) return ['grey', 'white'];
  const [near] = chroma > 0.016 ? byHue(hue) : [];
  if (lightness < 0.39) return ['black', 'grey'];
  const tint = near && ['green', 'blue', 'cyan'].includes(near) ? near : undefined;
  return ['grey', lightness < 0.44 ? (tint ?? 'black') : tint];
}

function byHue(hue: number): [ColourKey, ColourKey?] {
  const at = HUES.findIndex(({ to }) => hue < to);
  const { key, to, soft } = HUES[at]!;
  const before = HUES[(at + HUES.length - 1) % HUES.length]!;
  const from = at === 0 ? 0 : before.to;
  const after = HUES[(at + 1) % HUES.length]!;
  const second = hue > to - soft ? after.key : at > 0 && hue < from + before.soft ? before.key : undefined;
  return [key, second === key ? undefined : second];
}

/** The name of a colour given as `#rrggbb`; undefined for anything else. */
export function nameColour(hex: string): NamedColour | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) return undefined;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const [key] = colourKeys(toOklab(red, green, blue));
  return { key, ...COLOURS[key] };
}
