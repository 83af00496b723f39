import { PICTURE_BITS } from '#likeness/compare.ts';
import { bitsOf } from '#likeness/hash-index.ts';
import type { DurationRule, PlanClip, PlanScript } from '#plan/mix.ts';

/** The part of a source that one shot shows, and for how long. */
export type Shown = {
  content: string;
  fromSeconds: number;
  toSeconds: number;
  seconds: number;
  /** What it looks like, as far as somebody has looked: hashes of its pictures, two words each. */
  looks?: Uint32Array;
};

/** What a clip shows when it fills a shot: a long clip is cut at the end, a short one is stretched over the shot. */
export function shownBy(clip: PlanClip, duration: DurationRule, script?: PlanScript): Shown {
  const { content, startSeconds, endSeconds, speed = 1 } = clip;
  const clipSeconds = Math.max(0, endSeconds - startSeconds) / speed;
  const seconds = shotSeconds(duration, clipSeconds, script);
  return {
    content,
    fromSeconds: startSeconds,
    toSeconds: Math.min(endSeconds, startSeconds + seconds * speed),
    seconds,
  };
}

/** A film this long before and after a moment looks, to the judge, as it does in that moment: measured on real ones. */
const SAME_LOOK_SECONDS = 0.75;

/** Share (0 to 1) of a shot's pictures that the other shots show as well. */
export function overlapShare(shown: Shown, others: Shown[]): number {
  const { content, fromSeconds: from, toSeconds: to } = shown;
  const length = to - from;
  let parts: [number, number][] | undefined;
  for (const other of others) {
    if (other.content !== content) continue;
    // A still picture has no length: seeing it at all is seeing all of it.
    if (length <= 0) return 1;
    const start = Math.max(from, other.fromSeconds);
    const end = Math.min(to, other.toSeconds);
    if (start <= from && end >= to) return 1;
    if (end <= start) continue;
    parts ??= [];
    parts.push([Math.max(from, start - SAME_LOOK_SECONDS), Math.min(to, end + SAME_LOOK_SECONDS)]);
  }
  return parts ? coveredLength(parts) / length : 0;
}

/** Share of a shot's pictures that look, to the judge, like one of another shot; 0 where nobody has looked. */
export function lookShare({ looks: own }: Shown, { looks: others }: Shown): number {
  if (!own || !others || own.length === 0) return 0;
  let found = 0;
  for (let n = 0; n < own.length; n += 2) {
    for (let at = 0; at < others.length; at += 2) {
      // Most differ by more than that in the first half already.
      const left = PICTURE_BITS - bitsOf(own[n]! ^ others[at]!);
      if (left < 0 || bitsOf(own[n + 1]! ^ others[at + 1]!) > left) continue;
      found += 2;
      break;
    }
  }
  return found / own.length;
}

/** The same for one other shot of the same content. */
export function overlapOf({ fromSeconds: from, toSeconds: to }: Shown, other: Shown): number {
  // A still picture has no length: seeing it at all is seeing all of it.
  if (to <= from) return 1;
  const start = Math.max(from, other.fromSeconds);
  const end = Math.min(to, other.toSeconds);
  if (end <= start) return 0;
  return (Math.min(to, end + SAME_LOOK_SECONDS) - Math.max(from, start - SAME_LOOK_SECONDS)) / (to - from);
}

function shotSeconds(duration: DurationRule, clipSeconds: number, script?: PlanScript): number {
  if (duration.rule === 'fixed') return duration.seconds;
  if (duration.rule === 'narration' && script && script.seconds > 0) return script.seconds;
  return clipSeconds;
}

function coveredLength(parts: [number, number][]): number {
  let covered = 0;
  let reached = -Infinity;
  for (const [start, end] of parts.toSorted((a, b) => a[0] - b[0])) {
    covered += Math.max(0, end - Math.max(start, reached));
    reached = Math.max(reached, end);
  }
  return covered;
}
