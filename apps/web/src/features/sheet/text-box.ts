import type { SheetLayer, SheetTextPart } from '@mixreel/contract/sheet';
import { measureText } from '@mixreel/sheet';
import type { Shelf } from './shelf.ts';

/** The box of a text grows with it, around its middle. */
export function textBox({ kit }: Pick<Shelf, 'kit'>, layer: SheetLayer, text: SheetTextPart) {
  const book = kit.book(text.font_id);
  const size = book ? measureText(text, book) : layer;
  const [width, height] = [Math.max(layer.width, Math.ceil(size.width)), Math.ceil(size.height)];
  return { x: layer.x - (width - layer.width) / 2, y: layer.y - (height - layer.height) / 2, width, height };
}
