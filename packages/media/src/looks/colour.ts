/** Three channels, each 0 to 1: red, green and blue as a screen shows them unless said otherwise. */
export type Rgb = [number, number, number];

/** Lightness, and the two colour axes of the OKLab space, in which equal steps look equally large. */
export type Lab = { l: number; a: number; b: number };

/** From the values in a picture to amounts of light. */
export function toLight(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** From amounts of light to the values in a picture. */
export function fromLight(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** OKLab from amounts of light. */
export function labFromLight([r, g, b]: Rgb): Lab {
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    a: 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    b: 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  };
}

/** Amounts of light from OKLab; outside 0 to 1 when no screen can show the colour. */
export function lightFromLab({ l, a, b }: Lab): Rgb {
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

/**
 * The nearest colour of the same lightness and hue that a screen can show. Cutting the channels off instead would shift
 * the hue: a bright orange would turn yellow.
 */
export function showable(lab: Lab): Rgb {
  const l = Math.min(1, Math.max(0, lab.l));
  const whole = lightFromLab({ ...lab, l });
  if (isShowable(whole)) return clip(whole);
  let [inside, outside] = [0, 1];
  for (let step = 0; step < 12; step++) {
    const middle = (inside + outside) / 2;
    if (isShowable(lightFromLab({ l, a: lab.a * middle, b: lab.b * middle }))) inside = middle;
    else outside = middle;
  }
  return clip(lightFromLab({ l, a: lab.a * inside, b: lab.b * inside }));
}

function isShowable(light: Rgb): boolean {
  return light.every((value) => value >= -1e-4 && value <= 1.0001);
}

function clip([r, g, b]: Rgb): Rgb {
  return [Math.min(1, Math.max(0, r)), Math.min(1, Math.max(0, g)), Math.min(1, Math.max(0, b))];
}
