import { DEFAULT_CAPTION_STYLE, RATIOS, type caption as calls } from '@mixreel/contract';
import { findTaboo } from '@mixreel/contract/taboo';
import { EASY_READING_SPEED, layoutCaption, missingCharacters, readingSpeed } from '@mixreel/media';
import type { z } from 'zod';
import { toCaptionStyle } from './media-style.ts';

type Input = z.output<(typeof calls.analyze)['input']>;

/** What a viewer, or the law, would stumble over in a caption. */
export function analyzeCaption({ text, font_id, size, ratio, platform, seconds }: Input, allowed: string[]) {
  const style = toCaptionStyle({ ...DEFAULT_CAPTION_STYLE, font_id, size });
  const times = { startSeconds: 0, endSeconds: seconds ?? 1 };
  const caption = { text, style, position: { kind: 'preset' as const, preset: 'lower' as const }, ...times };
  const { lines, overflows } = layoutCaption(caption, RATIOS[ratio], platform);
  const read_cps = seconds === undefined ? null : Number(readingSpeed(text, seconds).toFixed(2));
  return {
    lines: lines.map((line) => line.text),
    chars: Array.from(text.replace(/\s/g, '')).length,
    missing_glyphs: missingCharacters(text, style.fontId),
    read_cps,
    is_too_fast: read_cps !== null && read_cps > EASY_READING_SPEED,
    overflow: overflows,
    forbidden_words: findTaboo(text, allowed),
  };
}
