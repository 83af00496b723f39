import { BARE } from '#ffmpeg/bare.ts';
import { SourceError } from '#ffmpeg/errors.ts';
import { decimal } from '#ffmpeg/filter.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import type { MediaFacts, VideoFacts } from '#ffmpeg/probe.ts';
import { type Args, runFfmpeg, type RunOptions } from '#ffmpeg/run.ts';
import { type Aigc, aigcArgs } from '#labels/aigc.ts';
import { HOUSE_COLOURS, readingFilters } from '#render/colours.ts';
import { toneMapFilters } from '#render/tone-map.ts';

const PROXY_SIDE = 540;
const PROXY_FPS = 30;
export const STANDARD = 'out_color_matrix=bt709:out_range=tv';

/** A small copy of a film by itself, as an analysis makes one on the way. */
export async function renderProxy(
  tools: Tools,
  source: { path: string; facts: MediaFacts },
  { path, label, ...options }: { path: string; label: Aigc | null } & Pick<RunOptions, 'signal' | 'onProgress'>,
): Promise<void> {
  const { video } = source.facts;
  if (!video) throw new SourceError('no-video');
  const fps = Math.min(PROXY_FPS, video.fps || PROXY_FPS);
  const filters = [...readingFilters(video), `fps=${decimal(fps)}`, proxyScale(video), proxied(video), HOUSE_COLOURS];
  await runFfmpeg(
    tools,
    [
      ['-i', source.path, '-filter_complex', `[0:V:0]${filters.join(',')}[proxy]`],
      ...proxyArgs(source.facts, fps, label, path),
    ],
    options,
  );
}

export function proxyArgs(facts: MediaFacts, fps: number, label: Aigc | null, path: string): Args {
  const { audio } = facts;
  return [
    ['-map', '[proxy]', ...(audio.length > 0 ? ['-map', '0:a:0'] : [])],
    // One fixed step for all: to keep a quality, x264 first looks at every frame in small, a third of the whole work.
    ['-c:v', 'libx264', '-preset', 'superfast', '-qp', 27, '-bf', 0, '-g', Math.max(1, Math.round(fps / 2))],
    // With a keyframe every half second there is nothing to look ahead for; at this size nobody sees the finer search.
    ['-x264-params', 'aq-mode=0:rc-lookahead=0:mbtree=0:scenecut=0:weightp=0:subme=0:partitions=none:8x8dct=0'],
    hasPlainSound(facts) ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-aac_coder', 'fast', '-b:a', '96k', '-ac', 2],
    [...BARE, '-movflags', '+faststart'],
    // A small copy of AI content is AI content.
    ...(label ? aigcArgs(label) : []),
    ['-f', 'mp4', path],
  ];
}

/** Sound that plays everywhere as it is: what phones and editors write. Elsewhere AAC comes in forms that MP4 refuses. */
function hasPlainSound({ format, audio: [sound] }: MediaFacts): boolean {
  if (!sound || !format.includes('mp4')) return false;
  return sound.codec === 'aac' && sound.channels <= 2 && sound.sampleRate <= 48_000 && sound.startSeconds < 0.1;
}

export function proxyScale({ width, height, hdr }: VideoFacts): string {
  const factor = Math.min(1, PROXY_SIDE / Math.min(width, height));
  const even = (value: number) => Math.max(2, 2 * Math.round((value * factor) / 2));
  return `scale=${even(width)}:${even(height)}:flags=bilinear${hdr === 'none' ? `:${STANDARD}` : ''}`;
}

/** The same for the proxy, whose scaling has converted the colours already: a second pass over every frame shows. */
export function proxied({ hdr }: VideoFacts): string {
  return ['setsar=1', ...toneMapFilters(hdr), 'format=yuv420p'].join(',');
}
