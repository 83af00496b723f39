import { soundStretches, spansWithin } from '@mixreel/media';
import type { DocumentClip } from '#features/mix/document.ts';

/** Shorter than this nobody sees. */
const SEEN_SECONDS = 0.08;

type Span = { from: number; to: number };
type Range = { start_ms: number; end_ms: number };

/** Where the film of a clip is broken, as far as analysis knows. */
export function damageOf({ marks }: Pick<DocumentClip, 'marks'>): Span[] {
  return (marks?.damaged ?? []).map(({ start, end }) => ({ from: start, to: end }));
}

/** The broken stretches in the range of a clip that somebody would see. */
export function seenDamage(one: Pick<DocumentClip, 'clip' | 'marks'>): Span[] {
  const { start_ms, end_ms } = one.clip;
  const within = spansWithin(damageOf(one), { from: start_ms / 1000, to: end_ms / 1000 });
  return within.filter(({ from, to }) => to - from >= SEEN_SECONDS);
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
