import type { SeenText } from '@mixreel/ai';

type Key = { seconds: number; box: SeenText['box'] };
type Rolling = { keys: Key[]; from: number; to: number; after: number; before: number };
type Places = { keys: Key[]; entered: number | null; gone: number | null };
type Sides = { start: 'x' | 'y'; length: 'width' | 'height' };

const SIDES: Sides[] = [
  { start: 'x', length: 'width' },
  { start: 'y', length: 'height' },
];
/** So near it touches the edge of the picture. */
const EDGE = 0.012;
/** Slower than this, in pictures a second, it is a box that was read a little otherwise. */
const SLOWEST = 0.03;
/** Of a line that comes over the edge so much is seen before it can be read. */
const READABLE = 0.45;

/**
 * Lines that roll by are read when they are in the picture for a good part: how they came over its edge, and how they leave it,
 * follows from how they move. Without that their first and last letters stayed.
 */
export function rollOn({ keys, from, to, after, before }: Rolling, seconds: number): Places {
  const [first, second] = keys;
  const [last, previous] = [keys.at(-1), keys.at(-2)];
  if (!first || !second || !last || !previous) return { keys, entered: null, gone: null };
  const whole = { width: most(keys, 'width'), height: most(keys, 'height') };
  const came = crossing(first, second, whole, -1);
  const goes = crossing(last, previous, whole, 1);
  // In the picture before it had so far to come: in plain sight of it, it was not there, so it appeared here.
  const isIn = came !== null && after < from && came.shownAt(after) < READABLE;
  const isOut = goes !== null && (before >= seconds || goes.shownAt(before) < READABLE);
  const entered = isIn ? Math.max(0, came.seconds) : null;
  const gone = isOut ? Math.min(seconds, goes.seconds) : null;
  const added: Key[] = [];
  // Between being cut by the edge and being whole its box does not move evenly: it has a place where it is just whole.
  if (came && came.whole > (entered ?? from) && came.whole < second.seconds) added.push(came.at(came.whole));
  if (goes && goes.whole < (gone ?? to) && goes.whole > previous.seconds) added.push(goes.at(goes.whole));
  if (entered !== null && entered < from) added.push(came!.at(entered));
  if (gone !== null && gone > to) added.push(goes!.at(gone));
  return { keys: [...keys, ...added].toSorted((a, b) => a.seconds - b.seconds), entered, gone };
}

function most(keys: Key[], length: Sides['length']): number {
  return Math.max(...keys.map(({ box }) => box[length]));
}

/**
 * How a line crosses the edge of the picture before (-1) or after (1) it was seen at `at`, as it moved between there and `other`:
 * when it is out of it and when it is just whole, what share of it is seen at a time, and the part of the picture it lies in
 * then. Null where it goes nowhere.
 */
function crossing(at: Key, other: Key, whole: { width: number; height: number }, way: -1 | 1) {
  const speeds = SIDES.map((sides) => speed(at, other, sides));
  const axis = Math.abs(speeds[0]!) >= Math.abs(speeds[1]!) ? 0 : 1;
  const [pace, { start, length }] = [speeds[axis]!, SIDES[axis]!];
  if (Math.abs(pace) < SLOWEST) return null;
  const long = whole[length];
  // Cut by the edge, its far side says where it is.
  const isCutAtStart = at.box[start] < EDGE && at.box[length] < long;
  const begin = isCutAtStart ? at.box[start] + at.box[length] - long : at.box[start];
  const beginAt = (seconds: number) => begin + pace * way * (seconds - at.seconds);
  const far = pace > 0 ? 1 - begin : begin + long;
  return {
    seconds: at.seconds + (way * far) / Math.abs(pace),
    whole: at.seconds + (way * (far - long)) / Math.abs(pace),
    shownAt(seconds: number) {
      const place = beginAt(seconds);
      return Math.max(0, Math.min(1, place + long) - Math.max(0, place)) / long;
    },
    at(seconds: number): Key {
      const place = beginAt(seconds);
      const [low, high] = [Math.min(0.99, Math.max(0, place)), Math.max(0.01, Math.min(1, place + long))];
      return { seconds, box: { ...at.box, [start]: low, [length]: high - low } };
    },
  };
}

/** Pictures a second, by the side that no edge cuts. */
function speed(at: Key, other: Key, { start, length }: Sides): number {
  const [a, b] = [at.box, other.box];
  const isCutAtEnd = a[start] + a[length] > 1 - EDGE || b[start] + b[length] > 1 - EDGE;
  const isCutAtStart = a[start] < EDGE || b[start] < EDGE;
  const side = (box: Key['box']) => {
    if (isCutAtEnd) return box[start];
    return isCutAtStart ? box[start] + box[length] : box[start] + box[length] / 2;
  };
  return (side(a) - side(b)) / Math.max(1e-6, Math.abs(at.seconds - other.seconds));
}
