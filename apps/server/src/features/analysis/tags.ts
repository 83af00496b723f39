import { describeShot, type ShotMeasures, type Sight } from '@mixreel/ai';
import { CAMERA_MOVES, type Tag, type TagType, tagKey } from '@mixreel/contract';
import type { CameraMove } from '@mixreel/media';

/** Tags that follow from measuring alone. The task that understands pictures leaves them, or says them better. */
const MEASURED_TYPES: TagType[] = ['colour', 'light', 'motion', 'quality', 'orientation', 'duration'];
/** What only measuring tells: nobody who looks at single pictures sees a camera move. */
const ONLY_MEASURED: TagType[] = ['camera'];
/** Tags that the task of understanding makes anew. Products and what people gave belong to others. */
const UNDERSTOOD_TYPES: TagType[] = [
  'scene',
  'object',
  'person',
  'clothes',
  'action',
  'count',
  'shot_size',
  'text',
  'sound',
  ...MEASURED_TYPES,
];

const MOST_ON_MATERIAL = 24;
const ORIENTATION_NAMES = { portrait: '竖屏', landscape: '横屏', square: '方形' } as const;
export type Orientation = keyof typeof ORIENTATION_NAMES;

const DURATIONS: [number, string][] = [
  [3, '3 秒以内'],
  [10, '3–10 秒'],
  [30, '10–30 秒'],
  [60, '30–60 秒'],
  [Infinity, '1 分钟以上'],
];

/** Shares of a shot's time that are shaky, black or frozen. */
export type Flaws = { shaky: number; black: number; frozen: number };

/** The tags of a shot that need no model. */
export function measuredTags(measures: ShotMeasures, flaws: Flaws, camera_move: CameraMove | null = null): Tag[] {
  const told = describeShot([], measures).tags.filter(({ tag_type }) => MEASURED_TYPES.includes(tag_type));
  const camera = camera_move ? [sure('camera', CAMERA_MOVES[camera_move])] : [];
  return distinct([...told.map(toTag), ...plainTags(measures), ...camera, ...flawTags(flaws)]);
}

/** All tags of a shot, what is only guessed of it, and a sentence about it. */
export function understoodTags(
  sights: Sight[],
  measures: ShotMeasures,
): { tags: Tag[]; guesses: string[]; caption: string } {
  const { tags, guesses, caption } = describeShot(sights, measures);
  return {
    tags: distinct([...tags.map(toTag), ...plainTags(measures)]),
    guesses: [...new Set(guesses.map(tagKey))],
    caption,
  };
}

const isMeasured = ({ tag_type }: Tag) => [...MEASURED_TYPES, ...ONLY_MEASURED].includes(tag_type);

/** The shot's tags after measuring: those of other kinds stay. */
export function replaceMeasured(old: Tag[], measured: Tag[]): Tag[] {
  return distinct([...old.filter((tag) => !isMeasured(tag)), ...measured]);
}

/** The shot's tags after understanding. What only measuring tells (shaking, black, length) stays. */
export function replaceUnderstood(old: Tag[], understood: Tag[]): Tag[] {
  const flaws = old.filter(({ tag_type, name }) => tag_type === 'quality' && FLAW_NAMES.includes(name));
  return distinct([...old.filter(({ tag_type }) => !UNDERSTOOD_TYPES.includes(tag_type)), ...flaws, ...understood]);
}

function plainTags({ orientation, duration }: ShotMeasures): Tag[] {
  return [
    ...(orientation ? [sure('orientation', ORIENTATION_NAMES[orientation])] : []),
    ...(duration ? [sure('duration', durationName(duration))] : []),
  ];
}

const FLAW_NAMES = ['抖动', '黑场', '静帧'];

function flawTags({ shaky, black, frozen }: Flaws): Tag[] {
  return [shaky > 0.5, black > 0.5, frozen > 0.8 && black < 0.5].flatMap((has, i) =>
    has ? [sure('quality', FLAW_NAMES[i] ?? '')] : [],
  );
}

function durationName(seconds: number): string {
  return DURATIONS.find(([most]) => seconds <= most)?.[1] ?? '';
}

export function sure(tag_type: TagType, name: string): Tag {
  return { tag_type, name, source: 'ai', score: 1 };
}

function toTag({ tag_type, name, score }: { tag_type: TagType; name: string; score: number }): Tag {
  return { tag_type, name, source: 'ai', score: hundredths(score) };
}

function distinct(tags: Tag[]): Tag[] {
  return [...new Map(tags.map((tag) => [tagKey(tag), tag])).values()];
}

type TaggedShot = { start_ms: number; end_ms: number; tags: Tag[] };

/**
 * What a material as a whole is tagged with: what people gave it, and of its shots' tags those that are true of most of
 * it. `keys` are those of all its shots as well: whoever filters by 杯子 wants every film that has one.
 */
export function materialTags(
  own: Tag[],
  shots: TaggedShot[],
  { duration }: { duration: number },
): { tags: Tag[]; tag_keys: string[] } {
  const weights = new Map<string, { tag: Tag; weight: number }>();
  const whole = shots.reduce((sum, shot) => sum + shot.end_ms - shot.start_ms, 0) || 1;
  for (const { start_ms, end_ms, tags } of shots) {
    // Lengths of shots say nothing of the length of the film.
    for (const tag of tags.filter(({ tag_type }) => tag_type !== 'duration')) {
      const known = weights.get(tagKey(tag)) ?? { tag, weight: 0 };
      const weight = known.weight + ((tag.score ?? 1) * (end_ms - start_ms)) / whole;
      weights.set(tagKey(tag), { tag: best(known.tag, tag), weight });
    }
  }
  const found = [...weights.values()].toSorted((a, b) => b.weight - a.weight).map(({ tag }) => tag);
  const given = own.filter(({ source }) => source === 'user');
  const length = duration > 0 ? [sure('duration', durationName(duration))] : [];
  const tags = distinct([...found.slice(0, MOST_ON_MATERIAL), ...length, ...given]);
  return { tags, tag_keys: [...new Set([...tags, ...found].map(tagKey))] };
}

/** A person's word over a machine's, the surer machine over the other. */
function best(a: Tag, b: Tag): Tag {
  if (a.source !== b.source) return a.source === 'user' ? a : b;
  return (a.score ?? 1) >= (b.score ?? 1) ? a : b;
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
