import { type Path, type Pose, poseAt } from '#depth/camera.ts';
import { fitCurve, writeCurve } from '#depth/curve.ts';
import { ALL_SIDES, type CutOff, fillingZoom, type Point, project, type Side } from '#depth/project.ts';
import { BARE } from '#ffmpeg/bare.ts';
import { filter } from '#ffmpeg/filter.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import { runFfmpeg, type RunOptions } from '#ffmpeg/run.ts';
import { type Area, type Canvas, requireCanvas } from '#render/canvas.ts';

/**
 * A picture of the scene, of any size, transparent where it shows nothing. `sides` are those of the scene that it reaches,
 * `box` the part of the scene that it is; all of it without.
 */
export type DepthLayer = CutOff & {
  path: string;
  box?: Area;
  /** It comes slowly between these two times, 0 to 1; it is there all the time without. */
  comes?: [from: number, to: number];
  /** Where its corners are at a time, in pixels of the canvas, where that is not for the camera to say. */
  walk?: (time: number) => Point[];
};

/** Drawn over everything: a picture in plain RGBA, and where its top left corner is, in words of ffmpeg with the time `t`. */
export type DepthOverlay = { path: string; width: number; height: number; x: string; y: string };

/** The back first: it fills the picture, and is what is behind the others as well. */
export type DepthScene = {
  layers: [DepthLayer, ...DepthLayer[]];
  /** How much larger than the canvas the scene is drawn. */
  zoom: number;
  canvas: Canvas;
  frames: number;
  path: Path;
  overlays?: DepthOverlay[];
};

/** Poses along the way that decide how much must be enlarged. */
const LOOKED_AT = 25;
/** More costs too much sharpness: then less of the move is made. */
const ENLARGED_MOST = 1.25;
/** A subject may go so far over the edge, in heights of the picture, and at least so much of a move is made all the same. */
const OFF_SCREEN = 0.015;
const SEEN_LEAST = 0.4;
const STRENGTHS = [1, 0.85, 0.7, 0.55, 0.4, 0.3, 0.2, 0.1];

/**
 * How much of a move a picture has room for, and how much the picture is enlarged for it. Less of it is made, too, where a
 * subject with a `box` would leave the screen by a side that does not cut it off anyway.
 */
export function fitPath(
  canvas: Canvas,
  layers: readonly (CutOff & { box?: Area })[],
  { move, ease }: Omit<Path, 'strength'>,
): { path: Path; zoom: number } {
  const tries = STRENGTHS.map((strength) => {
    const path = { move, ease, strength };
    const poses = Array.from({ length: LOOKED_AT }, (_, n) => poseAt(path, n / (LOOKED_AT - 1)));
    const zoom = fillingZoom(canvas.width / canvas.height, poses, layers);
    const isSeen = layers.every((layer) => layer.box === undefined || staysOnScreen(canvas, layer, poses, zoom));
    return { path, zoom, isSeen };
  });
  const [first] = tries.filter(({ zoom }) => zoom <= ENLARGED_MOST);
  const seen = tries.find(({ zoom, path, isSeen }) => isSeen && zoom <= ENLARGED_MOST && path.strength >= SEEN_LEAST);
  const last = tries.findLast(({ zoom, path }) => zoom <= ENLARGED_MOST && path.strength >= SEEN_LEAST);
  return seen ?? last ?? first ?? tries.at(-1)!;
}

function staysOnScreen(
  { width, height }: Canvas,
  { depth, sides, box = WHOLE }: CutOff & { box?: Area },
  poses: Pose[],
  zoom: number,
): boolean {
  const ratio = width / height;
  return poses.every((pose) => {
    const seen = cornersOfBox(box, ratio).map((corner) => project(corner, depth, pose).map((one) => one * zoom));
    const [xs, ys] = [seen.map(([x]) => x!), seen.map(([, y]) => y!)];
    const isIn: Record<Side, boolean> = {
      left: Math.min(...xs) >= -ratio / 2 - OFF_SCREEN,
      right: Math.max(...xs) <= ratio / 2 + OFF_SCREEN,
      top: Math.min(...ys) >= -0.5 - OFF_SCREEN,
      bottom: Math.max(...ys) <= 0.5 + OFF_SCREEN,
    };
    return ALL_SIDES.every((side) => isIn[side] || sides.includes(side));
  });
}

/** A video of a picture whose layers stand at different depths, as a camera sees it that moves. */
export async function renderDepth(
  tools: Tools,
  scene: DepthScene,
  file: string,
  options: Pick<RunOptions, 'signal' | 'onProgress'> = {},
): Promise<void> {
  const { layers, canvas, frames, overlays = [] } = scene;
  requireCanvas(canvas);
  const moved = layers.map((_, n) => `[m${n}]`);
  const places = layers.map((layer) => placeOf(scene, layer));
  const joined = moved.slice(1).map((pad, n) => {
    const under = n === 0 ? moved[0]! : `[j${n - 1}]`;
    const { x, y } = places[n + 1]!;
    return `${under}${pad}overlay=x=${x}:y=${y}:format=yuv420:eof_action=repeat[j${n}]`;
  });
  const scened = layers.length > 1 ? `[j${layers.length - 2}]` : moved[0]!;
  const drawn = overlays.map(({ x, y }, n) => {
    const under = n === 0 ? scened : `[d${n - 1}]`;
    const held = `[${layers.length + n}:v]format=yuva420p,loop=loop=-1:size=1,setpts=N/${canvas.fps}/TB[o${n}]`;
    return `${held};${under}[o${n}]${filter('overlay', { x, y, format: 'yuv420', eof_action: 'repeat' })}[d${n}]`;
  });
  const last = overlays.length > 0 ? `[d${overlays.length - 1}]` : scened;
  const graph = [
    ...layers.map((layer, n) => `[${n}:v]${layerFilters(scene, layer, places[n]!).join(',')}${moved[n]}`),
    ...joined,
    ...drawn,
    `${last}setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709[out]`,
  ];
  await runFfmpeg(
    tools,
    [
      ...layers.map((layer) => ['-framerate', canvas.fps, '-i', layer.path]),
      ...overlays.map(({ path, width, height }) => [
        '-f',
        'rawvideo',
        '-pix_fmt',
        'rgba',
        '-s',
        `${width}x${height}`,
        '-framerate',
        canvas.fps,
        '-i',
        path,
      ]),
      ['-filter_complex', graph.join(';'), '-map', '[out]', '-frames:v', frames],
      ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', 18, '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
      ['-g', canvas.fps * 2, ...BARE, '-movflags', '+faststart', file],
    ],
    options,
  );
}

/** A part of the canvas in pixels, even ones. */
type Place = { x: number; y: number; width: number; height: number };

/** The corners of a layer as they are seen at a time, in pixels of the canvas. */
function seenAt({ canvas, zoom, path }: DepthScene, layer: DepthLayer, time: number): Point[] {
  if (layer.walk) return layer.walk(time);
  const { depth, box = WHOLE } = layer;
  const ratio = canvas.width / canvas.height;
  const pose = poseAt(path, time);
  return cornersOfBox(box, ratio).map((corner) => {
    const [x, y] = project(corner, depth, pose);
    return [canvas.width / 2 + x * zoom * canvas.height, canvas.height / 2 + y * zoom * canvas.height];
  });
}

/** In the order in which the filter names them. */
function cornersOfBox({ x, y, width, height }: Area, ratio: number): Point[] {
  const [left, top] = [(x - 0.5) * ratio, y - 0.5];
  const [right, bottom] = [left + width * ratio, top + height];
  return [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ];
}

const WHOLE: Area = { x: 0, y: 0, width: 1, height: 1 };

/** All of the canvas that a layer is seen on while it moves: no more of it is drawn. */
function placeOf(scene: DepthScene, layer: DepthLayer): Place {
  const { width, height } = scene.canvas;
  const seen = Array.from({ length: LOOKED_AT }, (_, n) => seenAt(scene, layer, n / (LOOKED_AT - 1))).flat();
  const stretch = (axis: 0 | 1, side: number) => {
    const all = seen.map((point) => point[axis]);
    const from = Math.max(0, 2 * Math.floor((Math.min(...all) - 2) / 2));
    const to = Math.min(side, 2 * Math.ceil((Math.max(...all) + 2) / 2));
    return { from: Math.min(from, side - 2), length: Math.max(2, to - from) };
  };
  const [across, down] = [stretch(0, width), stretch(1, height)];
  return { x: across.from, y: down.from, width: across.length, height: down.length };
}

/** A layer moves as its four corners do, each a curve over time; one frame of it is decoded and held. */
function layerFilters(scene: DepthScene, layer: DepthLayer, { x, y, width, height }: Place): string[] {
  const { canvas, frames, layers } = scene;
  const origin = [x, y] as const;
  const curveOf = (corner: number, axis: 0 | 1) => {
    const curve = fitCurve((at) => seenAt(scene, layer, at)[corner]![axis] - origin[axis]);
    // The filter counts from one.
    return `st(0,(on-1)/${Math.max(1, frames - 1)})*0+${writeCurve(curve, 'ld(0)')}`;
  };
  const curves = Object.fromEntries(
    [0, 1, 2, 3].flatMap((corner) => [
      [`x${corner}`, curveOf(corner, 0)],
      [`y${corner}`, curveOf(corner, 1)],
    ]),
  );
  const isBehind = layer === layers[0];
  const seconds = frames / canvas.fps;
  const [from, to] = layer.comes ?? [0, 0];
  const comes = filter('fade', { t: 'in', st: from * seconds, d: (to - from) * seconds, alpha: 1 });
  return [
    `scale=${width}:${height}:flags=lanczos:out_color_matrix=bt709:out_range=tv`,
    isBehind ? 'format=yuv420p' : 'format=yuva420p',
    `loop=loop=-1:size=1,setpts=N/${canvas.fps}/TB`,
    filter('perspective', { ...curves, sense: 'destination', eval: 'frame', interpolation: 'linear' }),
    ...(layer.comes ? [comes] : []),
  ];
}
