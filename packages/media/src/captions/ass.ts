import type { AnimationFrames } from '#captions/animation.ts';
import { fontMetrics } from '#captions/fonts.ts';
import type { FontId } from '#captions/fonts.ts';
import type { CaptionLayout, CaptionLine } from '#captions/layout.ts';
import type { CanvasSize, Rect } from '#captions/safe-zones.ts';
import type { Colour, Outline } from '#captions/style.ts';

/** A text to burn in: the document for libass and the fonts that it names. */
export type AssDocument = { text: string; fontIds: FontId[] };

/**
 * One ASS document for captions placed on the same canvas.
 *
 * Every line is an event of its own at a fixed place: libass neither wraps Chinese nor lets the distance of lines be
 * set, and colliding captions would be moved. Kerning is off because the layout goes by plain advance widths.
 */
export function writeAss(canvas: CanvasSize, layouts: CaptionLayout[]): AssDocument {
  const fontIds = new Set(layouts.flatMap(({ lines }) => lines.flatMap(({ runs }) => runs.map((run) => run.fontId))));
  const text = [
    '[Script Info]',
    'ScriptType: v4.00+',
    `PlayResX: ${canvas.width}`,
    `PlayResY: ${canvas.height}`,
    'WrapStyle: 2',
    'ScaledBorderAndShadow: yes',
    'Kerning: no',
    'YCbCr Matrix: None',
    '',
    '[V4+ Styles]',
    'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding',
    'Style: Default,sans-serif,40,&H00FFFFFF,&H00FFFFFF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,0,0,5,0,0,0,1',
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    ...layouts.flatMap(captionEvents),
    '',
  ].join('\n');
  return { text, fontIds: [...fontIds] };
}

/** Text as libass shows it unchanged: braces would open a block of commands, a backslash would start one. */
export function escapeAss(text: string): string {
  return (
    text
      .replace(/[\p{Cc}]/gu, ' ')
      // There is no escape for a backslash; a word joiner behind it keeps it from being read together with what follows.
      .replace(/\\/g, '\\\u2060')
      .replace(/[{}]/g, '\\$&')
  );
}

type Paint = {
  colour: Colour;
  outline: number;
  outlineColour: Colour;
  blur: number;
  dx: number;
  dy: number;
  isText: boolean;
};

/** From back to front: boxes, shadow, outlines from the widest inwards, letters. */
function captionEvents(layout: CaptionLayout): string[] {
  const { boxes, lines, startSeconds, endSeconds } = layout;
  const event = (layer: number, body: string) =>
    `Dialogue: ${layer},${assTime(startSeconds)},${assTime(endSeconds)},Default,,0,0,0,,${body}`;
  return [
    ...boxes.map((box) => event(0, boxBody(box, layout.animation, durationMs(layout)))),
    ...paints(layout).flatMap((paint, layer) => lines.map((line) => event(layer + 1, lineBody(line, paint, layout)))),
  ];
}

function paints({ outlines, shadow, colour }: CaptionLayout): Paint[] {
  const plain = { blur: 0, dx: 0, dy: 0, isText: false };
  const rings: Paint[] = outlines.map(({ colour: ring }, i) => {
    const reach = outlines.slice(0, i + 1).reduce((sum: number, { width }: Outline) => sum + width, 0);
    return { ...plain, colour: ring, outlineColour: ring, outline: reach };
  });
  const reach = rings.at(-1)?.outline ?? 0;
  const behind = shadow
    ? [
        {
          ...plain,
          colour: shadow.colour,
          outlineColour: shadow.colour,
          outline: reach,
          blur: shadow.blur,
          dx: shadow.x,
          dy: shadow.y,
        },
      ]
    : [];
  // The innermost outline is drawn with the letters, which saves an event per line.
  const [inner, ...outer] = rings;
  const letters = {
    ...plain,
    colour,
    outlineColour: inner?.outlineColour ?? colour,
    outline: inner?.outline ?? 0,
    isText: true,
  };
  return [...behind, ...outer.toReversed(), letters];
}

function lineBody(line: CaptionLine, paint: Paint, layout: CaptionLayout): string {
  const { fontSize, align } = layout;
  const fonts = line.runs.map((run) => fontMetrics(run.fontId));
  const ascent = Math.max(...fonts.map((font) => (font.ascent * fontSize) / font.unitsPerEm));
  const descent = Math.max(...fonts.map((font) => (font.descent * fontSize) / font.unitsPerEm));
  const x = line.x + (align === 'left' ? 0 : align === 'right' ? line.width : line.width / 2);
  const y = line.baseline + (descent - ascent) / 2;
  const place = `\\an${{ left: 4, centre: 5, right: 6 }[align]}\\pos(${round(x + paint.dx)},${round(y + paint.dy)})`;
  const look = `\\bord${round(paint.outline)}${paint.blur > 0 ? `\\blur${round(paint.blur)}` : ''}${paintColour(1, paint.colour)}${paintColour(3, paint.outlineColour)}`;
  const motion = motionTags(layout.animation, durationMs(layout));

  const runs = line.runs.map((run) => {
    const font = fontMetrics(run.fontId);
    const size = (fontSize * (font.ascent + font.descent)) / font.unitsPerEm;
    const face = `\\fn${font.family}\\b${font.isBold ? 1 : 0}\\fs${round(size)}`;
    const spoken = paint.isText ? spokenTags(run, layout) : '';
    return `{${face}${spoken}}${escapeAss(run.text)}`;
  });
  return `{${place}${look}${motion}}${runs.join('')}`;
}

/** Colour a word while it is spoken. */
function spokenTags({ startSeconds, endSeconds }: CaptionLine['runs'][number], layout: CaptionLayout): string {
  if (!layout.highlight || startSeconds === undefined || endSeconds === undefined) return '';
  const { colour, stays } = layout.highlight;
  const from = Math.max(0, Math.round((startSeconds - layout.startSeconds) * 1000));
  const to = Math.max(from + 1, Math.round((endSeconds - layout.startSeconds) * 1000));
  const change = (ms: number, target: Colour) => `\\t(${ms},${ms + 1},\\1c${bgr(target)})`;
  return `\\1c${bgr(layout.colour)}${change(from, colour)}${stays ? '' : change(to, layout.colour)}`;
}

function boxBody(box: Rect & { radius: number; colour: Colour }, animation: AnimationFrames, ms: number): string {
  const place = `\\an5\\pos(${round(box.x + box.width / 2)},${round(box.y + box.height / 2)})`;
  const look = `\\bord0\\shad0${paintColour(1, box.colour)}`;
  return `{${place}${look}${motionTags(animation, ms)}\\p4}${roundedRect(box, 8)}`;
}

/** Drawing commands for a rounded rectangle from the origin; `detail` steps per pixel. */
function roundedRect(
  { width, height, radius }: { width: number; height: number; radius: number },
  detail: number,
): string {
  const [w, h] = [Math.round(width * detail), Math.round(height * detail)];
  const r = Math.round(Math.min(radius * detail, w / 2, h / 2));
  // The distance of the control points that makes a cubic curve closest to a quarter of a circle.
  const k = Math.round(r * 0.4477);
  return [
    `m ${r} 0 l ${w - r} 0 b ${w - k} 0 ${w} ${k} ${w} ${r}`,
    `l ${w} ${h - r} b ${w} ${h - k} ${w - k} ${h} ${w - r} ${h}`,
    `l ${r} ${h} b ${k} ${h} 0 ${h - k} 0 ${h - r}`,
    `l 0 ${r} b 0 ${k} ${k} 0 ${r} 0`,
  ].join(' ');
}

function motionTags({ enter, leave }: AnimationFrames, durationInMs: number): string {
  const fadeIn = enter[0]?.opacity === 0 ? enter.at(-1)!.ms : 0;
  const fadeOut = leave.at(-1)?.opacity === 0 ? leave[0]!.ms : 0;
  const fade = fadeIn + fadeOut > 0 ? `\\fad(${fadeIn},${Math.min(fadeOut, durationInMs)})` : '';
  if (enter.every(({ scale }) => scale === 1)) return fade;
  const steps = enter.slice(1).map((frame, i) => `\\t(${enter[i]!.ms},${frame.ms},${scaleTags(frame.scale)})`);
  return `${fade}${scaleTags(enter[0]!.scale)}${steps.join('')}`;
}

function scaleTags(scale: number): string {
  return `\\fscx${round(scale * 100)}\\fscy${round(scale * 100)}`;
}

function durationMs({ startSeconds, endSeconds }: CaptionLayout): number {
  return Math.round((endSeconds - startSeconds) * 1000);
}

/** `\1c&HBBGGRR&\1a&HAA&`: ASS counts transparency, and blue first. */
function paintColour(channel: 1 | 3, colour: Colour): string {
  const opacity = colour.length === 9 ? Number.parseInt(colour.slice(7, 9), 16) : 255;
  return `\\${channel}c${bgr(colour)}\\${channel}a&H${hex(255 - opacity)}&`;
}

function bgr(colour: Colour): string {
  const [red, green, blue] = [colour.slice(1, 3), colour.slice(3, 5), colour.slice(5, 7)];
  return `&H${blue}${green}${red}&`.toUpperCase();
}

function hex(value: number): string {
  return value.toString(16).padStart(2, '0').toUpperCase();
}

function assTime(seconds: number): string {
  const hundredths = Math.max(0, Math.round(seconds * 100));
  const [hours, minutes] = [Math.floor(hundredths / 360_000), Math.floor(hundredths / 6000) % 60];
  return `${hours}:${twoDigits(minutes)}:${twoDigits(Math.floor(hundredths / 100) % 60)}.${twoDigits(hundredths % 100)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

function round(value: number): number {
  return Number(value.toFixed(3));
}
