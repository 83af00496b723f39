import { editDistance, isCaption, isWatermark, type SeenText } from '@mixreel/ai';
import { CLEAN_MARKS_MAX, type CleanKind, type CleanMark } from '@mixreel/contract';

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
};

const SURE = 0.6;
/** What is read once only must be read well: patterns pass for letters once, seldom twice. */
const SURE_ONCE = 0.8;
const SURE_ALONE = 0.95;
const LONE_LOOKS = 4;
/** Of one line in two pictures: so much of the smaller box in both, or so few letters apart. */
const OVERLAP = 0.5;
const READ_ALIKE = 0.5;
/** A line may be missed in one picture. */
const MISSED = 1;
/** A box that goes no further than this, in its own heights, stands still. */
const STILL = 0.25;

type Open = Track & { misses: number; score: number; looks: number; texts: string[] };

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
      track.texts.push(next.text);
      if (next.score > track.score) [track.text, track.score] = [next.text, next.score];
      [track.to, track.misses, track.before] = [at, 0, seconds];
      track.looks += 1;
    }
    done.push(...open.filter(({ misses }) => misses > MISSED));
    open = open.filter(({ misses }) => misses <= MISSED);
    for (const { text, score, box } of left) {
      const times = { from: at, to: at, after: before, before: seconds };
      const kind = { kind: 'text' as const, isNotice: false, misses: 0, score, looks: 1, texts: [text] };
      open.push({ text, keys: [{ seconds: at, box }], ...times, ...kind });
    }
  }
  return [...done, ...open]
    .filter(isBelieved)
    .toSorted((a, b) => a.from - b.from)
    .slice(0, CLEAN_MARKS_MAX)
    .map((track) => {
      const { text, keys, from, to, after, before, texts } = track;
      const isNotice = texts.some((one) => AI_NOTICE.test(one));
      return { text, kind: kindOf(track, seconds), isNotice, keys: settle(keys), from, to, after, before };
    });
}

/** One letter alone is mostly a fold or a shadow: it must be there for long. */
function isBelieved({ looks, score, text }: Open): boolean {
  if (text.trim().length < 2) return looks >= LONE_LOOKS && score >= SURE_ALONE;
  return looks > 1 || score >= SURE_ONCE;
}

/** As people and platforms write it; readers take the I for an l. */
export const AI_NOTICE = /A[IL1l|]\s*(生成|合成|创作|制作|辅助)|人工智能(生成|合成)|AIGC|由\s*A[Il1]\b/i;

function isSame(track: Open, { text, box }: SeenText): boolean {
  const last = track.keys.at(-1)!.box;
  const shared = overlap(last, box);
  const apart = editDistance(track.text, text) / Math.max(track.text.length, text.length, 1);
  if (shared >= OVERLAP) return apart <= READ_ALIKE + 0.2;
  // Moved on: it must read the same, and be of the same size.
  const isLike = Math.abs(last.height - box.height) < 0.4 * Math.max(last.height, box.height);
  const far = Math.hypot(last.x + last.width / 2 - box.x - box.width / 2, last.y - box.y);
  return isLike && apart <= 0.34 && text.length > 1 && far < 0.35;
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

/** One place for what stands still: the smallest box that holds all of its readings. */
function settle(keys: Track['keys']): Track['keys'] {
  const middle = ({ box }: Track['keys'][number]) => [box.x + box.width / 2, box.y + box.height / 2] as const;
  const [x, y] = middle(keys[0]!);
  const tall = Math.max(...keys.map(({ box }) => box.height));
  // Letters that come one by one make a line longer, not elsewhere: its left side stays.
  const stays = keys.every((key) => {
    const [mx, my] = middle(key);
    const isLeft = Math.abs(key.box.x - keys[0]!.box.x) < STILL * tall;
    return Math.abs(my - y) < STILL * tall && (Math.abs(mx - x) < STILL * tall || isLeft);
  });
  if (!stays) return keys;
  const left = Math.min(...keys.map(({ box }) => box.x));
  const top = Math.min(...keys.map(({ box }) => box.y));
  const right = Math.max(...keys.map(({ box }) => box.x + box.width));
  const bottom = Math.max(...keys.map(({ box }) => box.y + box.height));
  return [{ seconds: keys[0]!.seconds, box: { x: left, y: top, width: right - left, height: bottom - top } }];
}

function kindOf({ keys, text, from, to, looks, score }: Open, seconds: number): CleanKind {
  const line = { text, score, box: keys[0]!.box };
  const isStill = settle(keys).length === 1;
  if (isWatermark(line)) return 'watermark';
  if (isCaption(line) && isStill) return 'subtitle';
  // What stays in its place from the beginning to the end while the picture changes was laid over it.
  return isStill && looks > 6 && to - from > 0.85 * seconds && keys[0]!.box.height < 0.06 ? 'watermark' : 'text';
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
