import type {
  CaptionLayout as WireLayout,
  CaptionPosition as WirePosition,
  CaptionStyle as WireStyle,
  MixConfig,
} from '@mixreel/contract';
import {
  type CaptionLayout,
  type CaptionPosition,
  type CaptionStyle,
  type Colour,
  FALLBACK_FONT,
  FILTERS,
  FONTS,
  type FontId,
  type GridCell,
  type LookSettings,
} from '@mixreel/media';

/** The font of this id; the product's default where a stored document names one that is no longer there. */
function fontIdOf(font_id: string): FontId {
  return FONTS.find(({ id }) => id === font_id)?.id ?? FALLBACK_FONT;
}

export function toCaptionStyle(style: WireStyle): CaptionStyle {
  const { shadow, box, highlight } = style;
  return {
    fontId: fontIdOf(style.font_id),
    size: style.size,
    colour: style.colour as Colour,
    isBold: style.is_bold,
    lineHeight: style.line_height,
    outlines: style.outlines.map(({ colour, width }) => ({ colour: colour as Colour, width })),
    ...(shadow && { shadow: { ...shadow, colour: shadow.colour as Colour } }),
    ...(box && {
      box: {
        colour: box.colour as Colour,
        paddingX: box.padding_x,
        paddingY: box.padding_y,
        radius: box.radius,
        shape: box.shape,
      },
    }),
    animation: style.animation,
    highlight: { colour: highlight.colour as Colour, stays: highlight.stays },
  };
}

/** How a preset of the engine is stored and sent. */
export function toWireStyle({ fontId, isBold, lineHeight, shadow, box, ...style }: CaptionStyle): WireStyle {
  return {
    ...style,
    font_id: fontId,
    is_bold: isBold,
    line_height: lineHeight,
    shadow: shadow ?? null,
    box: box
      ? { colour: box.colour, padding_x: box.paddingX, padding_y: box.paddingY, radius: box.radius, shape: box.shape }
      : null,
  };
}

export function toCaptionPosition(position: WirePosition): CaptionPosition {
  if (position.kind === 'grid') return { kind: 'grid', cell: position.cell as GridCell };
  if (position.kind === 'preset') return position;
  return { kind: 'free', xPercent: position.x_percent, yPercent: position.y_percent };
}

export function toWirePosition(position: CaptionPosition): WirePosition {
  if (position.kind !== 'free') return position;
  return { kind: 'free', x_percent: position.xPercent, y_percent: position.yPercent };
}

/** A filter that is no longer offered counts as none: a mix of last year must still render. */
export function toLookSettings({ filter_key, ...sliders }: MixConfig['filter']): LookSettings {
  const isKnown = FILTERS.some(({ key }) => key === filter_key);
  return { ...sliders, filter: isKnown ? filter_key : '' };
}

export function toWireLayout(layout: CaptionLayout): WireLayout {
  return {
    canvas: layout.canvas,
    start_seconds: layout.startSeconds,
    end_seconds: layout.endSeconds,
    font_size: layout.fontSize,
    bounds: layout.bounds,
    lines: layout.lines.map(({ text, baseline, runs }) => ({
      text,
      baseline,
      runs: runs.map((run) => ({
        text: run.text,
        x: run.x,
        width: run.width,
        font_id: run.fontId,
        start_seconds: run.startSeconds ?? null,
        end_seconds: run.endSeconds ?? null,
      })),
    })),
    colour: layout.colour,
    outlines: layout.outlines,
    shadow: layout.shadow ?? null,
    boxes: layout.boxes,
    highlight: layout.highlight ?? null,
    overflows: layout.overflows,
    shrink: layout.shrink,
  };
}
