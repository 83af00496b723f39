import type { Preview } from '@mixreel/contract';

export type Cut = Preview['cuts'][number];
export type Loop = { start_ms: number; end_ms: number };

/** Shorter than this nobody can see that it repeats. */
const LOOP_MIN_MS = 200;

/** What is seen at a moment; at the very end still the last one. */
export function cutAt(cuts: Cut[], ms: number): Cut | undefined {
  return cuts.findLast(({ start_ms }) => start_ms <= ms) ?? cuts[0];
}

/**
 * So many frames further, as the middle of a frame: its very beginning may still show the one before, because browsers
 * round.
 */
export function stepFrame(ms: number, by: number, fps: number, duration_ms: number): number {
  const frame = Math.floor((ms * fps) / 1000 + 1e-6) + by;
  const last = Math.max(0, Math.ceil((duration_ms * fps) / 1000) - 1);
  return ((Math.min(last, Math.max(0, frame)) + 0.5) * 1000) / fps;
}

/** A range to repeat, with one of its ends moved. An end that passes the other one takes the whole rest with it. */
export function moveLoop(loop: Loop | null, end: 'start' | 'end', ms: number, duration_ms: number): Loop {
  const { start_ms, end_ms } = loop ?? { start_ms: 0, end_ms: duration_ms };
  if (end === 'start') {
    const from = Math.max(0, Math.min(ms, duration_ms - LOOP_MIN_MS));
    return { start_ms: from, end_ms: end_ms - from < LOOP_MIN_MS ? duration_ms : end_ms };
  }
  const to = Math.min(duration_ms, Math.max(ms, LOOP_MIN_MS));
  return { start_ms: to - start_ms < LOOP_MIN_MS ? 0 : start_ms, end_ms: to };
}

/** The range in another combination, which may be shorter; none where nothing of it is left. */
export function fitLoop(loop: Loop | null, duration_ms: number): Loop | null {
  if (!loop || loop.start_ms > duration_ms - LOOP_MIN_MS) return null;
  return { start_ms: loop.start_ms, end_ms: Math.min(loop.end_ms, duration_ms) };
}

const SPEEDS = [-4, -2, -1, 1, 2, 4];

/** J and L: each press goes one gear further in its direction; the other direction begins at its first gear. */
export function shiftSpeed(now: number, by: -1 | 1, isPlaying: boolean): number {
  if (!isPlaying || Math.sign(now) !== by) return by;
  const next = SPEEDS[SPEEDS.indexOf(now) + by];
  return next ?? now;
}

/** `0:07.3`: minutes, seconds and tenths. */
export function formatClock(ms: number): string {
  const tenths = Math.floor(Math.max(0, ms) / 100);
  const [minutes, seconds] = [Math.floor(tenths / 600), Math.floor(tenths / 10) % 60];
  return `${minutes}:${String(seconds).padStart(2, '0')}.${tenths % 10}`;
}
