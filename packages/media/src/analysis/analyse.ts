import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bestCovers } from '#analysis/covers.ts';
import { frameCutter, measuredSize } from '#analysis/luma-frame.ts';
import { createPictureMeter, type PictureFacts } from '#analysis/picture-meter.ts';
import { createSoundMeter, type SoundFacts } from '#analysis/sound-meter.ts';
import { FfmpegError, SourceError } from '#ffmpeg/errors.ts';
import { decimal } from '#ffmpeg/filter.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import type { MediaFacts, VideoFacts } from '#ffmpeg/probe.ts';
import { runFfmpeg, type Args, type RunOptions } from '#ffmpeg/run.ts';
import { HOUSE_COLOURS, readingFilters } from '#render/colours.ts';
import { CHANNELS, SAMPLE_RATE } from '#render/sound/sound.ts';
import { toneMapFilters } from '#render/tone-map.ts';

/** Small pictures of a file in one large one, left to right, top to bottom. */
export type Sprite = {
  path: string;
  columns: number;
  rows: number;
  width: number;
  height: number;
  stepSeconds: number;
};

/** Everything that one look at a file tells. */
export type Analysis = {
  picture: PictureFacts | null;
  sound: SoundFacts | null;
  /** Pictures that could stand for the file, the best first. */
  covers: { path: string; seconds: number }[];
  sprite: Sprite | null;
  /** A small copy for the editor: 540 lines, a keyframe every half second. */
  proxyPath: string | null;
};

/** Where the files go, and whether a proxy is among them. */
export type AnalysisOptions = { folder: string; hasProxy: boolean } & Pick<RunOptions, 'signal' | 'onProgress'>;

const MEASURED_FPS = 30;
/** JPEG knows only this matrix; with any other the covers would have colours of their own. */
const JPEG_COLOURS = 'scale=out_color_matrix=bt601:out_range=pc,format=yuvj420p';
const COVER_SIDE = 1280;
const COVERS = 8;
const SPRITE_SIDE = 160;
const SPRITE_TILES = 100;
const SPRITE_COLUMNS = 10;

/** Decodes a file once and measures, pictures and copies it on the way. */
export async function analyse(
  tools: Tools,
  path: string,
  facts: MediaFacts,
  options: AnalysisOptions,
): Promise<Analysis> {
  await mkdir(options.folder, { recursive: true });
  const { video } = facts;
  const fps = video ? Math.min(MEASURED_FPS, Math.max(1, video.fps || 1)) : 1;
  const picture = video ? createPictureMeter(fps) : null;
  const sound = facts.audio.length > 0 ? createSoundMeter() : null;
  const pipes: ((chunk: Buffer) => void)[] = [];
  if (video && picture) pipes.push(frameCutter(measuredSize(video), (frame) => picture.add(frame)));
  if (sound) pipes.push((chunk) => sound.add(chunk));

  const plan = planOutputs(facts, fps, options);
  await runFfmpeg(tools, [['-i', path], ...plan.args], { ...options, pipes }).catch((error: unknown) => {
    if (error instanceof FfmpegError && error.kind === 'bad-input') throw new SourceError('unreadable', error.details);
    throw error;
  });

  const pictureFacts = picture?.finish() ?? null;
  if (video && pictureFacts?.seconds.length === 0) throw new SourceError('unreadable', 'no picture could be decoded');
  return {
    picture: pictureFacts,
    sound: sound?.finish() ?? null,
    covers: pictureFacts ? await bestCovers(options.folder, plan.coverStep, pictureFacts.seconds) : [],
    sprite: plan.sprite,
    proxyPath: plan.proxyPath && (await finishProxy(plan.proxyPath)),
  };
}

type Outputs = { args: Args; coverStep: number; sprite: Sprite | null; proxyPath: string | null };

function planOutputs(facts: MediaFacts, fps: number, { folder, hasProxy }: AnalysisOptions): Outputs {
  const { video } = facts;
  const soundPipe: Args =
    facts.audio.length > 0
      ? [['-map', '0:a:0', '-ac', CHANNELS, '-ar', SAMPLE_RATE, '-f', 'f32le', `pipe:${video ? 5 : 4}`]]
      : [];
  if (!video) return { args: soundPipe, coverStep: 1, sprite: null, proxyPath: null };

  const seconds = Math.max(facts.seconds, 0.04);
  const coverStep = Math.max(seconds / COVERS, 0.04);
  const sprite = planSprite(video, seconds, join(folder, 'sprite.jpg'));
  const isProxied = hasProxy && !facts.isStill;
  const branches = ['measure', 'cover', 'tile', ...(isProxied ? ['copy'] : [])];
  const { width, height } = measuredSize(video);
  const chains = [
    `[0:v:0]${[...readingFilters(video), ''].join(',')}split=${branches.length}${branches.map((name) => `[${name}]`).join('')}`,
    // Frames are dropped before they are scaled, and only their brightness is.
    `[measure]fps=${decimal(fps)},scale=${width}:${height}:flags=bilinear,format=gray[measured]`,
    `[cover]fps=1/${decimal(coverStep)}:round=up,${shrink(video, COVER_SIDE)},${JPEG_COLOURS}[covers]`,
    `[tile]fps=1/${decimal(sprite.stepSeconds)}:round=up,scale=${sprite.width}:${sprite.height}:flags=bilinear,${standard(video)},tile=${sprite.columns}x${sprite.rows},${JPEG_COLOURS}[sprite]`,
    ...(isProxied ? [`[copy]fps=${decimal(fps)},${proxyScale(video)},${standard(video)},${HOUSE_COLOURS}[proxy]`] : []),
  ];
  const proxyPath = isProxied ? join(folder, 'proxy.mp4') : null;
  return {
    args: [
      ['-filter_complex', chains.join(';')],
      ['-map', '[measured]', '-f', 'rawvideo', '-pix_fmt', 'gray', '-fps_mode', 'passthrough', 'pipe:4'],
      ...soundPipe,
      ['-map', '[covers]', '-q:v', 3, '-fps_mode', 'passthrough', '-f', 'image2', join(folder, 'cover-%02d.jpg')],
      ['-map', '[sprite]', '-q:v', 5, '-frames:v', 1, '-f', 'image2', '-update', 1, sprite.path],
      ...(proxyPath ? proxyArgs(facts, fps, `${proxyPath}.part`) : []),
    ],
    coverStep,
    sprite,
    proxyPath,
  };
}

function planSprite(video: VideoFacts, seconds: number, path: string): Sprite {
  const stepSeconds = Math.max(seconds < SPRITE_TILES ? 1 : seconds / SPRITE_TILES, 0.04);
  const count = Math.max(1, Math.ceil(seconds / stepSeconds));
  const columns = Math.min(SPRITE_COLUMNS, count);
  const { width, height } = limited(video, SPRITE_SIDE);
  return { path, columns, rows: Math.ceil(count / columns), width, height, stepSeconds };
}

function proxyArgs({ audio }: MediaFacts, fps: number, path: string): Args {
  return [
    ['-map', '[proxy]', ...(audio.length > 0 ? ['-map', '0:a:0'] : [])],
    ['-c:v', 'libx264', '-preset', 'superfast', '-crf', 26, '-bf', 0, '-g', Math.max(1, Math.round(fps / 2))],
    ['-c:a', 'aac', '-aac_coder', 'fast', '-b:a', '96k', '-ac', 2],
    ['-map_metadata', -1, '-movflags', '+faststart', '-f', 'mp4', path],
  ];
}

async function finishProxy(path: string): Promise<string> {
  await rename(`${path}.part`, path);
  await rm(`${path}.part`, { force: true });
  return path;
}

function proxyScale({ width, height }: VideoFacts): string {
  const factor = Math.min(1, 540 / Math.min(width, height));
  const even = (value: number) => Math.max(2, 2 * Math.round((value * factor) / 2));
  return `scale=${even(width)}:${even(height)}:flags=bilinear`;
}

function shrink(video: VideoFacts, side: number): string {
  const { width, height } = limited(video, side);
  return `scale=${width}:${height}:flags=bicubic,${standard(video)}`;
}

function limited({ width, height }: VideoFacts, side: number): { width: number; height: number } {
  const factor = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(2, Math.round(width * factor)), height: Math.max(2, Math.round(height * factor)) };
}

/** The standard picture in the house colours, whatever the source has. */
function standard({ hdr }: VideoFacts): string {
  const convert = hdr === 'none' ? ['scale=out_color_matrix=bt709:out_range=tv'] : toneMapFilters(hdr);
  return ['setsar=1', ...convert, 'format=yuv420p'].join(',');
}
