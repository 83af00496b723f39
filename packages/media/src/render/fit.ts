import type { VideoFacts } from '#ffmpeg/probe.ts';
import type { Area, Canvas } from '#render/canvas.ts';
import type { Subject } from '#render/shot.ts';

/** A rectangle in pixels. */
export type Rect = { x: number; y: number; width: number; height: number };

const WHOLE: Area = { x: 0, y: 0, width: 1, height: 1 };

/** The largest part of `within` (shares of the shown picture) that has the shape of the canvas, centred on `centre`. */
export function coverArea(facts: VideoFacts, canvas: Canvas, within: Area = WHOLE, centre = middleOf(within)): Area {
  const shape = (within.width * facts.width) / (within.height * facts.height);
  const wanted = canvas.width / canvas.height;
  const width = shape > wanted ? within.width * (wanted / shape) : within.width;
  const height = shape > wanted ? within.height : within.height * (shape / wanted);
  return {
    x: clamp(centre.x - width / 2, within.x, within.x + within.width - width),
    y: clamp(centre.y - height / 2, within.y, within.y + within.height - height),
    width,
    height,
  };
}

/** The size of the picture when all of `within` shows on the canvas, in even pixels. */
export function containSize(
  facts: VideoFacts,
  canvas: Canvas,
  within: Area = WHOLE,
): { width: number; height: number } {
  const shape = (within.width * facts.width) / (within.height * facts.height);
  const wanted = canvas.width / canvas.height;
  return shape > wanted
    ? { width: canvas.width, height: Math.max(2, even(canvas.width / shape)) }
    : { width: Math.max(2, even(canvas.height * shape)), height: canvas.height };
}

/** The same part of the picture in stored pixels: before rotation, and with pixels that may not be square. */
export function storedRect({ codedWidth, codedHeight, rotation }: VideoFacts, area: Area): Rect {
  const { x, y, width, height } = area;
  const turned: Record<number, Area> = {
    0: area,
    90: { x: y, y: 1 - x - width, width: height, height: width },
    180: { x: 1 - x - width, y: 1 - y - height, width, height },
    270: { x: 1 - y - height, y: x, width: height, height: width },
  };
  const stored = turned[rotation] ?? area;
  const size = {
    width: clamp(even(stored.width * codedWidth), 2, codedWidth),
    height: clamp(even(stored.height * codedHeight), 2, codedHeight),
  };
  // Rounded sizes keep the middle where it was; 4:2:0 can begin only at even pixels.
  const left = (stored.x + stored.width / 2) * codedWidth - size.width / 2;
  const top = (stored.y + stored.height / 2) * codedHeight - size.height / 2;
  return {
    ...size,
    x: clamp(even(left), 0, codedWidth - size.width),
    y: clamp(even(top), 0, codedHeight - size.height),
  };
}

/** ffmpeg filters that turn a stored picture the way players show it. */
export function turnFilters(rotation: number): string[] {
  if (rotation === 90) return ['transpose=clock'];
  if (rotation === 180) return ['hflip', 'vflip'];
  return rotation === 270 ? ['transpose=cclock'] : [];
}

/** Where the crop begins over time, as an ffmpeg expression of `t`: straight between the moments, still outside them. */
export function followExpression(points: { seconds: number; value: number }[]): string {
  const [first, ...rest] = points;
  if (!first) return '0';
  let expression = String(points.at(-1)!.value);
  for (const [i, to] of rest.entries().toArray().toReversed()) {
    const from = points[i]!;
    const slope = (to.value - from.value) / Math.max(0.001, to.seconds - from.seconds);
    const line = `${from.value}+(t-${from.seconds})*${Number(slope.toFixed(4))}`;
    expression = `if(lt(t,${to.seconds}),${line},${expression})`;
  }
  return rest.length === 0 ? expression : `if(lt(t,${first.seconds}),${first.value},${expression})`;
}

/** Crops that keep the subjects in the picture, one per moment, all of the same size. */
export function followSubjects(facts: VideoFacts, canvas: Canvas, subjects: Subject[], within: Area = WHOLE): Area[] {
  return subjects.map(({ area }) => coverArea(facts, canvas, within, middleOf(area)));
}

function middleOf({ x, y, width, height }: Area): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

function even(value: number): number {
  return 2 * Math.round(value / 2);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}
