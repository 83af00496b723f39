import { join } from 'node:path';
import type { Rect, Size } from '#clean/mark.ts';
import type { FilmFrames, Segment } from '#clean/segments.ts';
import { BARE } from '#ffmpeg/bare.ts';
import { decimal } from '#ffmpeg/filter.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import type { MediaFacts, VideoFacts } from '#ffmpeg/probe.ts';
import { type Args, runFfmpeg } from '#ffmpeg/run.ts';
import type { Keepable } from '#patch/keep.ts';
import type { Area } from '#render/canvas.ts';
import { HOUSE_COLOURS } from '#render/colours.ts';
import { toneMapFilters } from '#render/tone-map.ts';

export type PatchQuality = 'fast' | 'standard' | 'fine' | 'lossless';
/** A part of the picture for some frames, from the first to before the last. */
export type Cutting = { first: number; last: number; region: Rect };
/** Raw frames (yuv420p) that are laid over the film from a frame on. */
export type Patch = { from: number; patch: Rect; path: string };
type Source = { path: string; facts: MediaFacts };

/** x264 by quality: at 12 nobody finds the difference, at 18 somebody who looks for it may. */
const ENCODERS: Record<PatchQuality, { preset: string; crf: number }> = {
  fast: { preset: 'veryfast', crf: 18 },
  standard: { preset: 'faster', crf: 16 },
  fine: { preset: 'medium', crf: 12 },
  lossless: { preset: 'ultrafast', crf: 0 },
};
/** From as it is shown to as it is stored, by how much players turn it. */
const TURNED_BACK: Record<number, string> = { 90: ',transpose=cclock', 180: ',hflip,vflip', 270: ',transpose=clock' };
/** A decoder is set going so long before the first frame that counts. */
const LEAD_SECONDS = 2;

/** A film in numbers of frames; `cuts` are in seconds. */
export function framesOf(video: VideoFacts, cuts: number[]): FilmFrames {
  const fps = Number(decimal(video.fps));
  const first = Math.round(video.startSeconds * fps);
  return {
    picture: evenSize(video),
    fps,
    first,
    last: first + Math.max(1, Math.round(video.seconds * fps)),
    cuts: cuts.map((cut) => Math.round(cut * fps)).filter((cut) => cut > first),
  };
}

function evenSize({ width, height }: Size): Size {
  return { width: 2 * Math.floor(width / 2), height: 2 * Math.floor(height / 2) };
}

export function segmentPath(folder: string, n: number): string {
  return join(folder, `segment-${String(n).padStart(4, '0')}.mp4`);
}

/** The film as numbered frames: the same ones whichever frame is begun with. */
function reading(path: string, video: VideoFacts, film: FilmFrames, first: number): { args: Args; filters: string } {
  const seek = Math.max(0, Math.floor(first / film.fps) - LEAD_SECONDS);
  const { width, height } = video;
  const [even, isSquare] = [film.picture, video.pixelAspect === 1];
  const filters = [
    ...(video.isInterlaced ? ['bwdif=mode=send_frame'] : []),
    ...(isSquare ? [] : [`scale=${width}:${height}:flags=bicubic`, 'setsar=1']),
    ...(video.hdr === 'none' ? [] : [...toneMapFilters(video.hdr), HOUSE_COLOURS]),
    'format=yuv420p|yuvj420p',
    ...fitting(video, even),
    `setpts=PTS+${seek}/TB`,
    `fps=${decimal(film.fps)}`,
  ];
  return { args: [[...(seek > 0 ? ['-ss', seek] : []), '-i', path]], filters: filters.join(',') };
}

/** A line or column too many is cut off; what is wanted smaller is made so. */
function fitting({ width, height }: Size, wanted: Size): string[] {
  const [wide, tall] = [width - wanted.width, height - wanted.height];
  if (wide === 0 && tall === 0) return [];
  const size = `${wanted.width}:${wanted.height}`;
  return [wide > 1 || tall > 1 ? `scale=${size}:flags=bicubic` : `crop=${size}:0:0`];
}

/** Parts of the film as raw frames, each in a file of its own. */
export async function extractParts(
  tools: Tools,
  path: string,
  video: VideoFacts,
  film: FilmFrames,
  groups: Cutting[],
  raws: string[],
  signal: AbortSignal,
): Promise<void> {
  const first = Math.min(...groups.map((group) => group.first));
  const last = Math.max(...groups.map((group) => group.last));
  const { args, filters } = reading(path, video, film, first);
  const pads = groups.map((_, n) => `[s${n}]`).join('');
  const cut = groups.map(({ first: from, last: to, region: { x, y, width, height } }, n) => {
    return `[s${n}]trim=start_pts=${from}:end_pts=${to},crop=${width}:${height}:${x}:${y}[o${n}]`;
  });
  const graph = [`[0:V:0]${filters},trim=end_pts=${last},split=${groups.length}${pads}`, ...cut].join(';');
  const outputs = raws.map((raw, n) => ['-map', `[o${n}]`, '-f', 'rawvideo', '-fps_mode', 'passthrough', raw]);
  await runFfmpeg(tools, [...args, ['-filter_complex', graph], ...outputs], { signal });
}

export type Laying = {
  source: Source;
  video: VideoFacts;
  film: FilmFrames;
  segment: Segment;
  isLast: boolean;
  /** What is kept of the picture, drawn as large as it was; null: all. */
  crop: Area | null;
  quality: PatchQuality;
  /** What it is to stand beside: turned as that is stored, its parameters under a number of their own. */
  beside: Pick<Keepable, 'rotation' | 'setId'> | null;
  /** Words of ffmpeg that draw over the whole picture, and what they read. */
  drawn?: { video: string; reads: string[]; folder: string } | null;
  out: string;
};

/** A segment of the film with patches over it. Every other pixel goes to the encoder as it came from the decoder. */
export async function encodeSegment(
  tools: Tools,
  { source, video, film, segment, isLast, crop, quality, beside, drawn, out }: Laying,
  patches: Patch[],
  signal: AbortSignal,
): Promise<void> {
  const rate = decimal(film.fps);
  const { args, filters } = reading(source.path, video, film, segment.first);
  const end = isLast ? '' : `:end_pts=${segment.last}`;
  const range = video.hdr === 'none' && video.pixelFormat.startsWith('yuvj') ? 'pc' : 'tv';
  const inputs = patches.map(({ patch, path }) => [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'yuv420p',
    '-s',
    `${patch.width}x${patch.height}`,
    '-framerate',
    rate,
    '-i',
    path,
  ]);
  const laid = patches.map(({ patch, from }, at) => {
    const late = from - segment.first;
    const before = at === 0 ? '[all]' : `[l${at - 1}]`;
    const held = `[${at + 1}:v]setparams=range=${range},setpts=PTS+${late}/FRAME_RATE/TB[p${at}]`;
    return `${held};${before}[p${at}]overlay=x=${patch.x}:y=${patch.y}:format=yuv420:eof_action=pass[l${at}]`;
  });
  const { width, height } = film.picture;
  const kept = crop && {
    width: 2 * Math.round((crop.width * width) / 2),
    height: 2 * Math.round((crop.height * height) / 2),
    x: 2 * Math.floor((crop.x * width) / 2),
    y: 2 * Math.floor((crop.y * height) / 2),
  };
  const whole = kept
    ? `crop=${kept.width}:${kept.height}:${kept.x}:${kept.y},scale=${width}:${height}:flags=lanczos`
    : (drawn?.video ?? 'null');
  const graph = [
    `[0:V:0]${filters},trim=start_pts=${segment.first}${end},setpts=PTS-STARTPTS[all]`,
    ...laid,
    `${patches.length === 0 ? '[all]' : `[l${patches.length - 1}]`}${whole}${TURNED_BACK[beside?.rotation ?? 0] ?? ''},format=yuv420p|yuvj420p[out]`,
  ].join(';');
  const { preset, crf } = ENCODERS[quality];
  await runFfmpeg(
    tools,
    [
      ...args,
      ...inputs,
      ['-filter_complex', graph, '-map', '[out]', '-fps_mode', 'passthrough'],
      ['-c:v', 'libx264', '-preset', preset, '-crf', crf, '-bf', 0, '-g', Math.max(1, Math.round(film.fps * 2))],
      // Segments are joined: their headers must be alike whatever they show.
      ['-x264-params', `stitchable=1:open-gop=0${beside ? `:sps-id=${beside.setId}` : ''}`],
      ['-video_track_timescale', 90_000],
      [...BARE, '-f', 'mp4', out],
    ],
    { signal, ...(drawn && { folder: drawn.folder, reads: drawn.reads }) },
  );
}
