import type { Glyph, GlyphBook } from '@mixreel/sheet';
import { fontMetrics, type FontId } from '#captions/fonts.ts';
import { fontRuns, middleAboveBaseline, runWidth } from '#captions/typeset.ts';
import { glyphPaths } from '#sheet/glyph-path.ts';

const books = new Map<FontId, GlyphBook>();

/** The letters of a font as they are drawn; those that it lacks are of the font that stands in for it. */
export function letterBook(font_id: FontId): GlyphBook {
  const known = books.get(font_id);
  if (known) return known;
  const glyphs = new Map<string, Glyph>();
  const book: GlyphBook = {
    middle: middleAboveBaseline(font_id),
    glyph(letter) {
      const found = glyphs.get(letter) ?? readGlyph(letter, font_id);
      if (found) glyphs.set(letter, found);
      return found;
    },
  };
  books.set(font_id, book);
  return book;
}

function readGlyph(letter: string, font_id: FontId): Glyph | undefined {
  const [run] = fontRuns(letter, font_id);
  if (!run) return undefined;
  const units = fontMetrics(run.fontId).unitsPerEm;
  return { path: glyphPaths(run.fontId)(letter.codePointAt(0)!), units, advance: runWidth(run, 1) };
}
