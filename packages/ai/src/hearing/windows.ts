import { HEARING_RATE } from '#hearing/transcript.ts';
import type { Span } from '#hearing/voice-activity.ts';

/** Speech of up to 30 s without its long pauses; `parts` tell where each stretch of it was in the original. */
export type Window = { pcm: Float32Array; seconds: number; parts: { at: number; start: number; end: number }[] };

const LONGEST = 29.5;
/** Room around speech: the detector is a little late, and first sounds are quiet. */
const MARGIN = 0.2;
/** Where a window that is cut from longer speech may end, before its longest. */
const SEARCHED = 8;
/** Pauses up to this stay as they are; longer ones are cut down to the margins. */
const KEPT_PAUSE = 0.7;

/**
 * Packs speech into as few windows as possible, since each costs the same whatever is in it. Speech without a pause
 * for longer than a window is cut where it is quietest.
 */
export function packWindows(pcm: Float32Array, speech: Span[]): Window[] {
  const duration = pcm.length / HEARING_RATE;
  const windows: Span[][] = [];
  let seconds = 0;
  for (const span of joinSpans(speech, duration).flatMap((long) => cutLong(pcm, long, speech))) {
    const length = span.end - span.start;
    if (windows.length === 0 || seconds + length > LONGEST) {
      windows.push([]);
      seconds = 0;
    }
    windows.at(-1)!.push(span);
    seconds += length;
  }
  return windows.map((spans) => cutOut(pcm, spans));
}

/** The time in the original of a time in the window. */
export function originalTime({ parts }: Window, time: number): number {
  const part = parts.findLast(({ at }) => at <= time) ?? parts[0]!;
  return Math.min(part.start + Math.max(0, time - part.at), part.end);
}

function joinSpans(speech: Span[], duration: number): Span[] {
  const joined: Span[] = [];
  for (const { start, end } of speech) {
    const span = { start: Math.max(0, start - MARGIN), end: Math.min(duration, end + MARGIN) };
    const last = joined.at(-1);
    if (last && span.start - last.end <= KEPT_PAUSE - 2 * MARGIN) last.end = span.end;
    else joined.push(span);
  }
  return joined;
}

function cutLong(pcm: Float32Array, span: Span, speech: Span[]): Span[] {
  if (span.end - span.start <= LONGEST) return [span];
  const [from, to] = [span.start + LONGEST - SEARCHED, span.start + LONGEST];
  const cut = lastPause(speech, from, to) ?? quietest(pcm, from, to);
  return [{ start: span.start, end: cut }, ...cutLong(pcm, { start: cut, end: span.end }, speech)];
}

/** The middle of the last pause there: a window that is fuller leaves less for the next. */
function lastPause(speech: Span[], from: number, to: number): number | undefined {
  const middles = speech.slice(1).map(({ start }, i) => (speech[i]!.end + start) / 2);
  return middles.findLast((middle) => middle > from && middle < to);
}

function quietest(pcm: Float32Array, from: number, to: number): number {
  const size = Math.round(0.1 * HEARING_RATE);
  let best = from;
  let least = Infinity;
  for (let at = Math.round(from * HEARING_RATE); at + size < to * HEARING_RATE; at += size / 2) {
    let power = 0;
    for (let i = at; i < at + size; i += 1) power += (pcm[i] ?? 0) ** 2;
    if (power < least) [best, least] = [(at + size / 2) / HEARING_RATE, power];
  }
  return best;
}

function cutOut(pcm: Float32Array, spans: Span[]): Window {
  const pieces = spans.map(({ start, end }) =>
    pcm.subarray(Math.round(start * HEARING_RATE), Math.round(end * HEARING_RATE)),
  );
  const whole = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  const parts = pieces.map((piece, i) => {
    whole.set(piece, at);
    const part = { at: at / HEARING_RATE, ...spans[i]! };
    at += piece.length;
    return part;
  });
  return { pcm: whole, seconds: whole.length / HEARING_RATE, parts };
}
