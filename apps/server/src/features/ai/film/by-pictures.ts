import { join } from 'node:path';
import { type Canvas, type DepthLayer, framesOf, renderDepth, runFfmpeg, type Tools } from '@mixreel/media';
import sharp from 'sharp';
import type { Layers, Size } from './layers.ts';

type Box = { x: number; y: number; width: number; height: number };
type Asked = {
  tools: Tools;
  canvas: Canvas;
  seconds: number;
  folder: string;
  signal: AbortSignal;
  onFrame: (frame: number) => void;
};

/** Where the subject of a picture is, in fractions of it; the middle of one without. */
function subjectOf({ layers }: Layers): Box {
  return layers[1]?.box ?? { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };
}

const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });
const FADED = [0.32, 0.68] as const;
/** How much of the way the two subjects go towards each other, and how much both are enlarged so that no edge is seen. */
const NEARINGS = [1, 0.8, 0.6, 0.4, 0.2, 0];
const ENLARGED_MOST = 1.3;

/**
 * From a first picture to a last: both move so that their subjects meet in place and size while one becomes the other.
 */
export async function renderMorph(
  first: Layers,
  last: Layers,
  asked: Asked,
): Promise<{ path: string; note: string | null }> {
  const { tools, canvas, seconds, folder, signal, onFrame } = asked;
  const { nearing, walks } = meet(subjectOf(first), subjectOf(last), canvas);
  const scene = {
    layers: [
      layer(first.whole, walks[0]),
      { ...layer(last.whole, walks[1]), comes: [...FADED] as [number, number] },
    ] as [DepthLayer, DepthLayer],
    zoom: 1,
    canvas,
    frames: framesOf(seconds, canvas),
    path: { move: { type: 'simple' as const, config: {} }, ease: 'smooth' as const, strength: 1 },
  };
  const path = join(folder, 'film.mp4');
  await renderDepth(tools, scene, path, { signal, onProgress: ({ frame }) => onFrame(frame) });
  return { path, note: nearing < 0.6 ? '首尾两张的主体位置差得多，过渡以叠化为主' : null };
}

type Walk = NonNullable<DepthLayer['walk']>;

function layer(path: string, walk: Walk): DepthLayer {
  return { path, depth: 1, sides: [], walk };
}

function meet(from: Box, to: Box, canvas: Size): { nearing: number; walks: [Walk, Walk] } {
  for (const nearing of NEARINGS) {
    const ratio = (to.height / from.height) ** nearing;
    const [a, b] = [middleOf(from), middleOf(to)];
    const between = (share: number) => ({
      x: a.x + (b.x - a.x) * share * nearing,
      y: a.y + (b.y - a.y) * share * nearing,
    });
    const target = { x: b.x - (b.x - a.x) * nearing, y: b.y - (b.y - a.y) * nearing };
    const back = (share: number) => ({
      x: target.x + (b.x - target.x) * share,
      y: target.y + (b.y - target.y) * share,
    });
    const leave = (time: number) => placed(a, between(ease(time)), ratio ** ease(time));
    const arrive = (time: number) => placed(b, back(ease(time)), (1 / ratio) ** (1 - ease(time)));
    const times = Array.from({ length: 21 }, (_, n) => n / 20);
    const enlarged = Math.max(
      ...times.filter((time) => time <= FADED[1]).map((time) => neededFor(leave(time))),
      ...times.filter((time) => time >= FADED[0]).map((time) => neededFor(arrive(time))),
    );
    if (enlarged > ENLARGED_MOST && nearing > 0) continue;
    const drawn = (place: (time: number) => Box) => (time: number) => cornersOf(grown(place(time), enlarged), canvas);
    return { nearing, walks: [drawn(leave), drawn(arrive)] };
  }
  throw new Error('Pictures that do not move always fit');
}

/** The whole picture, scaled about a point of it that goes elsewhere. */
function placed(point: { x: number; y: number }, to: { x: number; y: number }, scale: number): Box {
  return { x: to.x - point.x * scale, y: to.y - point.y * scale, width: scale, height: scale };
}

/** How much a picture must grow about the middle of the screen to fill it. */
function neededFor({ x, y, width, height }: Box): number {
  const sides = [0.5 - x, 0.5 - y, x + width - 0.5, y + height - 0.5];
  return Math.max(1, ...sides.map((side) => (side > 0 ? 0.5 / side : Infinity)));
}

function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: 0.5 + (x - 0.5) * by, y: 0.5 + (y - 0.5) * by, width: width * by, height: height * by };
}

function cornersOf({ x, y, width, height }: Box, canvas: Size): [number, number][] {
  const [left, top] = [x * canvas.width, y * canvas.height];
  const [right, bottom] = [left + width * canvas.width, top + height * canvas.height];
  return [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ];
}

function ease(time: number): number {
  return time * time * (3 - 2 * time);
}

/**
 * A thing as if it were turned: its pictures one after another, the thing always as large and in the same place, before the
 * background of the first. It comes around, so that the film can go on for ever.
 */
export async function renderTurntable(
  pictures: Layers[],
  asked: Asked,
): Promise<{ path: string; note: string | null }> {
  const { tools, canvas, seconds, folder, signal, onFrame } = asked;
  const stills: string[] = [];
  const [first] = pictures;
  if (!first) throw new Error('A turntable needs pictures');
  for (const [n, picture] of pictures.entries()) {
    const path = join(folder, `turn-${n}.jpg`);
    await still(first, picture, canvas, path);
    stills.push(path);
  }
  const path = join(folder, 'film.mp4');
  const slot = seconds / stills.length;
  const fade = slot * 0.7;
  const around = [...stills, stills[0]!];
  const held = around.map((_, n) => `[${n}:v]format=yuv420p,fps=${canvas.fps},setpts=PTS-STARTPTS[v${n}]`);
  const faded = around.slice(1).map((_, n) => {
    const before = n === 0 ? '[v0]' : `[x${n - 1}]`;
    return `${before}[v${n + 1}]xfade=transition=fade:duration=${fade}:offset=${(n + 1) * slot - fade}[x${n}]`;
  });
  await runFfmpeg(
    tools,
    [
      ...around.map((one) => ['-f', 'image2', '-loop', 1, '-framerate', canvas.fps, '-t', slot + fade, '-i', one]),
      ['-filter_complex', [...held, ...faded].join(';'), '-map', `[x${around.length - 2}]`],
      ['-frames:v', framesOf(seconds, canvas), '-c:v', 'libx264', '-preset', 'veryfast', '-crf', 18],
      ['-pix_fmt', 'yuv420p', '-movflags', '+faststart', path],
    ],
    { signal, onProgress: ({ frame }) => onFrame(frame) },
  );
  const unclear = pictures.filter(({ layers }) => layers.length < 2).length;
  return { path, note: unclear > 0 ? `有 ${unclear} 张没找到清楚的主体，用了整张画面` : null };
}

/** One view: the thing of a picture where that of the first stands. */
async function still(first: Layers, { layers, whole }: Layers, { width, height }: Canvas, path: string): Promise<void> {
  const near = layers[1];
  const back = first.layers[0];
  if (!near?.box || !back || first.layers.length < 2) {
    await sharp(whole).resize(width, height, { fit: 'fill' }).jpeg({ quality: 93 }).toFile(path);
    return;
  }
  const wanted = subjectOf(first);
  const scale = wanted.height / near.box.height;
  const size = {
    width: Math.max(2, Math.min(width, Math.round(near.box.width * scale * width))),
    height: Math.max(2, Math.min(height, Math.round(wanted.height * height))),
  };
  const thing = await sharp(near.path).resize(size.width, size.height, { fit: 'fill' }).png().toBuffer();
  const middle = middleOf(wanted);
  const left = Math.round(Math.max(0, Math.min(width - size.width, middle.x * width - size.width / 2)));
  const top = Math.round(Math.max(0, Math.min(height - size.height, wanted.y * height)));
  await sharp(await sharp(back.path).resize(width, height, { fit: 'fill' }).toBuffer())
    .composite([{ input: thing, left, top }])
    .jpeg({ quality: 93 })
    .toFile(path);
}
