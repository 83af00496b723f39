import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findDamage, isComplaining } from '#analysis/damage.ts';
import { frameCutter, measuredSize, type LumaFrame } from '#analysis/luma-frame.ts';
import { createPictureMeter, type PictureFacts } from '#analysis/picture-meter.ts';
import { proxied, proxyArgs, proxyScale, STANDARD } from '#analysis/proxy.ts';
import { createSoundMeter, type SoundFacts } from '#analysis/sound-meter.ts';
import type { Span } from '#analysis/spans.ts';
import { createStillMeter, type Still } from '#analysis/stills.ts';
import { FfmpegError, SourceError } from '#ffmpeg/errors.ts';
import { decimal } from '#ffmpeg/filter.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import type { MediaFacts, VideoFacts } from '#ffmpeg/probe.ts';
import { runFfmpeg, type Args, type RunOptions } from '#ffmpeg/run.ts';
import type { Aigc } from '#labels/aigc.ts';
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
  /** Pictures of the file, at even distances. */
  stills: Still[];
  sprite: Sprite | null;
  /** A small copy for the editor: 540 lines, a keyframe every half second. */
  proxyPath: string | null;
  /** From where on nothing could be read, in seconds; null when the file is as long as it says. */
  brokenAt: number | null;
  /** Whether parts in between could not be decoded: pictures may be smeared there. */
  hasFlaws: boolean;
  /** Where pictures are broken. */
  damaged: Span[];
};

/** Where the files go, and whether a proxy is among them. */
export type AnalysisOptions = {
  folder: string;
  hasProxy: boolean;
  /** What the proxy says of its origin; null: nothing. */
  label?: Aigc | null;
} & Pick<RunOptions, 'signal' | 'onProgress' | 'timeLimitSeconds'>;

const MEASURED_FPS = 30;
/** Brightness is the same whatever colours a file says it has, and the fast scaler stops at names that it does not know. */
const HOUSE_NAMED = 'setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709';
/** JPEG knows only this matrix; with any other the stills would have colours of their own. */
const JPEG_COLOURS = 'scale=out_color_matrix=bt601:out_range=pc,format=yuvj420p';
const STILL_SIDE = 1280;
/** The shortest film gives this many stills, the longest no more than that. */
const STILLS = { least: 8, most: 1200 };
/** Short films are cut fast, and every shot wants a still of its own. */
const STILL_SECONDS = { short: 0.5, long: 1 };
const STILL_QUALITY = 4;
const SPRITE_SIDE = 160;
const SPRITE_TILES = 100;
const SPRITE_COLUMNS = 10;
const FRAMES_BETWEEN_REPORTS = 15;
/** Nobody waits for the end of a film as long as this, and on one thread a decoder takes a sixth less of a processor. */
const LONG_SECONDS = 300;
const BYTES_PER_SECOND = CHANNELS * SAMPLE_RATE * Float32Array.BYTES_PER_ELEMENT;
const RAW = ['-f', 'rawvideo', '-fps_mode', 'passthrough'];

/** Decodes a file once and measures, pictures and copies it on the way. What can be decoded of a broken file counts. */
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
  const still = createStillMeter();
  const sound = facts.audio.length > 0 ? createSoundMeter() : null;
  const pipes: ((chunk: Buffer) => void)[] = [];
  if (video && picture) {
    let frames = 0;
    const onFrame = (frame: LumaFrame) => {
      picture.add(frame);
      frames += 1;
      if (frames % FRAMES_BETWEEN_REPORTS === 0) options.onProgress?.({ frame: frames, seconds: frames / fps });
    };
    pipes.push(frameCutter(measuredSize(video), onFrame));
    pipes.push(frameCutter({ ...measuredSize(video), depth: 3 }, (frame) => still.add(frame)));
  }
  if (sound) {
    let bytes = 0;
    pipes.push((chunk) => {
      sound.add(chunk);
      bytes += chunk.length;
      if (!video) options.onProgress?.({ frame: 0, seconds: bytes / BYTES_PER_SECOND });
    });
  }

  const plan = planOutputs(facts, fps, options);
  // What was decoded is the progress: ffmpeg's own reports begin with its last output, which is the sprite.
  const { onProgress: _own, ...limits } = options;
  const input = [...(facts.seconds >= LONG_SECONDS ? ['-threads', 1] : []), '-i', path];
  const end = await runFfmpeg(tools, [input, ...plan.args], { ...limits, pipes }).catch((error: unknown) => {
    if (error instanceof FfmpegError && error.kind === 'bad-input') return { stderr: error.details, isBad: true };
    throw error;
  });

  const [pictureFacts, soundFacts] = [picture?.finish() ?? null, sound?.finish() ?? null];
  const isEmpty = video ? pictureFacts?.length === 0 : !soundFacts?.length;
  if (isEmpty) throw new SourceError('unreadable', end.stderr);
  const hasFlaws = 'isBad' in end || isComplaining(end.stderr);
  const { signal } = options;
  return {
    picture: pictureFacts,
    sound: soundFacts,
    stills: video ? await still.finish(options.folder, plan.stillStep) : [],
    sprite: plan.sprite,
    proxyPath: plan.proxyPath && (await finishProxy(plan.proxyPath, { isWhole: !('isBad' in end) })),
    brokenAt: facts.isStill ? null : brokenAt(facts, pictureFacts?.length ?? soundFacts?.length ?? 0),
    hasFlaws,
    damaged: hasFlaws && video && !facts.isStill ? await findDamage(tools, path, signal ? { signal } : {}) : [],
  };
}

/** A picture may end a little before its sound does, and headers round. */
function brokenAt({ video, seconds }: MediaFacts, length: number): number | null {
  const promised = video?.seconds || seconds;
  return length < promised - Math.max(0.5, promised * 0.03) ? length : null;
}

type Outputs = { args: Args; stillStep: number; sprite: Sprite | null; proxyPath: string | null };

function planOutputs(facts: MediaFacts, fps: number, { folder, hasProxy, label = null }: AnalysisOptions): Outputs {
  const { video } = facts;
  const soundPipe: Args =
    facts.audio.length > 0
      ? [['-map', '0:a:0', '-ac', CHANNELS, '-ar', SAMPLE_RATE, '-f', 'f32le', `pipe:${video ? 6 : 4}`]]
      : [];
  if (!video) return { args: soundPipe, stillStep: 1, sprite: null, proxyPath: null };

  const seconds = Math.max(facts.seconds, 0.04);
  const stillStep = Math.max(
    Math.min(STILL_SECONDS.short, seconds / STILLS.least),
    Math.min(STILL_SECONDS.long, seconds / 60),
    seconds / STILLS.most,
    0.04,
  );
  const sprite = planSprite(video, seconds, join(folder, 'sprite.jpg'));
  const isProxied = hasProxy && !facts.isStill;
  const { width, height } = measuredSize(video);
  const chains = [
    `[0:V:0]${[...readingFilters(video), ''].join(',')}split=2[all][some]`,
    // Frames are dropped before they are scaled. What is small is made of what is half small: scaling costs by what it reads.
    `[all]fps=${decimal(fps)},${isProxied ? `${proxyScale(video)},split=3[copy]` : 'split=2'}[measure][tile]`,
    `[measure]${isPlain(video) ? `${HOUSE_NAMED},zscale=${width}:${height}:filter=bilinear` : `scale=${width}:${height}:flags=bilinear`},format=gray[measured]`,
    `[tile]${every(sprite.stepSeconds)},scale=${sprite.width}:${sprite.height}:flags=bilinear,${standard(video)},tile=${sprite.columns}x${sprite.rows},${JPEG_COLOURS}[sprite]`,
    ...stillChains(video, `[some]${every(stillStep)},`),
    ...(isProxied ? [`[copy]${proxied(video)},${HOUSE_COLOURS}[proxy]`] : []),
  ];
  const proxyPath = isProxied ? join(folder, 'proxy.mp4') : null;
  return {
    args: [
      // Decoder and encoder fill the cores; slices of pictures this small only wait for one another.
      ['-filter_complex_threads', 1, '-filter_complex', chains.join(';')],
      ['-map', '[measured]', ...RAW, '-pix_fmt', 'gray', 'pipe:4'],
      // A film that is far longer than its header says would fill the disk with stills.
      ['-map', '[coloured]', ...RAW, '-pix_fmt', 'rgb24', '-frames:v', STILLS.most, 'pipe:5'],
      ...soundPipe,
      ['-map', '[stills]', '-q:v', STILL_QUALITY, '-fps_mode', 'passthrough', '-frames:v', STILLS.most],
      ['-f', 'image2', join(folder, 'still-%04d.jpg')],
      ['-map', '[sprite]', '-q:v', 5, '-frames:v', 1, '-f', 'image2', '-update', 1, sprite.path],
      ...(proxyPath ? proxyArgs(facts, fps, label, `${proxyPath}.part`) : []),
    ],
    stillStep,
    sprite,
    proxyPath,
  };
}

/**
 * Whether the fast scaler takes every frame of a film: it wants even sizes, which only these codecs always have. Its pictures
 * are those of the other one, at half of the cost or less: each frame is read for this.
 */
function isPlain({ codec, pixelFormat, hdr, isInterlaced }: VideoFacts): boolean {
  return (codec === 'h264' || codec === 'hevc') && pixelFormat === 'yuv420p' && hdr === 'none' && !isInterlaced;
}

/**
 * A picture each so many seconds, the first at the beginning: one that begins a moment after the sound would be the second,
 * and a film shorter than that would have none.
 */
function every(seconds: number): string {
  return `fps=1/${decimal(seconds)}:round=up:start_time=0`;
}

/** A picture for eyes and models, `[stills]`, and the same in small to be measured, `[coloured]`. */
function stillChains(video: VideoFacts, source: string): string[] {
  const { width, height } = measuredSize(video);
  return [
    `${source}${shrink(video, STILL_SIDE)},split=2[large][small]`,
    `[large]${JPEG_COLOURS}[stills]`,
    `[small]scale=${width}:${height}:flags=bilinear,format=rgb24[coloured]`,
  ];
}

/** The picture of one moment, or null when there is none: decoded from the keyframe before it. */
export async function takeStill(
  tools: Tools,
  source: { path: string; facts: MediaFacts },
  seconds: number,
  { folder, signal }: Pick<AnalysisOptions, 'folder' | 'signal'>,
): Promise<Still | null> {
  const { video } = source.facts;
  if (!video) return null;
  await mkdir(folder, { recursive: true });
  const still = createStillMeter();
  const pipe = frameCutter({ ...measuredSize(video), depth: 3 }, (frame) => still.add(frame));
  const chains = stillChains(video, `[0:V:0]${[...readingFilters(video), ''].join(',')}`);
  const one = ['-frames:v', 1];
  await runFfmpeg(
    tools,
    [
      ['-ss', decimal(Math.max(0, seconds)), '-i', source.path],
      ['-filter_complex', chains.join(';')],
      ['-map', '[coloured]', ...one, '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:4'],
      ['-map', '[stills]', ...one, '-q:v', STILL_QUALITY, '-f', 'image2', join(folder, 'still-%04d.jpg')],
    ],
    { pipes: [pipe], ...(signal && { signal }) },
  ).catch((error: unknown) => {
    if (!(error instanceof FfmpegError && error.kind === 'bad-input')) throw error;
  });
  const [taken] = await still.finish(folder, 0);
  return taken ? { ...taken, seconds } : null;
}

function planSprite(video: VideoFacts, seconds: number, path: string): Sprite {
  const stepSeconds = Math.max(seconds < SPRITE_TILES ? 1 : seconds / SPRITE_TILES, 0.04);
  const count = Math.max(1, Math.ceil(seconds / stepSeconds));
  const columns = Math.min(SPRITE_COLUMNS, count);
  const { width, height } = limited(video, SPRITE_SIDE);
  return { path, columns, rows: Math.ceil(count / columns), width, height, stepSeconds };
}

/** A run that ended badly may have left a proxy without its index. */
async function finishProxy(path: string, { isWhole }: { isWhole: boolean }): Promise<string | null> {
  if (!isWhole) {
    await rm(`${path}.part`, { force: true });
    return null;
  }
  await rename(`${path}.part`, path);
  return path;
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
  const convert = hdr === 'none' ? [`scale=${STANDARD}`] : toneMapFilters(hdr);
  return ['setsar=1', ...convert, 'format=yuv420p'].join(',');
}
