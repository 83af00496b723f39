/** What people call a colour, and whether it is warm or cold to them. */
export type NamedColour = { key: string; name: string; mood: 'warm' | 'cold' | 'none' };

const GREYS = {
  black: { key: 'black', name: '黑色', mood: 'none' },
  white: { key: 'white', name: '白色', mood: 'none' },
  grey: { key: 'grey', name: '灰色', mood: 'none' },
} as const satisfies Record<string, NamedColour>;

/** By hue in degrees, up to and with `to`. */
const HUES: (NamedColour & { to: number })[] = [
  { to: 14, key: 'red', name: '红色', mood: 'warm' },
  { to: 40, key: 'orange', name: '橙色', mood: 'warm' },
  { to: 66, key: 'yellow', name: '黄色', mood: 'warm' },
  { to: 165, key: 'green', name: '绿色', mood: 'cold' },
  { to: 195, key: 'cyan', name: '青色', mood: 'cold' },
  { to: 255, key: 'blue', name: '蓝色', mood: 'cold' },
  { to: 290, key: 'purple', name: '紫色', mood: 'cold' },
  { to: 340, key: 'pink', name: '粉色', mood: 'warm' },
  { to: 360, key: 'red', name: '红色', mood: 'warm' },
];
const BROWN: NamedColour = { key: 'brown', name: '棕色', mood: 'warm' };
const PINK: NamedColour = { key: 'pink', name: '粉色', mood: 'warm' };
const BEIGE: NamedColour = { key: 'beige', name: '米色', mood: 'warm' };

/** The name of a colour given as `#rrggbb`; undefined for anything else. */
export function nameColour(hex: string): NamedColour | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) return undefined;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const spread = most - least;
  const lightness = (most + least) / 2;
  if (most < 0.16) return GREYS.black;
  if (spread < 0.09 || spread / most < 0.12) {
    if (lightness > 0.84) return GREYS.white;
    return lightness < 0.2 ? GREYS.black : GREYS.grey;
  }
  const hue = hueOf(red, green, blue, most, spread);
  const isWarm = hue >= 14 && hue <= 50;
  if (isWarm && lightness > 0.72 && spread < 0.35) return BEIGE;
  if (isWarm && lightness < 0.42) return BROWN;
  if ((hue < 14 || hue > 330) && lightness > 0.68) return PINK;
  return HUES.find(({ to }) => hue <= to);
}

function hueOf(red: number, green: number, blue: number, most: number, spread: number): number {
  if (most === red) return (60 * ((green - blue) / spread) + 360) % 360;
  if (most === green) return 60 * ((blue - red) / spread) + 120;
  return 60 * ((red - green) / spread) + 240;
}
