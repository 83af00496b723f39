import type { Mask } from '@mixreel/ai';
import sharp from 'sharp';

/** Where it is looked at: what is smaller here is too small to be seen as a hole. */
const SIDE = 320;
const INSIDE = 110;
/** Around a gap the model doubts for some places before it is sure: left as they are, the background shines through as a line. */
const SURE = 245;
const DOUBT_REACH = 5;
/** Of the picture: a gap that is closed all around and not larger is a mistake of the model. */
const GAP_MOST = 0.03;
/** Of the largest part: what is smaller is no part of the subject. */
const PART_LEAST = 0.04;

/** A mask without gaps in the middle of the subject and without crumbs around it: both would be torn off when it moves. */
export async function mendMask(mask: Mask): Promise<Mask> {
  const { width, height } = mask;
  const scale = Math.min(1, SIDE / Math.max(width, height));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const small = await sharp(mask.data, { raw: { width, height, channels: 1 } })
    .resize(size.width, size.height, { fit: 'fill', kernel: 'linear' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  const { dropped, filled } = findFaults(small, size);
  if (!dropped && !filled) return mask;
  const data = Uint8Array.from(mask.data);
  if (dropped) await combine(data, mask, dropped, size, (value, fault) => Math.min(value, 255 - fault));
  if (filled) await combine(data, mask, filled, size, Math.max);
  return { data, width, height };
}

type Size = { width: number; height: number };

async function combine(
  data: Uint8Array,
  { width, height }: Size,
  faults: Uint8Array,
  size: Size,
  mend: (value: number, fault: number) => number,
): Promise<void> {
  // A little larger than it was found, with a soft rim.
  const large = await sharp(faults, { raw: { ...size, channels: 1 } })
    .blur(1.2)
    .linear(2.4, 0)
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  for (let n = 0; n < data.length; n += 1) if (large[n]! > 0) data[n] = mend(data[n]!, large[n]!);
}

/** Which parts of the mask are to go, and which gaps in it are to be closed; null: none. */
export function findFaults(small: Uint8Array, { width, height }: Size) {
  const parts = partsOf(width, height, (at) => small[at]! >= INSIDE);
  const gaps = partsOf(width, height, (at) => small[at]! < INSIDE);
  const largest = Math.max(0, ...parts.map(({ places }) => places.length));
  const crumbs = parts.filter(({ places }) => places.length < largest * PART_LEAST);
  const closed = gaps.filter(({ places, isAtRim }) => !isAtRim && places.length < small.length * GAP_MOST);
  const doubted = closed.map((gap) => withDoubts(gap, small, width));
  return { dropped: drawn(crumbs, small.length), filled: drawn(doubted, small.length) };
}

/** A gap with what is doubted around it. It is not at the rim of the picture, and as far as this looks, nothing leaves that. */
function withDoubts({ places, isAtRim }: Part, small: Uint8Array, width: number): Part {
  const taken = new Set(places);
  let last = places;
  for (let step = 0; step < DOUBT_REACH && last.length > 0; step += 1) {
    const around = last.flatMap((at) => [at - 1, at + 1, at - width, at + width]);
    last = [...new Set(around)].filter((at) => !taken.has(at) && (small[at] ?? 255) >= INSIDE && small[at]! < SURE);
    for (const at of last) taken.add(at);
  }
  return { places: [...taken], isAtRim };
}

type Part = { places: number[]; isAtRim: boolean };

function drawn(parts: Part[], length: number): Uint8Array | null {
  if (parts.length === 0) return null;
  const data = new Uint8Array(length);
  for (const { places } of parts) for (const at of places) data[at] = 255;
  return data;
}

/** What hangs together. */
function partsOf(width: number, height: number, belongs: (at: number) => boolean): Part[] {
  const seen = new Uint8Array(width * height);
  const parts: Part[] = [];
  for (let first = 0; first < seen.length; first += 1) {
    if (seen[first] || !belongs(first)) continue;
    const places = [first];
    seen[first] = 1;
    let isAtRim = false;
    for (let n = 0; n < places.length; n += 1) {
      const at = places[n]!;
      const x = at % width;
      const y = (at - x) / width;
      isAtRim ||= x === 0 || y === 0 || x === width - 1 || y === height - 1;
      const around = [
        x > 0 ? at - 1 : at,
        x < width - 1 ? at + 1 : at,
        y > 0 ? at - width : at,
        y < height - 1 ? at + width : at,
      ];
      for (const next of around) {
        if (seen[next] || !belongs(next)) continue;
        seen[next] = 1;
        places.push(next);
      }
    }
    parts.push({ places, isAtRim });
  }
  return parts;
}
