/** A picture of three bytes a pixel: red, green, blue. */
export type ColourFrame = { width: number; height: number; pixels: Uint8Array };

type Rgb = [number, number, number];
type Heap = { count: number; sum: Rgb };

const LEVELS = 16;
/** Colours nearer than this, as eyes see it, are one colour in light and shade. */
const ALIKE = 0.13;
const LEAST_SHARE = 0.04;

/** The main colours of a picture as `#rrggbb`, the largest first. */
export function mainColours({ pixels }: ColourFrame, most = 3): string[] {
  const heaps = heapsOf(pixels).toSorted((a, b) => b.count - a.count);
  const total = pixels.length / 3;
  const found: { heap: Heap; lab: Rgb }[] = [];
  for (const heap of heaps) {
    const lab = toOklab(meanOf(heap));
    const near = found.find((other) => distance(other.lab, lab) < ALIKE);
    if (near) join(near.heap, heap);
    else found.push({ heap, lab });
  }
  return found
    .map(({ heap }) => heap)
    .filter(({ count }) => count >= LEAST_SHARE * total)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, most)
    .map((heap) => toHex(meanOf(heap)));
}

/** Pixels in heaps of nearly the same colour. */
function heapsOf(pixels: Uint8Array): Heap[] {
  const counts = new Uint32Array(LEVELS ** 3);
  const sums = new Uint32Array(3 * LEVELS ** 3);
  for (let i = 0; i + 2 < pixels.length; i += 3) {
    const [red, green, blue] = [pixels[i]!, pixels[i + 1]!, pixels[i + 2]!];
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    counts[key]! += 1;
    sums[3 * key]! += red;
    sums[3 * key + 1]! += green;
    sums[3 * key + 2]! += blue;
  }
  const heaps: Heap[] = [];
  counts.forEach((count, key) => {
    if (count > 0) heaps.push({ count, sum: [sums[3 * key]!, sums[3 * key + 1]!, sums[3 * key + 2]!] });
  });
  return heaps;
}

function join(into: Heap, { count, sum }: Heap): void {
  into.count += count;
  for (let i = 0; i < 3; i += 1) into.sum[i]! += sum[i]!;
}

function meanOf({ count, sum }: Heap): Rgb {
  return sum.map((value) => value / count) as Rgb;
}

function toHex(colour: Rgb): string {
  return `#${colour.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

function distance(a: Rgb, b: Rgb): number {
  // Light and shade of one thing differ in lightness first.
  return Math.hypot((a[0] - b[0]) * 0.6, a[1] - b[1], a[2] - b[2]);
}

/** Oklab: lightness 0 to 1 and two axes of colour, in which distances are what eyes see. */
function toOklab([red, green, blue]: Rgb): Rgb {
  const [r, g, b] = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
