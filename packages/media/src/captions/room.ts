import { type CaptionLayout, layoutCaption } from '#captions/layout.ts';
import { type CanvasSize, safeRect } from '#captions/safe-zones.ts';
import type { CaptionStyle } from '#captions/style.ts';

const LINES_MOST = 4;
const STEP = 0.95;
/** Letters smaller than this, in pixels, nobody reads: words that need it are let out of the room. */
const LEAST_PIXELS = 7;

/** Words as large as they fit into a room of their own, standing still in the middle of it. */
export function layoutIntoRoom(text: string, style: CaptionStyle, room: CanvasSize): CaptionLayout {
  const unit = Math.min(room.width, room.height) / 1080;
  const safe = safeRect(room, 'none');
  const least = LEAST_PIXELS / (style.size * unit);
  // One line that is as high as the room, and from there downwards.
  for (let scale = Math.max(least, room.height / (style.size * unit)); ; scale *= STEP) {
    const layout = layoutCaption(
      {
        text,
        style: scaled(style, scale),
        position: { kind: 'preset', preset: 'centre' },
        startSeconds: 0,
        endSeconds: 1,
        maxLines: LINES_MOST,
      },
      room,
    );
    const { bounds, shrink, overflows } = layout;
    const isInside = bounds.width <= safe.width + 0.5 && bounds.height <= safe.height + 0.5;
    if ((isInside && shrink === 1 && !overflows) || scale * STEP < least) return layout;
  }
}

function scaled(style: CaptionStyle, by: number): CaptionStyle {
  const { size, outlines, shadow, box } = style;
  return {
    ...style,
    animation: 'none',
    size: size * by,
    outlines: outlines.map(({ colour, width }) => ({ colour, width: width * by })),
    ...(shadow && { shadow: { ...shadow, x: shadow.x * by, y: shadow.y * by, blur: shadow.blur * by } }),
    ...(box && {
      box: { ...box, paddingX: box.paddingX * by, paddingY: box.paddingY * by, radius: box.radius * by },
    }),
  };
}
