import type { TimelineCaption } from '@mixreel/contract';
import { FONTS } from '@mixreel/media';
import { JIANYING_FONTS } from './equivalents.ts';

/** Pixels of a canvas whose shorter side is 1080 that one unit of the program's text size has. */
const SIZE_UNIT = 10.8;
const BOLD_WEIGHT = 700;
/** The thickest outline that the program's slider has. */
const STROKE_MAX = 0.2;
const FLAGS = { plain: 7, stroke: 8, background: 16, shadow: 32 };

/** A text as the program stores it, without its id. Ranges count UTF-16 units, which is what JavaScript counts. */
export function buildText(
  { kind, text, style, start, end, words }: TimelineCaption,
  { isCapcut, group_id }: { isCapcut: boolean; group_id: string },
): Record<string, unknown> {
  const { colour, outlines, shadow, box } = style;
  const size = round(style.size / SIZE_UNIT);
  const fill = colourOf(colour);
  const [outline] = outlines.filter(({ width }) => width > 0);
  const font = isCapcut ? undefined : JIANYING_FONTS[style.font_id];
  const isBold = style.is_bold || (FONTS.find(({ id }) => id === style.font_id)?.weight ?? 0) >= BOLD_WEIGHT;
  const stroke = outline && { ...colourOf(outline.colour), width: strokeWidth(outline.width, style.size) };
  const shade = shadow && { ...colourOf(shadow.colour), ...shadowOf(shadow, style.size) };
  const back = box && colourOf(box.colour);
  const ranged = {
    range: [0, text.length],
    size,
    bold: isBold,
    italic: false,
    underline: false,
    fill: { alpha: fill.alpha, content: { render_type: 'solid', solid: { alpha: fill.alpha, color: fill.rgb } } },
    ...(stroke && {
      strokes: [{ content: { solid: { alpha: stroke.alpha, color: stroke.rgb } }, width: stroke.width }],
    }),
    ...(shade && {
      shadows: [
        {
          alpha: shade.alpha,
          angle: shade.angle,
          content: { solid: { color: shade.rgb } },
          diffuse: shade.diffuse,
          distance: shade.distance,
        },
      ],
    }),
    ...(font && { font: { id: font.id, path: '' } }),
  };
  const isCaption = kind === 'caption';
  return {
    add_type: isCaption ? 1 : 0,
    alignment: 1,
    background_alpha: back?.alpha ?? 1,
    background_color: back?.hex ?? '',
    background_height: 0.14,
    background_horizontal_offset: 0,
    background_round_radius: box ? round(Math.min(1, box.radius / (style.size / 2 + box.padding_y))) : 0,
    background_style: box ? 1 : 0,
    background_vertical_offset: 0,
    background_width: 0.14,
    base_content: '',
    bold_width: 0,
    border_alpha: stroke?.alpha ?? 1,
    border_color: stroke?.hex ?? '',
    border_width: stroke?.width ?? 0.08,
    check_flag: FLAGS.plain + (stroke ? FLAGS.stroke : 0) + (box ? FLAGS.background : 0) + (shade ? FLAGS.shadow : 0),
    content: JSON.stringify({ styles: [ranged], text }),
    fixed_height: -1,
    fixed_width: -1,
    font_category_id: '',
    font_category_name: '',
    font_id: '',
    font_name: font?.name ?? '',
    font_path: '',
    font_resource_id: font?.id ?? '',
    font_size: size,
    force_apply_line_max_width: false,
    global_alpha: 1,
    group_id: isCaption ? group_id : '',
    has_shadow: shade !== null,
    initial_scale: 1,
    is_rich_text: false,
    language: isCaption ? 'zh-CN' : '',
    letter_spacing: 0,
    line_feed: 1,
    line_max_width: 0.82,
    line_spacing: 0.02,
    name: '',
    recognize_type: 0,
    shadow_alpha: shade?.alpha ?? 0.9,
    shadow_angle: shade?.angle ?? -45,
    shadow_color: shade?.hex ?? '',
    shadow_distance: shade?.distance ?? 5,
    shadow_smoothing: shade?.diffuse ?? 0.45,
    style_name: '',
    sub_type: 0,
    text_alpha: fill.alpha,
    text_color: fill.hex,
    text_size: 30,
    type: isCaption ? 'subtitle' : 'text',
    typesetting: 0,
    underline: false,
    use_effect_default_color: false,
    words: isCaption ? wordsOf(words, start, end) : { end_time: [], start_time: [], text: [] },
  };
}

/** When each word is spoken, in milliseconds from the start of its caption. */
function wordsOf(words: TimelineCaption['words'], start: number, end: number) {
  const ms = (seconds: number) => Math.round((Math.min(Math.max(seconds, start), end) - start) * 1000);
  return {
    end_time: words.map((word) => ms(word.end)),
    start_time: words.map((word) => ms(word.start)),
    text: words.map(({ text }) => text),
  };
}

function strokeWidth(pixels: number, size: number): number {
  return round(Math.min(STROKE_MAX, pixels / size));
}

/** The program turns counter-clockwise: down and to the right is −45°. */
function shadowOf({ x, y, blur }: NonNullable<TimelineCaption['style']['shadow']>, size: number) {
  return {
    angle: round((-Math.atan2(y, x) * 180) / Math.PI),
    distance: round(Math.hypot(x, y)),
    diffuse: round(Math.min(1, blur / size) / 6),
  };
}

type Colour = { hex: string; alpha: number; rgb: [number, number, number] };

/** `#RRGGBB` or `#RRGGBBAA`. */
function colourOf(colour: string): Colour {
  const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16) / 255;
  return {
    hex: colour.slice(0, 7).toUpperCase(),
    alpha: colour.length > 7 ? round(part(7)) : 1,
    rgb: [round(part(1)), round(part(3)), round(part(5))],
  };
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
