import { type Layer, measureText, scaleText, type Sheet, type TextPart } from '@mixreel/sheet';
import type { FontId } from '#captions/fonts.ts';
import { letterBook } from '#sheet/letter-book.ts';

/** Smaller than this, in shares of what it was, nobody reads a text where a larger one was planned. */
const SMALLEST = 0.4;

type Filling = { texts: Record<string, string>; pictures: Record<string, string> };

/** The same layout with other words and pictures, by layer. Words that are longer become smaller, until they fit their box. */
export function refillSheet(sheet: Sheet, { texts, pictures }: Filling): Sheet {
  const layers = sheet.layers.map((layer): Layer => {
    const { layer_id = '', text, picture } = layer;
    const [words, source] = [texts[layer_id], pictures[layer_id]];
    if (text && words !== undefined) return { ...layer, text: fitted({ ...text, text: words }, layer) };
    if (picture && source !== undefined) {
      return { ...layer, picture: { ...picture, source, crop: null, focus: { x: 0.5, y: 0.5 } } };
    }
    return layer;
  });
  return { ...sheet, layers };
}

function fitted(text: TextPart, { width, height }: Layer): TextPart {
  const needed = measureText(text, letterBook(text.font_id as FontId));
  const room = Math.max(height, text.size * text.line_height);
  const scale = Math.max(SMALLEST, Math.min(1, width / needed.width, room / needed.height));
  return scale === 1 ? text : scaleText(text, scale);
}
