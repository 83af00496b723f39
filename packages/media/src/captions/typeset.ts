import { FALLBACK_FONT, fontMetrics } from '#captions/fonts.ts';
import type { FontId } from '#captions/fonts.ts';

/** A stretch of text in one font. */
export type FontRun = { text: string; fontId: FontId };

/** Characters without a picture of their own: joiners, variation selectors and other marks that fonts need not hold. */
const INVISIBLE = /^[\p{Cc}\p{Cf}\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]$/u;

/** Characters that fill their square. */
const SQUARE_CHARACTERS = '国图永中';

/** Split a text where the font changes: characters that the font lacks are set in the fallback when that has them. */
export function fontRuns(text: string, fontId: FontId): FontRun[] {
  const runs: FontRun[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const font = INVISIBLE.test(character) ? (last?.fontId ?? fontId) : fontFor(character, fontId);
    if (last?.fontId === font) last.text += character;
    else runs.push({ text: character, fontId: font });
  }
  return runs;
}

/** Width of a text in pixels by the advance widths of its fonts, without kerning. */
export function textWidth(text: string, fontId: FontId, em: number): number {
  return fontRuns(text, fontId).reduce((sum, run) => sum + runWidth(run, em), 0);
}

/** Width of a run in pixels. */
export function runWidth({ text, fontId }: FontRun, em: number): number {
  const { glyph, unitsPerEm } = fontMetrics(fontId);
  let units = 0;
  for (const character of text) {
    units += glyph(character.codePointAt(0)!)?.advance ?? missingAdvance(character, unitsPerEm);
  }
  return (units * em) / unitsPerEm;
}

/** Characters that neither the font nor its fallback can show, each once. */
export function missingCharacters(text: string, fontId: FontId): string[] {
  const lacking = Array.from(text).filter(
    (character) =>
      !/\s/.test(character) &&
      !INVISIBLE.test(character) &&
      !hasGlyph(fontId, character) &&
      !hasGlyph(FALLBACK_FONT, character),
  );
  return [...new Set(lacking)];
}

/** Characters that the font itself lacks and the fallback shows, each once. */
export function borrowedCharacters(text: string, fontId: FontId): string[] {
  const borrowed = fontRuns(text, fontId).filter((run) => run.fontId !== fontId);
  return [...new Set(borrowed.flatMap((run) => Array.from(run.text)))];
}

/**
 * How far the middle of a Chinese character lies above the baseline, in ems. Fonts place their characters differently
 * in the line; going by their ink keeps text in the middle of its box whatever the font.
 */
export function middleAboveBaseline(fontId: FontId): number {
  const { glyph, unitsPerEm } = fontMetrics(fontId);
  const boxes = Array.from(SQUARE_CHARACTERS, (character) => glyph(character.codePointAt(0)!)).filter(
    (box) => box !== undefined,
  );
  if (boxes.length === 0) return 0.36;
  return boxes.reduce((sum, { yMin, yMax }) => sum + (yMin + yMax) / 2, 0) / boxes.length / unitsPerEm;
}

function fontFor(character: string, fontId: FontId): FontId {
  return !hasGlyph(fontId, character) && hasGlyph(FALLBACK_FONT, character) ? FALLBACK_FONT : fontId;
}

function hasGlyph(fontId: FontId, character: string): boolean {
  return fontMetrics(fontId).glyph(character.codePointAt(0)!) !== undefined;
}

function missingAdvance(character: string, unitsPerEm: number): number {
  return INVISIBLE.test(character) ? 0 : unitsPerEm;
}
