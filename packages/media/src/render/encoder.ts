import { BARE } from '#ffmpeg/bare.ts';
import type { Args } from '#ffmpeg/run.ts';
import { timescaleOf, type Canvas } from '#render/canvas.ts';

/** How a person chooses between speed, fidelity and size. */
export type Quality = 'standard' | 'high' | 'small' | 'draft';

/**
 * x264 settings by quality.
 *
 * `standard` was chosen by measurement on filmed people, cars and bottles: against plain veryfast at the same crf it
 * takes 0.4 to 0.75 of the time, for 8 to 20 per cent more bytes and an SSIM within 0.0013. Without
 * B-frames joins need no reordering delay. `small` spends the time that `standard` saves. `draft` is for looking at a
 * combination before its real pieces exist.
 */
const SETTINGS: Record<Quality, { preset: string; crf: number; params: string[] }> = {
  standard: { preset: 'veryfast', crf: 23, params: ['bframes=0', 'subme=1', 'partitions=none', 'me=dia'] },
  high: { preset: 'faster', crf: 19, params: ['bframes=0'] },
  small: { preset: 'fast', crf: 24, params: ['bframes=3'] },
  draft: { preset: 'ultrafast', crf: 25, params: ['bframes=0'] },
};

/** Seconds between keyframes inside a piece: what seeking in a finished video costs at most. */
export const KEYFRAME_SECONDS = 2;

/**
 * The arguments that make a piece: closed groups of pictures, one thread, and headers that depend on canvas and quality
 * alone, so that any two pieces fit together.
 */
export function videoEncoderArgs(canvas: Canvas, quality: Quality): Args {
  const { preset, crf, params } = SETTINGS[quality];
  const x264 = [
    ...params,
    // Without this x264 fits the headers to the content, and pieces of one canvas no longer match.
    'stitchable=1',
    'open-gop=0',
    'force-cfr=1',
    'colorprim=bt709:transfer=bt709:colormatrix=bt709:range=tv',
  ];
  return [
    ['-c:v', 'libx264', '-preset', preset, '-crf', crf, '-profile:v', 'high'],
    ['-x264-params', x264.join(':')],
    ['-g', canvas.fps * KEYFRAME_SECONDS],
    ['-threads:v', 1],
    // The settings that x264 writes into every piece as text; they are ours to know, not the viewer's.
    ['-bsf:v', 'filter_units=remove_types=6'],
    ['-fps_mode', 'passthrough'],
    BARE,
    ['-video_track_timescale', timescaleOf(canvas)],
  ];
}

/**
 * The arguments that keep a few frames for further work: quick to write, quick to read, and so close to the original
 * that coding them once more loses nothing one could see.
 */
export function windowEncoderArgs(canvas: Canvas): Args {
  return [
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'fastdecode', '-crf', 6],
    ['-threads:v', 1, '-fps_mode', 'passthrough', ...BARE],
    ['-video_track_timescale', timescaleOf(canvas)],
  ];
}
