import type { CaptionStyle } from '@mixreel/contract';
import type { SheetLayer, SheetTextPart } from '@mixreel/contract/sheet';
import { solid } from './inspector-values.ts';

type Colour = SheetTextPart['outlines'][number]['colour'];

/** A style of captions on a text of the picture: it stays as large as it is, and all else follows its size. */
export function withStyle(
  text: SheetTextPart,
  style: CaptionStyle,
): Pick<SheetLayer, 'shadow'> & { text: SheetTextPart } {
  const scale = text.size / style.size;
  const long = (pixels: number) => Math.round(pixels * scale * 10) / 10;
  const { font_id, colour, line_height, outlines, shadow, box } = style;
  return {
    text: {
      ...text,
      font_id: font_id as SheetTextPart['font_id'],
      fill: solid(colour),
      line_height,
      outlines: outlines.map((one) => ({ colour: one.colour as Colour, width: Math.min(200, long(one.width)) })),
      box: box && {
        colour: box.colour as Colour,
        padding_x: long(box.padding_x),
        padding_y: long(box.padding_y),
        radius: long(box.radius),
        shape: box.shape,
      },
    },
    shadow: shadow && {
      colour: shadow.colour as Colour,
      x: long(shadow.x),
      y: long(shadow.y),
      blur: Math.min(400, long(shadow.blur)),
    },
  };
}
