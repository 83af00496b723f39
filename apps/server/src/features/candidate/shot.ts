import type { Box, CaptionPosition, CaptionStyle, MixConfig, TimelineCaption } from '@mixreel/contract';
import {
  buildLook,
  type Canvas,
  type CaptionLayout,
  DEFAULT_AI_MARK,
  type Fit,
  type GridCell,
  layoutAiMark,
  layoutCaption,
  plainShot,
  prepareCaptions,
  type Rect,
  type Shot,
  type Source,
  type SpokenWord as TimedWord,
  type Subject,
  writeLook,
} from '@mixreel/media';
import { textOf } from '#features/analysis/listen.ts';
import { cutLine, placeCues, toCues } from '#features/caption/cut-line.ts';
import { toCaptionPosition, toCaptionStyle, toLookSettings } from '#features/caption/media-style.ts';
import type { Place } from './book.ts';
import { clipWords, fillSpeed, inChineseMarks } from './clip-words.ts';
import type { Sources } from './sources.ts';

/** How far the camera moves into a still. */
export const STILL_ZOOM = 1.1;

type Faces = { seconds: number; box: Box }[];

/** Where a shot stands in its video, and what the whole mix sets. */
export type ShotSetting = {
  frames: number;
  start: number;
  /** Whether it has to say that machines made parts of the video. */
  is_marked: boolean;
  canvas: Canvas;
  /** Of the mix: title, logo, notice. */
  config: MixConfig;
  folder: string;
  isDraft: boolean;
  sources: Sources;
  logo: Source | null;
  faces: Faces;
};

/** Words on the picture of a shot: what they say, and where the renderer puts them. */
export type Written = {
  kind: TimelineCaption['kind'];
  text: string;
  layout: CaptionLayout;
  style: CaptionStyle;
  position: CaptionPosition;
  words: TimedWord[];
};

/** One place of a combination as the engine takes it, and what is written on it. */
export async function buildShot(place: Place, setting: ShotSetting): Promise<{ shot: Shot; written: Written[] }> {
  const { canvas, frames, folder, isDraft, sources, faces } = setting;
  const { clip } = place.clip;
  const source = await sources.ofClip(place.clip, isDraft);
  const seconds = frames / canvas.fps;
  const written = writtenOn(place, setting, seconds);
  const speed = source.facts.isStill ? 1 : fillSpeed(clip, seconds);
  const shot = plainShot({
    source,
    startSeconds: clip.start_ms / 1000,
    frames,
    speed,
    crop: clip.crop,
    isMirrored: clip.is_mirrored,
    fit: fitOf(place, slowed(faces, clip.speed / speed)),
    motion: source.facts.isStill
      ? { fromZoom: 1, toZoom: STILL_ZOOM, fromCentre: [0.5, 0.5], toCentre: [0.5, 0.5] }
      : null,
    look: await writeLook(buildLook(toLookSettings(place.config.filter)), folder),
    layers: layersOf(setting, seconds),
    captions: await prepareCaptions(
      written.map(({ layout }) => layout),
      folder,
    ),
  });
  return { shot, written };
}

function fitOf({ clip: { clip }, config: { picture } }: Place, faces: Faces): Fit {
  const kind = clip.fit ?? picture.fit;
  if (kind === 'contain') return { kind, background: picture.background };
  if (kind === 'blur') return { kind };
  // With a part chosen by hand, faces are where that person wants them.
  if (faces.length === 0 || clip.crop) return { kind };
  // The mirror comes after the crop: faces count as they are in the source.
  return { kind, subjects: subjectsOf(faces) };
}

function slowed(faces: Faces, by: number): Faces {
  return faces.map(({ seconds, box }) => ({ seconds: seconds * by, box }));
}

/** One area a moment, around all faces that were seen then. */
export function subjectsOf(faces: Faces): Subject[] {
  const moments = [...new Set(faces.map(({ seconds }) => seconds))].toSorted((a, b) => a - b);
  return moments.map((seconds) => {
    const boxes = faces.filter((face) => face.seconds === seconds).map(({ box }) => box);
    const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
    const right = Math.max(...boxes.map((box) => box.x + box.width));
    const bottom = Math.max(...boxes.map((box) => box.y + box.height));
    return { seconds, area: { x, y, width: right - x, height: bottom - y } };
  });
}

function layersOf({ logo, config: { logo: at } }: ShotSetting, seconds: number): Shot['layers'] {
  if (!logo) return [];
  const area = { x: at.x, y: at.y, width: at.width, height: 0 };
  return [{ source: logo, area, opacity: at.opacity, fromSeconds: 0, toSeconds: seconds }];
}

function writtenOn(place: Place, setting: ShotSetting, seconds: number): Written[] {
  const { canvas, config, start, is_marked } = setting;
  const screen = { canvas, platform: config.picture.platform };
  const { style, position } = place.config.caption;
  const shown = cuesOf(place, screen, seconds).filter(({ startSeconds }) => startSeconds < seconds);
  const layouts = placeCues(shown, place.config.caption, screen, seconds);
  const captions = shown.map(({ text, words }, n): Written => ({
    kind: 'caption',
    text,
    layout: layouts[n]!,
    style,
    position,
    words,
  }));
  const words = [...captions, ...titleOn(setting, seconds)];
  const stretch = { fromSeconds: start, seconds };
  return is_marked ? [...words, ...markOn(config, canvas, stretch, words)] : words;
}

/** The notice in the corner that was asked for; where words stand there already, in the first one that is free. */
function markOn(
  { ai_mark, picture: { platform }, title }: MixConfig,
  canvas: Canvas,
  stretch: { fromSeconds: number; seconds: number },
  words: Written[],
): Written[] {
  const corners = [ai_mark.cell, 7, 9, 1, 3] as GridCell[];
  const marks = corners.flatMap((cell): Written[] => {
    const position = { kind: 'grid' as const, cell };
    const layout = layoutAiMark({ ...DEFAULT_AI_MARK, position, platform }, canvas, stretch);
    return layout
      ? [{ kind: 'ai_mark', text: DEFAULT_AI_MARK.text, layout, style: title.style, position, words: [] }]
      : [];
  });
  const free = marks.find((mark) => !words.some(({ layout }) => overlap(layout.bounds, mark.layout.bounds)));
  return [free ?? marks[0]].filter((mark) => mark !== undefined);
}

function overlap(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** What is written under a place: as typed, else from the line and its voice, or what is said in the clip. */
export function cuesOf(
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
  return text ? cutLine({ text, seconds: spoken, words }, caption, screen) : [];
}

function titleOn({ config: { title, picture }, canvas, start }: ShotSetting, seconds: number): Written[] {
  if (!title.text.trim()) return [];
  const left = title.ms === 0 ? seconds : Math.min(seconds, title.ms / 1000 - start);
  if (left <= 0) return [];
  const { text, style, position } = title;
  const layout = layoutCaption(
    {
      text,
      style: toCaptionStyle(style),
      position: toCaptionPosition(position),
      startSeconds: 0,
      endSeconds: left,
      maxLines: 3,
    },
    canvas,
    picture.platform,
  );
  return [{ kind: 'title', text, layout, style, position, words: [] }];
}
