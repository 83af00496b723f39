import type { VideoClip } from '@mixreel/contract';

const FALLBACK_FPS = 30;
/** A picture has no length of its own; this much of a line is offered to drag on. */
const PICTURE_MS = 10_000;

/** What a range of a source can be, in its own frames. */
export type Source = { length_ms: number; frame_ms: number };
export type Range = Pick<VideoClip, 'start_ms' | 'end_ms'>;

export function sourceOf({ source_ms, fps, end_ms }: Pick<VideoClip, 'source_ms' | 'fps' | 'end_ms'>): Source {
  return {
    length_ms: source_ms > 0 ? source_ms : Math.max(PICTURE_MS, end_ms),
    frame_ms: 1000 / (fps && fps > 0 ? fps : FALLBACK_FPS),
  };
}

/** The beginning of the frame that a moment belongs to, as a whole number of milliseconds. */
export function snapToFrame(ms: number, { frame_ms, length_ms }: Source): number {
  const frame = Math.round(ms / frame_ms);
  return Math.min(length_ms, Math.max(0, Math.round(frame * frame_ms)));
}

/** Steps by whole frames, from the frame that a moment belongs to. */
export function stepFrames(ms: number, by: number, source: Source): number {
  return snapToFrame((Math.round(ms / source.frame_ms) + by) * source.frame_ms, source);
}

/** A range with its beginning moved; at least one frame is left of it. */
export function withStart({ end_ms }: Range, to: number, source: Source): Range {
  const last = stepFrames(end_ms, -1, source);
  return { start_ms: Math.max(0, Math.min(snapToFrame(to, source), last)), end_ms };
}

export function withEnd({ start_ms }: Range, to: number, source: Source): Range {
  const first = stepFrames(start_ms, 1, source);
  return { start_ms, end_ms: Math.min(source.length_ms, Math.max(snapToFrame(to, source), first)) };
}

/** The same length, moved along the source. */
export function shifted({ start_ms, end_ms }: Range, by: number, source: Source): Range {
  const length = end_ms - start_ms;
  const start = Math.min(source.length_ms - length, Math.max(0, snapToFrame(start_ms + by, source)));
  return { start_ms: Math.round(start), end_ms: Math.round(start) + length };
}

/** What of the source the strip shows: all of it, or when it is long, the range with some of its surroundings. */
export function viewOf({ start_ms, end_ms }: Range, { length_ms }: Source, zoom: number): { from: number; to: number } {
  const length = Math.min(length_ms, Math.max(1, length_ms / zoom));
  const middle = (start_ms + end_ms) / 2;
  const from = Math.min(length_ms - length, Math.max(0, middle - length / 2));
  return { from, to: from + length };
}

/** `0:03.40`: minutes, seconds and hundredths, as lengths are told too. */
export function formatMoment(ms: number): string {
  const hundredths = Math.round(ms / 10);
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = Math.floor(hundredths / 100);
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}.${two(hundredths % 100)}`;
}
