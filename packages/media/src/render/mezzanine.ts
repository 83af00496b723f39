import { rename, rm } from 'node:fs/promises';
import { BARE } from '#ffmpeg/bare.ts';
import { FfmpegError, SourceError } from '#ffmpeg/errors.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import type { MediaFacts, VideoFacts } from '#ffmpeg/probe.ts';
import { runFfmpeg, type Args, type RunOptions } from '#ffmpeg/run.ts';
import { AIGC_KEY, aigcArgs, readAigc } from '#labels/aigc.ts';
import { HOUSE_COLOURS, readingFilters } from '#render/colours.ts';
import { keyOf } from '#render/key.ts';
import { toneMapFilters } from '#render/tone-map.ts';

/** The short side of a mezzanine: what the largest canvas on offer shows of it. */
const SHORT_SIDE = 1080;
/** Beyond this, scaling down once is cheaper than decoding all of it for every piece. */
const LARGE = 1.3;
const CRF = 16;

/** Beyond this, a camera's H.264 takes more than twice the time of the mezzanine: its arithmetic coding costs by the bit. */
const HEAVY_BITS_PER_SECOND = 8e6;

/**
 * Whether a mezzanine would pay: pieces are cut from a source again and again, and each time it is decoded from the
 * keyframe before. Light H.264 of the size of the canvas is as cheap as the mezzanine itself; everything else is not.
 */
export function wantsMezzanine({ video, isStill, bytes, seconds }: MediaFacts): boolean {
  if (!video || isStill) return false;
  const isLarge = Math.min(video.width, video.height) > SHORT_SIDE * LARGE;
  const isHeavy = (bytes * 8) / Math.max(seconds, 0.04) > HEAVY_BITS_PER_SECOND;
  return (
    isLarge || isHeavy || video.hdr !== 'none' || video.isInterlaced || video.bitDepth > 8 || video.codec !== 'h264'
  );
}

/** The hash that names a mezzanine: it follows from the hash of its source. */
export function mezzanineHash(sourceHash: string): string {
  return keyOf('mezzanine', { source: sourceHash, shortSide: SHORT_SIDE, crf: CRF });
}

/** Writes a copy that is cheap to cut: upright, standard colours, at most 1080 lines, a keyframe twice a second. */
export async function renderMezzanine(
  tools: Tools,
  source: { path: string; facts: MediaFacts },
  path: string,
  options: RunOptions = {},
): Promise<void> {
  const { video, audio } = source.facts;
  if (!video) throw new SourceError('no-video', source.path);
  const label = readAigc(source.facts.tags[AIGC_KEY] ?? '');
  const half = `${path}.${process.pid}.part`;
  const args: Args = [
    ['-i', source.path],
    ['-map', '0:V:0', '-vf', mezzanineFilters(video).join(',')],
    [
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-tune',
      'fastdecode',
      '-crf',
      CRF,
      '-g',
      Math.max(1, Math.round(video.fps / 2)),
    ],
    // Frames keep their own times: a variable rate stays what it was.
    ['-fps_mode', 'passthrough', '-video_track_timescale', 90_000],
    ...(audio.length > 0 ? [['-map', '0:a:0', '-c:a', 'aac', '-aac_coder', 'fast', '-b:a', '256k', '-ac', 2]] : []),
    BARE,
    ...(label ? aigcArgs(label) : []),
    ['-f', 'mp4', half],
  ];
  try {
    await runFfmpeg(tools, args, options);
    await rename(half, path);
  } catch (error) {
    await rm(half, { force: true });
    if (error instanceof FfmpegError && error.kind === 'bad-input') throw new SourceError('unreadable', error.details);
    throw error;
  }
}

function mezzanineFilters(video: VideoFacts): string[] {
  const { width, height, hdr, isInterlaced } = video;
  const factor = Math.min(1, SHORT_SIDE / Math.min(width, height));
  const even = (value: number) => Math.max(2, 2 * Math.round((value * factor) / 2));
  const colours = hdr === 'none' ? ':out_color_matrix=bt709:out_range=tv' : '';
  return [
    ...readingFilters(video),
    ...(isInterlaced ? ['bwdif=mode=send_frame'] : []),
    `scale=${even(width)}:${even(height)}:flags=bicubic${colours}`,
    'setsar=1',
    ...toneMapFilters(hdr),
    'format=yuv420p',
    HOUSE_COLOURS,
  ];
}
