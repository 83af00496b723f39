import { nearestFree, positionOf } from '#captions/arrange.ts';
import { FALLBACK_FONT, findFont } from '#captions/fonts.ts';
import type { Caption, CaptionLayout } from '#captions/layout.ts';
import type { CaptionPosition } from '#captions/position.ts';
import { contains, moved, overlaps } from '#captions/rects.ts';
import { safeRect } from '#captions/safe-zones.ts';
import type { Platform, Rect } from '#captions/safe-zones.ts';
import { borrowedCharacters } from '#captions/typeset.ts';

/** Something about a caption that a viewer would stumble over. */
export type CaptionProblem = {
  kind: 'missing-glyph' | 'borrowed-glyph' | 'too-fast' | 'overflow' | 'shrunk' | 'unsafe' | 'covers' | 'too-short';
  sentence: string;
  /** The characters concerned, for glyph problems. */
  characters?: string[];
};

/** Chinese characters a second that a viewer reads with ease; other letters count half. */
export const EASY_READING_SPEED = 9;

const SHORTEST_SECONDS = 0.7;

/** How fast a text has to be read, in Chinese characters a second. */
export function readingSpeed(text: string, seconds: number): number {
  let units = 0;
  for (const character of text) {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(character)) units += 1;
    else if (/[\p{L}\p{N}]/u.test(character)) units += 0.5;
  }
  return seconds > 0 ? units / seconds : Infinity;
}

/**
 * Everything to warn about before a caption is burned in: missing characters, speed, size, the platform's interface, and
 * areas such as faces that should stay visible.
 */
export function checkCaption(
  caption: Caption,
  layout: CaptionLayout,
  { platform, keepClear = [] }: { platform: Platform; keepClear?: Rect[] },
): CaptionProblem[] {
  const { text, style, startSeconds, endSeconds } = caption;
  const { missing, bounds, shrink, overflows, canvas } = layout;
  const borrowed = borrowedCharacters(text, style.fontId);
  const seconds = endSeconds - startSeconds;
  const speed = readingSpeed(text, seconds);
  const isShort = seconds < SHORTEST_SECONDS;

  return [
    ...when(
      missing.length > 0,
      'missing-glyph',
      `字体里没有这些字：${missing.join(' ')}，成片里不会出现，请换字。`,
      missing,
    ),
    ...when(
      borrowed.length > 0,
      'borrowed-glyph',
      `这些字改用了${findFont(FALLBACK_FONT).name}：${borrowed.join(' ')}。`,
      borrowed,
    ),
    ...when(isShort, 'too-short', `只显示 ${tenths(seconds)} 秒，看不清，请至少 ${SHORTEST_SECONDS} 秒。`),
    ...when(
      !isShort && speed > EASY_READING_SPEED,
      'too-fast',
      `每秒要读 ${tenths(speed)} 个字，超过 ${EASY_READING_SPEED} 个会跟不上，请缩短文字或延长时间。`,
    ),
    ...when(overflows, 'overflow', '文字太长，放不下，请删减或分成两条。'),
    ...when(!overflows && shrink < 1, 'shrunk', `文字较长，已缩小到 ${Math.round(shrink * 100)}%。`),
    ...when(!contains(safeRect(canvas, platform), bounds), 'unsafe', '字幕会被平台界面挡住，请移到安全区内。'),
    ...when(
      keepClear.some((area) => overlaps(area, bounds)),
      'covers',
      '字幕挡住了人脸或主体，请换个位置。',
    ),
  ];
}

/**
 * The nearest place, straight up or down, where a caption covers none of the areas and stays inside the safe zone;
 * undefined when there is none.
 */
export function clearPosition(
  layout: CaptionLayout,
  { platform, keepClear }: { platform: Platform; keepClear: Rect[] },
): CaptionPosition | undefined {
  const { bounds, canvas } = layout;
  const room = safeRect(canvas, platform);
  const things = keepClear.map((area) => ({ ...layout, bounds: area }));
  const { dx, dy } = nearestFree([layout], things, { room, gap: 1, isFree: false });
  const there = moved(bounds, dx, dy);
  if (!contains(room, there) || keepClear.some((area) => overlaps(area, there))) return undefined;
  return positionOf({ bounds: there, canvas });
}

function when(
  isTrue: boolean,
  kind: CaptionProblem['kind'],
  sentence: string,
  characters?: string[],
): CaptionProblem[] {
  return isTrue ? [{ kind, sentence, ...(characters && { characters }) }] : [];
}

function tenths(value: number): number {
  return Number(value.toFixed(1));
}
