import type { Layer } from '@mixreel/sheet';
import { DEFAULT_AI_MARK, layoutAiMark } from '#labels/mark.ts';

const BARE = { rotation: 0, opacity: 1, blend: 'normal', shadow: null, is_hidden: false, picture: null } as const;

/** The visible notice as layers on top of a picture: where and how the same notice stands on films. */
export function noticeLayers(canvas: { width: number; height: number }): Layer[] {
  const mark = layoutAiMark(DEFAULT_AI_MARK, canvas);
  if (!mark) throw new Error('The notice shows from the first picture on');
  const { fontSize: size, colour } = mark;
  const plates = mark.boxes.map(({ x, y, width, height, radius, colour: ground }): Layer => ({
    ...BARE,
    kind: 'shape',
    x,
    y,
    width,
    height,
    text: null,
    shape: { form: { kind: 'rect', radius }, fill: { kind: 'solid', colour: ground }, stroke: null },
  }));
  const words = mark.lines.map(({ text, x, y, width, height, runs }): Layer => ({
    ...BARE,
    kind: 'text',
    x,
    y,
    width,
    height,
    text: {
      text,
      font_id: runs[0]?.fontId ?? 'hei-bold',
      size,
      fill: { kind: 'solid', colour },
      align: 'center',
      line_height: 1.2,
      spacing: 0,
      outlines: [],
    },
    shape: null,
  }));
  return [...plates, ...words];
}
