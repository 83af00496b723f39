import type { MixConfig, SpokenWord, TypedCaption } from '@mixreel/contract';
import {
  type CanvasSize,
  type Caption,
  type CaptionLayout,
  type Cue,
  type Platform,
  type SpokenWord as TimedWord,
  layoutCaption,
  safeRect,
  splitCues,
  textWidth,
} from '@mixreel/media';
import { toCaptionPosition, toCaptionStyle } from './media-style.ts';
import { withSecond } from './second-language.ts';

type CaptionConfig = MixConfig['caption'];
type Screen = { canvas: CanvasSize; platform: Platform };
/** What is said, and when, in seconds of the shot; and the same in another language, to be shown below it. */
type Said = { text: string; seconds: number; words: SpokenWord[]; second?: string | undefined };

/** Cuts a line into captions that each fit the screen, timed by its words. */
export function cutLine(said: Said, config: CaptionConfig, { canvas, platform }: Screen): Cue[] {
  const { text, seconds, words, second = '' } = said;
  const style = toCaptionStyle(config.style);
  const unit = Math.min(canvas.width, canvas.height) / 1080;
  const outline = style.outlines.reduce((sum, { width }) => sum + width, 0);
  const padding = Math.max(outline, style.box?.paddingX ?? 0) * unit;
  const size = style.size * unit;
  const room = safeRect(canvas, platform).width - 2 * padding;
  const cues = splitCues({
    text,
    seconds,
    words: words.map(toTimedWord),
    width: config.line_chars > 0 ? Math.min(room, config.line_chars * size) : room,
    measure: (part) => textWidth(part, style.fontId, size),
    // Each language has half of the room.
    maxLines: second ? Math.max(1, Math.floor(config.max_lines / 2)) : config.max_lines,
  });
  return second ? withSecond(cues, second) : cues;
}

/** Cues as a person edits them. */
export function toTyped(cues: Cue[]): TypedCaption[] {
  return cues
    .map(({ text, startSeconds, endSeconds }) => ({
      text: text.trim(),
      start_ms: Math.round(startSeconds * 1000),
      end_ms: Math.round(endSeconds * 1000),
    }))
    .filter(({ text, start_ms, end_ms }) => text !== '' && end_ms > start_ms);
}

/** What was typed, with the words that are spoken while it shows. */
export function toCues(typed: TypedCaption[], words: SpokenWord[]): Cue[] {
  return typed.map(({ text, start_ms, end_ms }) => {
    const [startSeconds, endSeconds] = [start_ms / 1000, end_ms / 1000];
    const inside = words.filter(
      ({ start, end }) => (start + end) / 2 >= startSeconds && (start + end) / 2 < endSeconds,
    );
    return { text, startSeconds, endSeconds, words: inside.map(toTimedWord) };
  });
}

/** The captions of a shot placed on its canvas; what begins after the shot has ended is left out. */
export function placeCues(cues: Cue[], config: CaptionConfig, screen: Screen, shotSeconds: number): CaptionLayout[] {
  return cues
    .filter(({ startSeconds }) => startSeconds < shotSeconds)
    .map((cue) => layoutCaption(captionOf(cue, config, shotSeconds), screen.canvas, screen.platform));
}

export function captionOf(cue: Cue, config: CaptionConfig, shotSeconds: number): Caption {
  return {
    ...cue,
    endSeconds: Math.min(cue.endSeconds, shotSeconds),
    style: toCaptionStyle(config.style),
    position: toCaptionPosition(config.position),
    // What has lines of its own has them in two languages.
    maxLines: cue.text.includes('\n') ? Math.max(4, config.max_lines) : config.max_lines,
    ...(config.line_chars > 0 && { lineCharacters: config.line_chars }),
  };
}

function toTimedWord({ text, start, end }: SpokenWord): TimedWord {
  return { text, startSeconds: start, endSeconds: end };
}
