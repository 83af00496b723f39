import type { Timeline } from '@mixreel/contract';
import { srtOf } from '@mixreel/media';
import { momentUs } from './lay-out.ts';

/** The captions as SubRip text; marked as UTF-8, which editors on Windows would not guess. */
export function buildSrt(timeline: Timeline): string {
  const cues = timeline.captions
    .filter(({ kind, text }) => kind === 'caption' && text.trim())
    .map(({ text, start, end }) => ({
      text: text.trim().replace(/\n\s*\n/g, '\n'),
      start: momentUs(start, timeline) / 1_000_000,
      end: momentUs(end, timeline) / 1_000_000,
    }))
    .filter(({ start, end }) => end > start)
    .toSorted((a, b) => a.start - b.start);
  return `\u{FEFF}${srtOf(cues)}`;
}
