import { FALLBACK_FONT, fontMetrics } from '#captions/fonts.ts';
import type { FontId } from '#captions/fonts.ts';
import { layoutCaption } from '#captions/layout.ts';
import type { CaptionLayout } from '#captions/layout.ts';
import type { CaptionPosition } from '#captions/position.ts';
import type { CanvasSize, Platform } from '#captions/safe-zones.ts';
import type { CaptionStyle } from '#captions/style.ts';

/** The visible notice that a video was made with AI, as GB 45438-2025 asks for. */
export type AiMark = {
  /** Must name AI (人工智能 or AI) and what it did (生成 or 合成). */
  text: string;
  position: CaptionPosition;
  platform: Platform;
  /** How long it is shown from the first frame on; at least 2 seconds. */
  seconds: number;
};

/** What the standard asks for. */
export const AI_MARK_RULES = { leastSeconds: 2, leastHeight: 0.05 };

/** The mark used unless a person chooses otherwise; half a second more than asked for survives any cut to frames. */
export const DEFAULT_AI_MARK: AiMark = {
  text: 'AI生成',
  position: { kind: 'grid', cell: 7 },
  platform: 'none',
  seconds: 2.5,
};

const FONT: FontId = FALLBACK_FONT;

/** What is wrong with a mark, in sentences for a person; empty when it meets the standard. */
export function checkAiMark({ text, seconds }: Pick<AiMark, 'text' | 'seconds'>): string[] {
  const isNamed = /人工智能|AI/i.test(text) && /生成|合成/.test(text);
  return [
    ...(isNamed ? [] : ['标识文字要同时包含“AI”或“人工智能”，以及“生成”或“合成”。']),
    ...(seconds >= AI_MARK_RULES.leastSeconds ? [] : [`标识要从开头显示至少 ${AI_MARK_RULES.leastSeconds} 秒。`]),
  ];
}

/**
 * The mark placed on the canvas, for one stretch of the video: `fromSeconds` is where the stretch begins in the video
 * and `seconds` how long it lasts. Undefined when the mark is over by then. Times are counted from the stretch's start.
 *
 * The smallest of its letters is 5 % of the shorter side high: the standard says text height, so the strict reading
 * measures ink and not the font size.
 */
export function layoutAiMark(
  mark: AiMark,
  canvas: CanvasSize,
  stretch: { fromSeconds: number; seconds: number } = { fromSeconds: 0, seconds: Infinity },
): CaptionLayout | undefined {
  const [problem] = checkAiMark(mark);
  if (problem) throw new Error(problem);
  const left = Math.min(mark.seconds - stretch.fromSeconds, stretch.seconds);
  if (left <= 0) return undefined;
  return layoutCaption(
    {
      text: mark.text,
      position: mark.position,
      startSeconds: 0,
      endSeconds: left,
      maxLines: 1,
      style: aiMarkStyle(mark.text),
    },
    canvas,
    mark.platform,
  );
}

/** How the mark looks: readable on any picture, and large enough. */
export function aiMarkStyle(text: string): CaptionStyle {
  return {
    fontId: FONT,
    size: sizeFor(text),
    colour: '#FFFFFF',
    isBold: false,
    lineHeight: 1.2,
    outlines: [],
    shadow: { colour: '#00000080', x: 0, y: 1, blur: 3 },
    box: { colour: '#00000073', paddingX: 20, paddingY: 6, radius: 10, shape: 'block' },
    animation: 'none',
    highlight: { colour: '#FFFFFF', stays: false },
  };
}

/** The size at which the lowest letter is as high as asked for, in pixels of a canvas whose shorter side is 1080. */
function sizeFor(text: string): number {
  const { glyph, unitsPerEm } = fontMetrics(FONT);
  const heights = Array.from(text, (character) => glyph(character.codePointAt(0)!))
    .filter((box) => box !== undefined && box.yMax > box.yMin)
    .map((box) => (box!.yMax - box!.yMin) / unitsPerEm);
  const lowest = Math.max(0.4, Math.min(...heights));
  // One per cent more, because the rim of a letter is drawn half transparent.
  return Math.ceil((1080 * AI_MARK_RULES.leastHeight * 1.01) / lowest);
}
