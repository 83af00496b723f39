import { likeness, normalise } from '#vision/pixels.ts';

/** One picture of a product: vectors of the whole and of its crops. */
export type ProductPicture = { vectors: Float32Array[] };

/** What a product is recognised by: a few typical looks. */
export type Prototypes = Float32Array[];

/** What was learnt, or why nothing could be; `advice` is for people. */
export type Learnt = { prototypes: Prototypes; advice: string | undefined; is_enough: boolean };

/** `threshold` is the likeness from which on a shot shows the product; `precision_est` the share of marks that should be right. */
export type Calibration = { threshold: number; spread: number; precision_est: number };

export const FEWEST_PICTURES = 3;
const MOST_PROTOTYPES = 12;
/** Pictures more alike than this are one picture. */
const SAME_PICTURE = 0.985;
/** Crops more alike than this are one look. */
const SAME_LOOK = 0.8;
/** Between pictures of one product the likeness of the nearest crops seldom stays below. */
const LEAST_ALIKE = 0.25;

/** Learns a product from 3 to 30 pictures. Pictures that are copies of one another teach nothing, and it says so. */
export function learnProduct(pictures: readonly ProductPicture[], excluded: readonly ProductPicture[] = []): Learnt {
  const distinct: ProductPicture[] = [];
  for (const picture of pictures) {
    const [whole] = picture.vectors;
    if (!whole) continue;
    if (distinct.every((other) => likeness(other.vectors[0]!, whole) < SAME_PICTURE)) distinct.push(picture);
  }
  if (pictures.length < FEWEST_PICTURES) return fail('图片太少：请至少上传 3 张商品图片，最好来自不同角度和背景');
  if (distinct.length < 2) return fail('这些图片几乎一样：请换成不同角度、不同背景的商品图片');

  // A crop that no other picture has is background; one that an excluded picture has too tells nothing.
  const votes = distinct.flatMap((picture) => {
    const others = distinct.filter((other) => other !== picture);
    return picture.vectors.map((vector) => {
      const support = others.map((other) => nearest(vector, other.vectors)).toSorted((a, b) => b - a);
      const against = Math.max(0, ...excluded.map((other) => nearest(vector, other.vectors)));
      return { vector, weight: (support[Math.floor(support.length / 2)] ?? 0) - against * 0.5 };
    });
  });
  const best = votes.toSorted((a, b) => b.weight - a.weight);
  const useful = best.filter(({ weight }, i) => weight >= LEAST_ALIKE || i < distinct.length);
  const prototypes = mergeLooks(useful.map(({ vector }) => vector)).slice(0, MOST_PROTOTYPES);
  const isScattered = (best[0]?.weight ?? 0) < LEAST_ALIKE;
  const advice = isScattered
    ? '这些图片看起来不像同一个商品：请检查图片，或换成商品占画面更大的图片'
    : distinct.length < FEWEST_PICTURES
      ? '有几张图片几乎一样，可用的不足 3 张：补充不同角度的图片会认得更准'
      : undefined;
  return { prototypes, advice, is_enough: true };
}

function fail(advice: string): Learnt {
  return { prototypes: [], advice, is_enough: false };
}

/** Looks that are nearly one become their mean. */
function mergeLooks(vectors: Float32Array[]): Float32Array[] {
  const looks: { sum: Float32Array; mean: Float32Array }[] = [];
  for (const vector of vectors) {
    const near = looks.find(({ mean }) => likeness(mean, vector) >= SAME_LOOK);
    if (!near) looks.push({ sum: vector.slice(), mean: vector });
    else {
      near.sum = near.sum.map((value, i) => value + vector[i]!);
      near.mean = normalise(near.sum);
    }
  }
  return looks.map(({ mean }) => mean);
}

/** How alike the nearest pair of looks and vectors of a shot (its whole and its crops) is. */
export function productLikeness(prototypes: Prototypes, shot: readonly Float32Array[]): number {
  return Math.max(-1, ...shot.map((vector) => nearest(vector, prototypes)));
}

function nearest(vector: Float32Array, others: readonly Float32Array[]): number {
  return Math.max(-1, ...others.map((other) => likeness(vector, other)));
}

/**
 * The likeness above which a shot is taken to show the product: beyond what the library reaches by chance, then moved by
 * what people said. `library` are likenesses of shots, nearly all of which do not show it.
 *
 * The middle and the quartiles are used, not mean and deviation: shots that do show it would pull those up.
 */
export function calibrate(
  library: readonly number[],
  confirmed: readonly number[] = [],
  rejected: readonly number[] = [],
): Calibration {
  const sorted = library.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  const middle = at(0.5) ?? 0.1;
  // Of a normal spread the upper quartile lies 0.674 deviations above the middle.
  const spread = Math.max(0.05, ((at(0.75) ?? 0.2) - middle) / 0.674);
  let threshold = Math.min(0.8, Math.max(0.4, middle + 4 * spread));
  if (rejected.length > 0 || confirmed.length > 0) threshold = splitAt(confirmed, rejected, threshold);
  const right = confirmed.filter((value) => value >= threshold).length;
  const wrong = rejected.filter((value) => value >= threshold).length;
  // Before anybody has judged, two in three; each judgement counts against that guess.
  return { threshold, spread, precision_est: (right + 2) / (right + wrong + 3) };
}

/** The threshold that errs least on what was judged; of equal ones the nearest to the one given. */
function splitAt(confirmed: readonly number[], rejected: readonly number[], start: number): number {
  const values = [...confirmed, ...rejected].toSorted((a, b) => a - b);
  const between = values.slice(1).map((value, i) => (value + values[i]!) / 2);
  const candidates = [start, ...between, (values[0] ?? start) - 0.02, (values.at(-1) ?? start) + 0.02];
  const errors = (threshold: number) =>
    confirmed.filter((value) => value < threshold).length + rejected.filter((value) => value >= threshold).length;
  let best = start;
  for (const candidate of candidates) {
    const less = errors(candidate) - errors(best);
    if (less < 0 || (less === 0 && Math.abs(candidate - start) < Math.abs(best - start))) best = candidate;
  }
  return Math.min(0.97, Math.max(0.2, best));
}

/** How sure it is that a shot of this likeness shows the product: a half at the threshold. */
export function productConfidence(alike: number, { threshold, spread }: Calibration): number {
  return 1 / (1 + Math.exp((-2 * (alike - threshold)) / spread));
}
