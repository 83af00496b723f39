import { editDistance, isCaption, isWatermark, type SeenText } from '@mixreel/ai';
import type { CleanKind, CleanMark } from '@mixreel/contract';
import { rollOn } from './roll-on.ts';

/** What is written in one picture of a film. */
export type Look = { seconds: number; lines: SeenText[] };
type Box = SeenText['box'];
/** A line that was followed over pictures: surely there between `from` and `to`. */
export type Track = {
  text: string;
  kind: CleanKind;
  isNotice: boolean;
  keys: { seconds: number; box: Box }[];
  from: number;
  to: number;
  /** The pictures before and after, in which it was not. */
  after: number;
  before: number;
  /** When what rolls by came over the edge of the picture, and when it is gone; null where it did not. */
  entered: number | null;
  gone: number | null;
};

const SURE = 0.6;
/** What is read once only must be read well: patterns pass for letters once, seldom twice. */
const SURE_ONCE = 0.8;
const SURE_ALONE = 0.95;
const SURE_COLUMN = 0.9;
const LONE_LOOKS = 4;
/** Of one line in two pictures: so much of the smaller box in both, or so few letters apart. */
const OVERLAP = 0.5;
const READ_ALIKE = 0.5;
/** A line may be missed in one picture. */
const MISSED = 1;
/** A box that goes no further than this, in its own heights, stands still. */
const STILL = 0.25;
/** Boxes are read a little larger or smaller: so much in another one is all of it. */
const INSIDE = 0.85;
/** So near it touches the edge of the picture. */
const EDGE = 0.012;

type Reading = { text: string; score: number };
type Open = Omit<Track, 'entered' | 'gone'> & { misses: number; readings: Reading[] };

/** Lines of pictures in a row as marks with times. */
export function trackLines(looks: Look[], seconds: number): Track[] {
  const done: Open[] = [];
  let open: Open[] = [];
  for (const [n, { seconds: at, lines }] of looks.entries()) {
    const before = looks[n - 1]?.seconds ?? at;
    const left = new Set(lines.filter(({ score }) => score >= SURE));
    for (const track of open) {
      const next = [...left].filter((line) => isSame(track, line)).toSorted(byNearness(track))[0];
      if (!next) {
        if (track.misses === 0) track.before = at;
        track.misses += 1;
        continue;
      }
      left.delete(next);
      track.keys.push({ seconds: at, box: next.box });
      track.readings.push(next);
      track.text = likeliest(track.readings);
      [track.to, track.misses, track.before] = [at, 0, seconds];
    }
    done.push(...open.filter(({ misses }) => misses > MISSED));
    open = open.filter(({ misses }) => misses <= MISSED);
    for (const { text, score, box } of left) {
      const times = { from: at, to: at, after: before, before: seconds };
      const readings = [{ text, score }];
      open.push({ text, keys: [{ seconds: at, box }], ...times, kind: 'text', isNotice: false, misses: 0, readings });
    }
  }
  const all = [...done, ...open];
  const letters = all.filter(isLetter);
  const tracks = withoutParts(all.filter((track) => isBelieved(track) || isInColumn(track, letters)))
    .toSorted((a, b) => a.from - b.from)
    .map((track) => {
      const { text, from, to, after, before, readings } = track;
      const isNotice = readings.some((one) => AI_NOTICE.test(one.text));
      const places = rollOn({ ...track, keys: settle(track.keys) }, seconds);
      return { text, kind: kindOf(track, seconds), isNotice, from, to, after, before, ...places };
    });
  const spans = Map.groupBy(tracks, spanOf);
  return tracks.map((track) =>
    isTranslation(track, spans.get(spanOf(track)) ?? []) ? { ...track, kind: 'subtitle' } : track,
  );
}

const spanOf = ({ from, to }: Track) => `${from} ${to}`;

function middleOf({ x, y, width, height }: Box): [x: number, y: number] {
  return [x + width / 2, y + height / 2];
}

function isLetter({ text, readings }: Open): boolean {
  return text.trim().length === 1 && readings.some(({ score }) => score >= SURE_COLUMN);
}

/** A letter that stands above or below another one, at its time: words are written downwards as well. */
function isInColumn(track: Open, letters: Open[]): boolean {
  const { keys, from, to } = track;
  const { box } = keys[0]!;
  const [x, y] = middleOf(box);
  return (
    isLetter(track) &&
    letters.some((other) => {
      const [otherX, otherY] = middleOf(other.keys[0]!.box);
      const isThen = other.from <= to && other.to >= from;
      const apart = Math.abs(otherY - y);
      const isNext = Math.abs(otherX - x) < 0.4 * box.width && apart > 0.6 * box.height && apart < 1.8 * box.height;
      return isThen && isNext;
    })
  );
}

/** A line above or below a subtitle that comes and goes `beside` it says the same in another language, however large it is. */
function isTranslation({ kind, keys }: Track, beside: Track[]): boolean {
  const { x, y, width, height } = keys[0]!.box;
  if (kind !== 'text' || keys.length > 1) return false;
  return beside.some((other) => {
    const { box } = other.keys[0]!;
    const gap = Math.max(box.y - y - height, y - box.y - box.height);
    return other.kind === 'subtitle' && gap < 0.5 * height && Math.abs(box.x + box.width / 2 - x - width / 2) < 0.1;
  });
}

/** What was read most often, a long reading counting more: a part of a line is read as surely as all of it. */
function likeliest(readings: Reading[]): string {
  const weights = new Map<string, number>();
  for (const { text, score } of readings) weights.set(text, (weights.get(text) ?? 0) + score * text.length);
  return [...weights].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** One letter alone is mostly a fold or a shadow: it must be there for long. */
function isBelieved({ readings, text }: Open): boolean {
  const score = Math.max(...readings.map((one) => one.score));
  if (text.trim().length < 2) return readings.length >= LONE_LOOKS && score >= SURE_ALONE;
  return readings.length > 1 || score >= SURE_ONCE;
}

/** A line that was read in parts for a while is one line: what lies in another's place, at its time and with its letters, is a part of it. */
function withoutParts(tracks: Open[]): Open[] {
  const whole = tracks.toSorted((a, b) => b.text.length * b.readings.length - a.text.length * a.readings.length);
  return whole.filter((part, n) => {
    // The larger ones stand before it.
    const owner = whole.find((one, at) => at >= n || isPart(part, one));
    if (!owner || owner === part) return true;
    [owner.from, owner.to] = [Math.min(owner.from, part.from), Math.max(owner.to, part.to)];
    [owner.after, owner.before] = [Math.min(owner.after, part.after), Math.max(owner.before, part.before)];
    return false;
  });
}

function isPart(part: Open, whole: Open): boolean {
  if (part.after > whole.before || part.before < whole.after || !whole.text.includes(part.text.trim())) return false;
  const [place, ...moved] = settle(whole.keys);
  return moved.length === 0 && part.keys.every(({ box }) => within(box, place!.box) >= INSIDE);
}

/** As people and platforms write it; readers take the I for an l. */
export const AI_NOTICE = /A[IL1l|]\s*(生成|合成|创作|制作|辅助)|人工智能(生成|合成)|AIGC|由\s*A[Il1]\b/i;

function isSame(track: Open, { text, box }: SeenText): boolean {
  const last = track.keys.at(-1)!.box;
  const shared = overlap(last, box);
  const before = [...new Set([track.text, track.readings.at(-1)!.text])];
  const apart = () => Math.min(...before.map((one) => editDistance(one, text) / Math.max(one.length, text.length, 1)));
  if (shared >= OVERLAP) return apart() <= READ_ALIKE + 0.2;
  // Moved on: it must read the same, and be of the same size.
  const isLike = Math.abs(last.height - box.height) < 0.4 * Math.max(last.height, box.height);
  const far = Math.hypot(last.x + last.width / 2 - box.x - box.width / 2, last.y - box.y);
  if (!isLike || text.length < 2 || far >= 0.35) return false;
  // What comes over the edge of the picture, or goes over it, is read in parts.
  const isCut = touches(last) || touches(box);
  return (
    apart() <= 0.34 || (isCut && before.some((one) => one.length > 1 && (text.includes(one) || one.includes(text))))
  );
}

function touches({ x, y, width, height }: Box): boolean {
  return x < EDGE || y < EDGE || x + width > 1 - EDGE || y + height > 1 - EDGE;
}

function byNearness({ keys }: Open) {
  const { box } = keys.at(-1)!;
  return (a: SeenText, b: SeenText) => overlap(box, b.box) - overlap(box, a.box);
}

/** How much of the smaller box both have. */
function overlap(a: Box, b: Box): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (across <= 0 || down <= 0) return 0;
  return (across * down) / Math.min(a.width * a.height, b.width * b.height);
}

/** How much of a box lies in another one. */
function within(box: Box, whole: Box): number {
  return box.width * box.height > whole.width * whole.height ? 0 : overlap(box, whole);
}

/** One place for what stands still: the smallest box that holds all of its readings. */
function settle(keys: Track['keys']): Track['keys'] {
  const [x, y] = middleOf(keys[0]!.box);
  const tall = Math.max(...keys.map(({ box }) => box.height));
  const [widest] = keys.toSorted((a, b) => b.box.width - a.box.width);
  const areParts = keys.every(({ box }) => within(box, widest!.box) >= INSIDE);
  // Letters that come one by one make a line longer, not elsewhere: its left side stays. Nor is a part of it elsewhere.
  const stays = keys.every((key) => {
    const [mx, my] = middleOf(key.box);
    const isLeft = Math.abs(key.box.x - keys[0]!.box.x) < STILL * tall;
    return Math.abs(my - y) < STILL * tall && (Math.abs(mx - x) < STILL * tall || isLeft || areParts);
  });
  if (!stays) return keys;
  const left = Math.min(...keys.map(({ box }) => box.x));
  const top = Math.min(...keys.map(({ box }) => box.y));
  const right = Math.max(...keys.map(({ box }) => box.x + box.width));
  const bottom = Math.max(...keys.map(({ box }) => box.y + box.height));
  return [{ seconds: keys[0]!.seconds, box: { x: left, y: top, width: right - left, height: bottom - top } }];
}

function kindOf({ keys, text, from, to, readings }: Open, seconds: number): CleanKind {
  const line = { text, score: Math.max(...readings.map(({ score }) => score)), box: keys[0]!.box };
  const isStill = settle(keys).length === 1;
  if (isWatermark(line)) return 'watermark';
  if (isCaption(line) && isStill) return 'subtitle';
  // What stays in its place from the beginning to the end while the picture changes was laid over it.
  return isStill && readings.length > 6 && to - from > 0.85 * seconds && keys[0]!.box.height < 0.06
    ? 'watermark'
    : 'text';
}

function ms(seconds: number): number {
  return Math.max(0, Math.round(seconds * 1000));
}

/** What a person is shown of it: writing in the scene itself is listed, and stays unless it is ticked. */
export function toMark(track: Track, times: { start: number; end: number }, mark_id: string): CleanMark {
  const [start_ms, end_ms] = [ms(times.start), Math.max(ms(times.start) + 40, ms(times.end))];
  return {
    mark_id,
    kind: track.kind,
    text: track.text.slice(0, 200),
    is_on: !track.isNotice && track.kind !== 'text',
    start_ms,
    end_ms,
    keys: track.keys.slice(0, 200).map(({ seconds, box }) => ({ at_ms: ms(seconds), box: inside(box) })),
    way: 'auto',
    is_strokes: true,
    colour: '#000000',
    cover: null,
  };
}

function part(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 1e4) / 1e4;
}

function inside({ x, y, width, height }: Box): Box {
  const [left, top] = [Math.min(0.996, part(x)), Math.min(0.996, part(y))];
  return {
    x: left,
    y: top,
    width: Math.max(0.004, part(Math.min(width, 1 - left))),
    height: Math.max(0.004, part(Math.min(height, 1 - top))),
  };
}
