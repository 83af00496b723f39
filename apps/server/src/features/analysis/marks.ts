import type { Span as MediaSpan, PictureFacts } from '@mixreel/media';
import type { Marks, Span } from '#features/material/material.tables.ts';

export const NO_MARKS: Marks = { black: [], frozen: [], blurred: [], shaky: [], damaged: [] };

/** Where the picture is black, frozen, blurred, shaky or broken, as the pages write it. */
export function marksOf({ black, frozen, blurred, shaky }: PictureFacts, damaged: MediaSpan[]): Marks {
  return {
    black: spans(black),
    frozen: spans(frozen),
    blurred: spans(blurred),
    shaky: spans(shaky),
    damaged: spans(damaged),
  };
}

function spans(list: MediaSpan[]): Span[] {
  return list.map(({ from, to }) => ({ start: hundredths(from), end: hundredths(to) }));
}

function hundredths(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}

/** How much of a stretch of time the spans cover, 0 to 1; all in seconds. */
export function shareOf(list: Span[], start: number, end: number): number {
  const shared = list.reduce(
    (sum, span) => sum + Math.max(0, Math.min(span.end, end) - Math.max(span.start, start)),
    0,
  );
  return end > start ? Math.min(1, shared / (end - start)) : 0;
}
