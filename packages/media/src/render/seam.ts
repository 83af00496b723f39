import { chain, decimal, filter } from '#ffmpeg/filter.ts';
import { runFfmpeg, type Args, type RunOptions } from '#ffmpeg/run.ts';
import { TRANSITION_CHOICES } from '#looks/transitions.ts';
import type { Canvas } from '#render/canvas.ts';
import { videoEncoderArgs, type Quality } from '#render/encoder.ts';
import { keyOf } from '#render/key.ts';
import { houseFilters, type Stretch } from '#render/picture.ts';
import { requireFrames, stretchKey, type Workshop } from '#render/stretch.ts';

/** The end of one shot turning into the start of the next; both stretches have the same number of frames. */
export type Seam = { before: Stretch; after: Stretch; transition: TransitionKind };

/** The files of the two stretches of a seam. */
export type SeamWindows = { beforePath: string; afterPath: string };

/** A way from one shot to the next. */
export type TransitionKind = (typeof TRANSITION_CHOICES)[number]['key'];

/** Every way from one shot to the next. */
export const TRANSITIONS: TransitionKind[] = TRANSITION_CHOICES.map(({ key }) => key);

/** The name of a seam: it depends on these two ends and nothing else of the variant. */
export function seamKey({ before, after, transition }: Seam, quality: Quality): string {
  return keyOf('seam', { before: stretchKey(before, quality), after: stretchKey(after, quality), transition });
}

/**
 * Encodes a seam into an MP4 of the house format at `path`, from windows that were cut before: a clip meets several
 * others at each of its ends, and is decoded, fitted and captioned once for all of them.
 */
export async function renderSeam(
  { tools }: Workshop,
  { before, after, transition }: Seam,
  { beforePath, afterPath }: SeamWindows,
  quality: Quality,
  path: string,
  options: RunOptions = {},
): Promise<void> {
  const { canvas } = before;
  const frames = before.to - before.from;
  const { xfade } = TRANSITION_CHOICES.find(({ key }) => key === transition)!;
  const join = filter('xfade', { transition: xfade, duration: decimal(frames / canvas.fps), offset: 0 });
  const isPush = transition === 'zoom';
  // Held at their ends: where a window ends, xfade of ffmpeg 5 leaves the last frame out of the transition.
  const even = [`settb=1/${canvas.fps}`, 'setpts=N', `fps=${canvas.fps}`, 'tpad=stop_mode=clone:stop=2'];
  const graph = [
    chain(['0:v:0'], [...even, ...(isPush ? [pushOut(canvas, frames)] : [])], 'before'),
    chain(['1:v:0'], [...even, ...(isPush ? [pushIn(canvas, frames)] : [])], 'after'),
    chain(['before', 'after'], [join, ...houseFilters(canvas)], 'seam'),
  ];
  const args: Args = [
    // The windows are upright, but carry the note of their source to turn them.
    ['-noautorotate', '-threads', 1, '-i', beforePath],
    ['-noautorotate', '-threads', 1, '-i', afterPath],
    ['-filter_complex_threads', 1, '-filter_complex', graph.join(';')],
    ['-map', '[seam]', '-frames:v', frames],
    ...videoEncoderArgs(canvas, quality),
    ['-f', 'mp4', path],
  ];
  await runFfmpeg(tools, args, options);
  await requireFrames(path, frames, after.shot.source.path);
}

/** The camera rushes forward, out of the shot that ends. */
function pushOut(canvas: Canvas, frames: number): string {
  return zoom(canvas, `1+1.2*pow(on/${frames},2)`);
}

/** The camera comes to rest in the shot that begins: its last frame here is as large as the next one behind the seam. */
function pushIn(canvas: Canvas, frames: number): string {
  return zoom(canvas, `1+0.3*pow(max(0,1-(on+1)/${frames}),2)`);
}

function zoom({ width, height, fps }: Canvas, z: string): string {
  return filter('zoompan', { z, x: 'iw/2-iw/zoom/2', y: 'ih/2-ih/zoom/2', d: 1, s: `${width}x${height}`, fps });
}
