import type { CaptionPosition, CaptionStyle, MixConfig, TimelineCaption } from '@mixreel/contract';
import {
  aiMarkStyle,
  type Arranged,
  type CanvasSize,
  type CaptionLayout,
  DEFAULT_AI_MARK,
  type Layer,
  positionOf,
  type Source,
  type SpokenWord as TimedWord,
} from '@mixreel/media';
import { inChineseMarks } from '#features/analysis/chinese-marks.ts';
import { textOf } from '#features/analysis/listen.ts';
import { cutLine, placeCues, toCues } from '#features/caption/cut-line.ts';
import { toWirePosition, toWireStyle } from '#features/caption/media-style.ts';
import { layOutScene, shapeOf } from '#features/caption/scene.ts';
import type { Place } from './book.ts';
import { clipWords } from './clip-words.ts';

/** Words on the picture of a shot: what they say, and where the renderer puts them. */
export type Written = {
  kind: TimelineCaption['kind'];
  text: string;
  layout: CaptionLayout;
  style: CaptionStyle;
  position: CaptionPosition;
  words: TimedWord[];
};

/** Where a shot stands in its video, and what the whole mix lays over it. */
export type OverSetting = {
  start: number;
  /** Whether it has to say that machines made parts of the video. */
  is_marked: boolean;
  canvas: CanvasSize;
  /** Of the mix: title, logo, notice. */
  config: MixConfig;
  logo: Source | null;
};

/** All that lies over a shot, moved apart: what the renderer draws, and what could not be helped. */
export function layOver(
  place: Place,
  { canvas, config, start, is_marked, logo }: OverSetting,
  seconds: number,
): { written: Written[]; layers: Layer[]; scene: Arranged } {
  const { title, ai_mark, logo: at } = config;
  const screen = { canvas, platform: config.picture.platform };
  const shown = cuesOf(place, screen, seconds).filter(({ startSeconds }) => startSeconds < seconds);
  const captions = placeCues(shown, place.config.caption, screen, seconds);
  const left = title.ms === 0 ? seconds : Math.min(seconds, title.ms / 1000 - start);
  const scene = layOutScene({
    ...screen,
    captions,
    title: left > 0 ? { ...title, seconds: left } : null,
    logo: logo && { ...at, shape: shapeOf(logo.facts) },
    mark: is_marked ? { cell: ai_mark.cell, fromSeconds: start, seconds } : null,
  });
  const { style, position } = place.config.caption;
  const written = [
    ...shown.map(({ text, words }, n): Written => {
      const layout = scene.captions[n]!;
      const stays = layout === captions[n];
      return { kind: 'caption', text, layout, style, position: stays ? position : placeOf(layout), words };
    }),
    ...(scene.title ? [titleOf(title, scene.title)] : []),
    ...(scene.mark ? [markOf(scene.mark)] : []),
  ];
  return { written, layers: logo ? [layerOf(logo, scene, at, seconds)] : [], scene };
}

function titleOf({ text, style }: MixConfig['title'], layout: CaptionLayout): Written {
  return { kind: 'title', text, layout, style, position: placeOf(layout), words: [] };
}

function markOf(layout: CaptionLayout): Written {
  const { text } = DEFAULT_AI_MARK;
  return { kind: 'ai_mark', text, layout, style: toWireStyle(aiMarkStyle(text)), position: placeOf(layout), words: [] };
}

function placeOf(layout: CaptionLayout): CaptionPosition {
  return toWirePosition(positionOf(layout));
}

/** Its own figures where it was not moved: what has not changed keeps its name in the cache. */
function layerOf(source: Source, { pictures, canvas }: Arranged, at: MixConfig['logo'], seconds: number): Layer {
  const [x, y] = [pictures[0]!.bounds.x / canvas.width, pictures[0]!.bounds.y / canvas.height];
  const isThere = Math.abs(x - at.x) * canvas.width < 0.5 && Math.abs(y - at.y) * canvas.height < 0.5;
  const area = { ...(isThere ? { x: at.x, y: at.y } : { x, y }), width: at.width, height: 0 };
  return { source, area, opacity: at.opacity, fromSeconds: 0, toSeconds: seconds };
}

/** What is written under a place: as typed, else from the line and its voice, or what is said in the clip. */
function cuesOf(
  { config: { caption }, heard, clip, shooting }: Place,
  screen: Parameters<typeof cutLine>[2],
  seconds: number,
) {
  if (caption.source === 'none' || !shooting) return [];
  if (caption.source === 'speech') {
    const words = clipWords(clip, seconds);
    const text = textOf(words);
    return text ? cutLine({ text, seconds, words }, caption, screen) : [];
  }
  if (!heard) return [];
  if (heard.script.captions) return toCues(heard.script.captions, heard.words);
  // Of a recording without a line, what was heard in it.
  const words = inChineseMarks(heard.words);
  const text = heard.script.text.trim() || textOf(words);
  const spoken = heard.seconds > 0 ? Math.min(seconds, heard.seconds) : seconds;
  const second = heard.script.second_text;
  return text ? cutLine({ text, seconds: spoken, words, second }, caption, screen) : [];
}
