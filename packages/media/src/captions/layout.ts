import { animationOf } from '#captions/animation.ts';
import type { AnimationFrames } from '#captions/animation.ts';
import { findFont, fontMetrics } from '#captions/fonts.ts';
import type { FontId } from '#captions/fonts.ts';
import { breakLines } from '#captions/line-breaks.ts';
import { alignmentOf, placeBlock } from '#captions/position.ts';
import type { CaptionPosition, TextAlign } from '#captions/position.ts';
import { moved } from '#captions/rects.ts';
import { safeRect } from '#captions/safe-zones.ts';
import type { CanvasSize, Platform, Rect } from '#captions/safe-zones.ts';
import { alignWords } from '#captions/spoken.ts';
import type { SpokenSpan, SpokenWord } from '#captions/spoken.ts';
import type { CaptionStyle, Colour, Outline, Shadow } from '#captions/style.ts';
import { fontRuns, middleAboveBaseline, missingCharacters, runWidth, textWidth } from '#captions/typeset.ts';

/** One caption to place: its text, look, place and time in seconds of the shot. */
export type Caption = {
  text: string;
  style: CaptionStyle;
  position: CaptionPosition;
  startSeconds: number;
  endSeconds: number;
  /** When each word is spoken; needed for the karaoke animation. */
  words?: SpokenWord[];
  /** Text that needs more lines is set smaller, down to 60 %. */
  maxLines?: number;
  /** Width of a line in Chinese characters, when narrower than the room. */
  lineCharacters?: number;
};

/**
 * A caption placed on the canvas: everything that is needed to draw it, in pixels of the canvas.
 *
 * The burned picture and the editor draw from the same layout. A browser draws each run at its x and the line's
 * baseline with `fontSize`, without kerning and with `text-spacing-trim: space-all`; from back to front: boxes, the
 * shadow blurred by half its `blur`, outlines from the widest inwards as round-joined strokes of twice their reach,
 * letters.
 */
export type CaptionLayout = {
  canvas: CanvasSize;
  startSeconds: number;
  endSeconds: number;
  /** Height of the em square: the CSS font size. */
  fontSize: number;
  align: TextAlign;
  /** The text with its box or outlines. */
  bounds: Rect;
  lines: CaptionLine[];
  colour: Colour;
  outlines: Outline[];
  shadow?: Shadow;
  boxes: (Rect & { radius: number; colour: Colour })[];
  highlight?: { colour: Colour; stays: boolean };
  animation: AnimationFrames;
  /** How much smaller than its style the text had to be set; 1 when it fitted. */
  shrink: number;
  /** True when the text does not fit even at its smallest. */
  overflows: boolean;
  /** Characters that no font has, such as emoji: they are left out. */
  missing: string[];
};

/** One line: its room, its baseline and its runs from left to right. */
export type CaptionLine = Rect & { text: string; baseline: number; ink: Rect; runs: CaptionRun[] };

/** Text of one font and one spoken word. */
export type CaptionRun = {
  text: string;
  x: number;
  width: number;
  fontId: FontId;
  family: string;
  weight: number;
  startSeconds?: number;
  endSeconds?: number;
};

const SMALLEST = 0.6;
const SHRINK_STEP = 0.05;

/** Break a caption into lines and place it. */
export function layoutCaption(given: Caption, canvas: CanvasSize, platform: Platform = 'none'): CaptionLayout {
  const style = boldStyle(given.style);
  const missing = missingCharacters(given.text, style.fontId);
  const caption = { ...given, text: without(given.text, missing) };
  const { text, position, startSeconds, endSeconds, words = [] } = caption;
  const unit = Math.min(canvas.width, canvas.height) / 1080;
  const safe = safeRect(canvas, platform);
  const fitted = fitText(caption, style, unit, safe);
  const { fontSize, lines } = fitted;

  const outline = style.outlines.reduce((sum, { width }) => sum + width * unit, 0);
  const padding = {
    x: Math.max(outline, (style.box?.paddingX ?? 0) * unit),
    y: Math.max(outline, (style.box?.paddingY ?? 0) * unit),
  };
  const lineHeight = style.lineHeight * fontSize;
  const textSize = {
    width: Math.max(0, ...lines.map((line) => textWidth(line, style.fontId, fontSize))),
    height: lineHeight * lines.length,
  };
  const bounds = placeBlock(
    { width: textSize.width + 2 * padding.x, height: textSize.height + 2 * padding.y },
    position,
    canvas,
    safe,
  );
  const room = { x: bounds.x + padding.x, y: bounds.y + padding.y, ...textSize };

  const align = alignmentOf(position);
  const spans = alignWords(text, words);
  const placed = placeLines(lines, text, { room, align, lineHeight, fontSize, fontId: style.fontId, spans });
  return {
    canvas,
    startSeconds,
    endSeconds,
    fontSize,
    align,
    bounds,
    lines: placed,
    colour: style.colour,
    outlines: style.outlines.map(({ colour, width }) => ({ colour, width: width * unit })),
    ...(style.shadow && { shadow: scaleShadow(style.shadow, unit) }),
    boxes: boxesOf(style, bounds, placed, unit),
    ...(style.animation === 'karaoke' && { highlight: style.highlight }),
    animation: animationOf(style.animation, endSeconds - startSeconds),
    shrink: fitted.shrink,
    overflows: fitted.overflows,
    missing,
  };
}

/** The same words elsewhere. */
export function moveLayout(layout: CaptionLayout, dx: number, dy: number): CaptionLayout {
  return {
    ...layout,
    bounds: moved(layout.bounds, dx, dy),
    lines: layout.lines.map((line) => ({
      ...moved(line, dx, dy),
      baseline: line.baseline + dy,
      ink: moved(line.ink, dx, dy),
      runs: line.runs.map((run) => ({ ...run, x: run.x + dx })),
    })),
    boxes: layout.boxes.map((box) => moved(box, dx, dy)),
  };
}

/** What joins emoji or chooses how they look. */
const EMOJI_PART = /^(?:\u{200D}|\u{20E3}|[\u{FE00}-\u{FE0F}])$/u;

function without(text: string, missing: string[]): string {
  if (missing.length === 0) return text;
  const left = Array.from(text).filter((character) => !missing.includes(character) && !EMOJI_PART.test(character));
  return left.join('');
}

/** A bold style uses the next heavier font, or where there is none a thin outline in the colour of the text. */
function boldStyle(style: CaptionStyle): CaptionStyle {
  if (!style.isBold) return style;
  const { boldId } = findFont(style.fontId);
  if (boldId) return { ...style, isBold: false, fontId: boldId as FontId };
  return { ...style, isBold: false, outlines: [{ colour: style.colour, width: style.size * 0.02 }, ...style.outlines] };
}

function fitText(
  { text, maxLines = 2, lineCharacters = Infinity }: Caption,
  style: CaptionStyle,
  unit: number,
  safe: Rect,
) {
  const outline = style.outlines.reduce((sum, { width }) => sum + width, 0);
  const padding = Math.max(outline, style.box?.paddingX ?? 0) * unit;
  for (let shrink = 1; ; shrink -= SHRINK_STEP) {
    const fontSize = style.size * unit * shrink;
    const width = Math.min(safe.width - 2 * padding, lineCharacters * style.size * unit + 0.01);
    const { lines, fits } = breakLines(text, width, (line) => textWidth(line, style.fontId, fontSize));
    const isEnough = fits && lines.length <= maxLines;
    if (isEnough || shrink - SHRINK_STEP < SMALLEST - 1e-9) {
      return { fontSize, lines, shrink: Number(shrink.toFixed(2)), overflows: !isEnough };
    }
  }
}

type Room = { room: Rect; align: TextAlign; lineHeight: number; fontSize: number; fontId: FontId; spans: SpokenSpan[] };

function placeLines(
  lines: string[],
  text: string,
  { room, align, lineHeight, fontSize, fontId, spans }: Room,
): CaptionLine[] {
  let cursor = 0;
  return lines.map((line, i) => {
    cursor = text.indexOf(line, cursor);
    const width = textWidth(line, fontId, fontSize);
    const free = room.width - width;
    const x = room.x + (align === 'left' ? 0 : align === 'right' ? free : free / 2);
    const y = room.y + i * lineHeight;
    const baseline = y + lineHeight / 2 + middleAboveBaseline(fontId) * fontSize;
    const runs = placeRuns(line, cursor, { x, fontId, fontSize, spans });
    cursor += line.length;
    return { text: line, x, y, width, height: lineHeight, baseline, ink: inkOf(runs, baseline, fontSize), runs };
  });
}

function placeRuns(
  line: string,
  offset: number,
  { x, fontId, fontSize, spans }: { x: number; fontId: FontId; fontSize: number; spans: SpokenSpan[] },
): CaptionRun[] {
  const runs: CaptionRun[] = [];
  let left = x;
  for (const { text, span } of cutBySpans(line, offset, spans)) {
    for (const run of fontRuns(text, fontId)) {
      const width = runWidth(run, fontSize);
      const { family } = fontMetrics(run.fontId);
      const times = span && { startSeconds: span.startSeconds, endSeconds: span.endSeconds };
      runs.push({ ...run, x: left, width, family, weight: findFont(run.fontId).weight, ...times });
      left += width;
    }
  }
  return runs;
}

function cutBySpans(line: string, offset: number, spans: SpokenSpan[]): { text: string; span?: SpokenSpan }[] {
  if (spans.length === 0) return [{ text: line }];
  return spans
    .map((span) => ({ span, text: line.slice(Math.max(0, span.from - offset), Math.max(0, span.to - offset)) }))
    .filter(({ text }) => text !== '');
}

function inkOf(runs: CaptionRun[], baseline: number, fontSize: number): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const run of runs) {
    const { glyph, unitsPerEm } = fontMetrics(run.fontId);
    const scale = fontSize / unitsPerEm;
    let x = run.x;
    for (const character of run.text) {
      const box = glyph(character.codePointAt(0)!);
      if (box && box.xMax > box.xMin) {
        left = Math.min(left, x + box.xMin * scale);
        right = Math.max(right, x + box.xMax * scale);
        top = Math.min(top, baseline - box.yMax * scale);
        bottom = Math.max(bottom, baseline - box.yMin * scale);
      }
      x += (box?.advance ?? 0) * scale;
    }
  }
  return right < left
    ? { x: runs[0]?.x ?? 0, y: baseline, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top };
}

function boxesOf({ box }: CaptionStyle, bounds: Rect, lines: CaptionLine[], unit: number): CaptionLayout['boxes'] {
  if (!box) return [];
  const look = { radius: box.radius * unit, colour: box.colour };
  if (box.shape === 'block') return lines.length === 0 ? [] : [{ ...bounds, ...look }];
  const [dx, dy] = [box.paddingX * unit, box.paddingY * unit];
  return lines.map(({ x, y, width, height }) => ({
    x: x - dx,
    y: y - dy,
    width: width + 2 * dx,
    height: height + 2 * dy,
    ...look,
  }));
}

function scaleShadow({ colour, x, y, blur }: Shadow, unit: number): Shadow {
  return { colour, x: x * unit, y: y * unit, blur: blur * unit };
}
