import type { MixConfig } from '@mixreel/contract';
import {
  arrange,
  type Arranged,
  type CanvasSize,
  type CaptionLayout,
  DEFAULT_AI_MARK,
  type GridCell,
  layoutAiMark,
  layoutCaption,
  type MediaFacts,
  type Platform,
} from '@mixreel/media';
import { toCaptionPosition, toCaptionStyle } from './media-style.ts';

const TITLE_LINES = 3;

/** What lies over a shot, as it was asked for. */
export type SceneRequest = {
  canvas: CanvasSize;
  platform: Platform;
  captions: CaptionLayout[];
  /** Null: it is over, or there is none. */
  title: (Pick<MixConfig['title'], 'text' | 'style' | 'position'> & { seconds: number }) | null;
  /** `shape` is its height over its width. */
  logo: (Pick<MixConfig['logo'], 'x' | 'y' | 'width'> & { shape: number }) | null;
  /** Where the shot begins in its video and how long it lasts; null: nothing has to be said about AI. */
  mark: { cell: number; fromSeconds: number; seconds: number } | null;
};

/** Lays out what lies over a shot: the renderer, the pages and the check all ask here. */
export function layOutScene({ canvas, platform, captions, title, logo, mark }: SceneRequest): Arranged {
  const width = (logo?.width ?? 0) * canvas.width;
  return arrange({
    canvas,
    platform,
    captions,
    pictures: logo
      ? [{ bounds: { x: logo.x * canvas.width, y: logo.y * canvas.height, width, height: width * logo.shape } }]
      : [],
    title: title?.text.trim()
      ? layoutCaption(
          {
            text: title.text,
            style: toCaptionStyle(title.style),
            position: toCaptionPosition(title.position),
            startSeconds: 0,
            endSeconds: title.seconds,
            maxLines: TITLE_LINES,
          },
          canvas,
          platform,
        )
      : null,
    mark: (mark && layOutMark(mark, canvas, platform)) ?? null,
  });
}

/** Height of a picture over its width, as it is seen. */
export function shapeOf({ video }: MediaFacts): number {
  return video && video.width > 0 ? video.height / video.width : 1;
}

function layOutMark(
  { cell, ...stretch }: NonNullable<SceneRequest['mark']>,
  canvas: CanvasSize,
  platform: Platform,
): CaptionLayout | undefined {
  const position = { kind: 'grid' as const, cell: cell as GridCell };
  return layoutAiMark({ ...DEFAULT_AI_MARK, position, platform }, canvas, stretch);
}
