import { SourceError } from '#ffmpeg/errors.ts';
import { chain, decimal, filter } from '#ffmpeg/filter.ts';
import type { VideoFacts } from '#ffmpeg/probe.ts';
import type { Args } from '#ffmpeg/run.ts';
import type { Canvas } from '#render/canvas.ts';
import { HOUSE_COLOURS, inHouseColours, readingFilters, TO_HOUSE_COLOURS } from '#render/colours.ts';
import { containSize, coverArea, followExpression, followSubjects, storedRect, turnFilters } from '#render/fit.ts';
import { layerChains } from '#render/layers.ts';
import { isMoving, motionFilters, OVERSAMPLING } from '#render/motion.ts';
import type { Shot } from '#render/shot.ts';
import { toneMapFilters } from '#render/tone-map.ts';

/** Frames `from` up to, not including, `to` of a shot: all of it, its body, or one of its ends. */
export type Stretch = { shot: Shot; canvas: Canvas; from: number; to: number };

/** What of a stretch ffmpeg reads from files written beforehand: captions, and one LUT file per LUT of the look. */
export type StretchFiles = { captions: { assPath: string; fontsDir: string } | null; lutPaths: string[] };

/** Part of an ffmpeg command: inputs, the chains that use them, and the pad where the picture comes out. */
export type PictureGraph = { inputs: Args; inputCount: number; chains: string[]; output: string };

/**
 * The graph that turns the source of a stretch into its frames on the canvas.
 *
 * Frames are dropped first, then cropped, then scaled: each step leaves less work to the next. Input numbers begin at
 * `firstInput`; pads carry `name`, so that two stretches can meet in one graph.
 */
export function pictureGraph(stretch: Stretch, files: StretchFiles, { firstInput = 0, name = 'p' } = {}): PictureGraph {
  const { shot, canvas } = stretch;
  const { facts } = shot.source;
  if (!facts.video) throw new SourceError('no-video', shot.source.path);

  const pad = (label: string) => `${name}_${label}`;
  const fitted = [...timeFilters(stretch), ...fitChains(stretch, facts.video, pad)];
  // A cover that the file carries along is a stream of pictures as well, and may be the first.
  const chains = [`[${firstInput}:V:0]${fitted.join(',')}[${pad('fit')}]`];

  const looked = [...inHouseColours(lookFilters(shot, files)), ...(facts.isStill ? stillFilters(stretch) : [])];
  chains.push(chain([pad('fit')], looked.length > 0 ? looked : ['null'], pad('look')));

  const layers = layerChains(shot.layers, { canvas, input: pad('look'), firstInput: firstInput + 1, pad });
  chains.push(...layers.chains);

  const output = pad('out');
  const words = files.captions ? [captionFilter(files.captions)] : [];
  chains.push(chain([layers.output], [...words, ...houseFilters(canvas)], output));
  const inputs = [...sourceArgs(stretch), ...layers.inputs];
  return { inputs, inputCount: 1 + shot.layers.length, chains, output };
}

/**
 * Starts are whole milliseconds, frames are not. With twice as many frames as the canvas shows, the one after the first
 * lies on the very edge between both places: without this, it would take the place of the first every other time.
 */
const NUDGE_SECONDS = 0.001;

/**
 * Seeks to the keyframe before the start and keeps what lies between: with accurate seeking a source whose picture
 * stood still across the start would begin with a later frame, or have none at all. Turning is ours, after scaling.
 */
function sourceArgs({ shot, canvas, from }: Stretch): Args {
  const { path, facts } = shot.source;
  const start = shot.startSeconds + (from / canvas.fps) * shot.speed - NUDGE_SECONDS;
  const seek: Args = facts.isStill || start <= 0 ? [] : [['-noaccurate_seek', '-ss', decimal(start)]];
  return [...seek, ['-noautorotate', '-threads', 1, '-i', path]];
}

/** One frame per frame of the canvas, numbered from the start of the shot; the last one held when the source ends. */
function timeFilters({ shot, canvas, from }: Stretch): string[] {
  const { isStill, video } = shot.source.facts;
  if (isStill) return [];
  return [
    ...(video?.isInterlaced ? ['bwdif=mode=send_frame'] : []),
    // Before the rate is changed: when the source ends before the start, fps alone would have nothing to show.
    'tpad=stop_mode=clone:stop=-1',
    ...(shot.speed === 1 ? [] : [filter('setpts', { expr: `PTS/${decimal(shot.speed)}` })]),
    filter('fps', { fps: canvas.fps, start_time: 0 }),
    `setpts=N+${from}`,
  ];
}

/** A still is fitted once and then repeated; only when the camera moves is every frame made anew. */
function stillFilters(stretch: Stretch): string[] {
  const { shot, canvas, from } = stretch;
  const repeat = isMoving(shot) ? motionFilters(stretch) : ['loop=loop=-1:size=1'];
  return [...repeat, `settb=1/${canvas.fps}`, `setpts=N+${from}`];
}

function fitChains({ shot, canvas }: Stretch, video: VideoFacts, pad: (label: string) => string): string[] {
  const isTurned = video.rotation % 180 !== 0;
  const after = [...turnFilters(video.rotation), ...(shot.isMirrored ? ['hflip'] : [])];
  const scale = ({ width, height }: { width: number; height: number }) => [
    filter('scale', {
      w: isTurned ? height : width,
      h: isTurned ? width : height,
      flags: 'bicubic',
      ...(video.hdr === 'none' && TO_HOUSE_COLOURS),
    }),
    ...after,
    'setsar=1',
    ...toneMapFilters(video.hdr),
  ];
  const flat = [...readingFilters(video), ...(video.hasAlpha ? [flatten(pad)] : [])];
  const within = shot.crop ?? undefined;
  const factor = isMoving(shot) ? OVERSAMPLING : 1;
  const target = { ...canvas, width: canvas.width * factor, height: canvas.height * factor };

  if (shot.fit.kind === 'cover') return [...flat, ...coverCrop(shot, canvas, video), ...scale(target)];

  const size = containSize(video, target, within);
  const cut = within ? [cropFilter(storedRect(video, within))] : [];
  const whole = [...flat, ...cut, ...scale(size)];
  if (shot.fit.kind === 'blur') return [...whole, blurredBackground(target, size, pad)];
  const { width: w, height: h } = target;
  return [
    ...whole,
    'format=yuv420p',
    filter('pad', { w, h, x: '(ow-iw)/2', y: '(oh-ih)/2', color: shot.fit.background }),
  ];
}

function coverCrop(shot: Shot, canvas: Canvas, video: VideoFacts): string[] {
  const within = shot.crop ?? undefined;
  const subjects = shot.fit.kind === 'cover' ? (shot.fit.subjects ?? []) : [];
  if (subjects.length === 0) return [cropFilter(storedRect(video, coverArea(video, canvas, within)))];

  const rects = followSubjects(video, canvas, subjects, within).map((area) => storedRect(video, area));
  const path = (side: 'x' | 'y') =>
    followExpression(rects.map((rect, i) => ({ seconds: subjects[i]!.seconds, value: rect[side] })));
  const { width: w, height: h } = rects[0]!;
  return [filter('crop', { w, h, x: path('x'), y: path('y') })];
}

function cropFilter({ x, y, width: w, height: h }: { x: number; y: number; width: number; height: number }): string {
  return filter('crop', { w, h, x, y });
}

/** Blurring an eighth of the size costs a sixtieth and, blurred, looks the same. */
function blurredBackground(
  canvas: Canvas,
  size: { width: number; height: number },
  pad: (label: string) => string,
): string {
  const shape = canvas.width / canvas.height;
  const isWider = size.width / size.height > shape;
  const cut = isWider ? { w: `ih*${decimal(shape)}`, h: 'ih' } : { w: 'iw', h: `iw/${decimal(shape)}` };
  const small = { w: Math.ceil(canvas.width / 16) * 2, h: Math.ceil(canvas.height / 16) * 2 };
  const background = [
    filter('crop', cut),
    filter('scale', { ...small, flags: 'bilinear' }),
    filter('gblur', { sigma: decimal(Math.max(1, small.w / 30)) }),
    'eq=brightness=-0.08',
    filter('scale', { w: canvas.width, h: canvas.height, flags: 'bicubic' }),
    'setsar=1',
  ];
  return [
    `format=yuv420p,split[${pad('front')}][${pad('back')}]`,
    chain([pad('back')], background, pad('blurred')),
    `[${pad('blurred')}][${pad('front')}]overlay=x=(W-w)/2:y=(H-h)/2`,
  ].join(';');
}

/** Transparent parts become black; without this whatever colour lies under them shows. */
function flatten(pad: (label: string) => string): string {
  return [
    `format=rgba,split[${pad('alpha')}][${pad('under')}]`,
    // Not drawbox: on pictures with alpha that of ffmpeg 5.1 crashes.
    chain([pad('under')], ['lutrgb=r=0:g=0:b=0:a=255'], pad('black')),
    `[${pad('black')}][${pad('alpha')}]overlay=format=auto`,
  ].join(';');
}

function lookFilters(shot: Shot, files: StretchFiles): string[] {
  let luts = 0;
  return shot.look.flatMap((step) =>
    step.kind === 'filter'
      ? step.text
      : // Planes: the way to packed pixels is the quick one of the processor, and on some a few values off.
        ['format=gbrp', filter('lut3d', { file: files.lutPaths[luts++]!, interp: 'tetrahedral' })],
  );
}

function captionFilter({ assPath, fontsDir }: NonNullable<StretchFiles['captions']>): string {
  return filter('ass', { filename: assPath, fontsdir: fontsDir });
}

/** The house format: 8-bit 4:2:0, BT.709 in TV range, square pixels, frames counted from 0. */
export function houseFilters({ fps }: Canvas): string[] {
  return [
    'format=yuv420p',
    'setsar=1',
    HOUSE_COLOURS,
    `settb=1/${fps}`,
    'setpts=N',
    // Changes no frame, but promises a constant rate: x264 writes it into the headers, xfade refuses without it.
    `fps=${fps}`,
  ];
}
