import { damageWithin } from '@mixreel/contract';
import { soundStretches } from '@mixreel/media';
import { clipDamage, type DocumentClip } from '#features/mix/document.ts';

type Span = { from: number; to: number };
type Range = { start_ms: number; end_ms: number };

/** The broken stretches in the range of a clip that somebody would see, in seconds. */
function seenDamage(one: Pick<DocumentClip, 'clip' | 'marks'>): Span[] {
  return damageWithin(clipDamage(one), one.clip).map(({ start_ms, end_ms }) => ({
    from: start_ms / 1000,
    to: end_ms / 1000,
  }));
}

/**
 * The part of a clip's range to show where a shot takes `seconds` of it: nothing of it is broken, and it begins as early
 * as can be. Null when the range is broken everywhere, or has no whole part that is long enough.
 */
export function wholePart(one: Pick<DocumentClip, 'clip' | 'marks'>, seconds: number): Range | null {
  const { start_ms, end_ms, speed } = one.clip;
  const broken = seenDamage(one);
  if (broken.length === 0) return { start_ms, end_ms };
  const from = start_ms / 1000;
  const relative = broken.map((span) => ({ from: span.from - from, to: span.to - from }));
  const [first] = soundStretches(relative, end_ms / 1000 - from)
    .filter((free) => free.to - free.from >= seconds * speed)
    .toSorted((a, b) => a.from - b.from);
  if (!first) return null;
  return { start_ms: start_ms + Math.ceil(first.from * 1000), end_ms: start_ms + Math.floor(first.to * 1000) };
}
