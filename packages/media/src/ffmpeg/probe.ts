import { stat } from 'node:fs/promises';
import { FfmpegError, SourceError } from '#ffmpeg/errors.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import { runProgram } from '#ffmpeg/run.ts';
import { AIGC_KEY } from '#labels/aigc.ts';

/** The picture of a file, as it is shown: rotation and pixel shape applied. */
export type VideoFacts = {
  codec: string;
  /** Size as stored. */
  codedWidth: number;
  codedHeight: number;
  /** Size as shown, after pixel aspect ratio and rotation. */
  width: number;
  height: number;
  /** Clockwise turn a player applies: 0, 90, 180 or 270. */
  rotation: number;
  /** Width of a pixel divided by its height. */
  pixelAspect: number;
  /** Mean frames per second. */
  fps: number;
  isVariableRate: boolean;
  frames: number;
  /** True when every packet was counted, false when the number is the header's or an estimate. */
  isFrameCountReal: boolean;
  bitDepth: number;
  pixelFormat: string;
  hdr: 'none' | 'pq' | 'hlg';
  /** How to read the colours of a file that does not say: large pictures as HD, small ones as TV. Null when it says. */
  guessedMatrix: 'bt709' | 'smpte170m' | null;
  /** When the first picture is shown, counted from the start of the file. */
  startSeconds: number;
  seconds: number;
  hasAlpha: boolean;
  isInterlaced: boolean;
};

/** One sound track of a file. */
export type AudioFacts = {
  codec: string;
  sampleRate: number;
  channels: number;
  language: string;
  startSeconds: number;
  seconds: number;
};

/** What is in a file. A still picture has `video` with one frame and no length. */
export type MediaFacts = {
  format: string;
  bytes: number;
  seconds: number;
  isStill: boolean;
  video: VideoFacts | null;
  audio: AudioFacts[];
  /** The file's own tags, such as `title` or `AIGC`. */
  tags: Record<string, string>;
};

/** A picture beyond this many pixels a side is refused: decoding it would need gigabytes. */
export const MAX_SIDE = 8192;
const PROBE_SECONDS = 120;
const HD_PIXELS = 1280 * 720;

/** Reads the facts of a file; throws `SourceError` for what is no usable media. With `countFrames` every packet is read. */
export async function probe(
  tools: Tools,
  path: string,
  { countFrames = false, signal }: { countFrames?: boolean; signal?: AbortSignal } = {},
): Promise<MediaFacts> {
  const file = await stat(path).catch(() => undefined);
  if (!file) throw new SourceError('missing', path);
  if (file.size === 0) throw new SourceError('empty', path);

  const args = [
    '-v',
    'error',
    '-of',
    'json',
    '-show_format',
    '-show_streams',
    ...(countFrames ? ['-count_packets'] : []),
  ];
  const { stdout } = await runProgram(tools.ffprobePath, [...args, '-i', path], {
    timeLimitSeconds: PROBE_SECONDS,
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (error instanceof FfmpegError && error.kind !== 'timeout') throw new SourceError('unreadable', error.details);
    throw error;
  });
  const facts = toFacts(JSON.parse(stdout) as Answer, file.size);
  return facts.isStill && facts.video ? { ...facts, video: await turnedByCamera(tools, path, facts.video) } : facts;
}

/** Photos keep their rotation in EXIF, which shows only in the decoded frame. */
async function turnedByCamera(tools: Tools, path: string, video: VideoFacts): Promise<VideoFacts> {
  const args = ['-v', 'error', '-of', 'json', '-select_streams', 'v:0', '-show_frames', '-read_intervals', '%+#1'];
  const { stdout } = await runProgram(tools.ffprobePath, [...args, '-i', path], { timeLimitSeconds: PROBE_SECONDS });
  const { frames = [] } = JSON.parse(stdout) as { frames?: { side_data_list?: Fields[] }[] };
  const matrix = frames[0]?.side_data_list?.find(({ rotation }) => rotation !== undefined);
  const rotation = quarterTurns(-number(matrix?.['rotation']));
  if (rotation % 180 === 0) return { ...video, rotation };
  return { ...video, rotation, width: video.height, height: video.width };
}

type Fields = { [key: string]: string | number | undefined };
type Stream = {
  fields: Fields;
  disposition: Record<string, number>;
  tags: Record<string, string>;
  /** Counter-clockwise angle of the display matrix, where there is one. */
  matrixAngle: number | undefined;
};
type Answer = {
  format?: Fields;
  streams?: { disposition?: Record<string, number>; tags?: Record<string, string>; side_data_list?: Fields[] }[];
};

function toFacts(answer: Answer, bytes: number): MediaFacts {
  const format = answer.format ?? {};
  const streams = (answer.streams ?? []).map(toStream);
  // Ogg keeps the tags of a file with its stream.
  const label = streams.map(({ tags: own }) => own[AIGC_KEY]).find((text) => text !== undefined);
  const told = shortTags((answer.format as { tags?: Record<string, string> } | undefined)?.tags);
  const tags = label === undefined ? told : { [AIGC_KEY]: label, ...told };
  // A cover picture inside an audio file is a video stream too, but nobody films with it.
  const picture = streams.find(
    ({ fields, disposition }) => fields['codec_type'] === 'video' && !disposition['attached_pic'],
  );
  const sounds = streams.filter(({ fields }) => fields['codec_type'] === 'audio' && number(fields['channels']) > 0);
  const name = String(format['format_name'] ?? '');
  const isStill = /_pipe$|^image2|^(gif|apng|webp)/.test(name) && number(picture?.fields['nb_frames']) <= 1;
  const fileStart = number(format['start_time']);
  const seconds = isStill ? 0 : number(format['duration']);
  const video = picture ? videoFacts(picture, { seconds, fileStart, isStill }) : null;
  if (!video && sounds.length === 0) throw new SourceError('unreadable', 'no stream of picture or sound');

  const audio = sounds.map(({ fields, tags: own }) => ({
    codec: String(fields['codec_name'] ?? ''),
    sampleRate: number(fields['sample_rate']),
    channels: number(fields['channels']),
    language: own['language'] ?? '',
    startSeconds: number(fields['start_time']) - fileStart,
    seconds: number(fields['duration']) || seconds,
  }));
  const longest = Math.max(0, video?.seconds ?? 0, ...audio.map((track) => track.seconds));
  return { format: name, bytes, seconds: seconds || longest, isStill, video, audio, tags };
}

const TAGS_MOST = 100;
const TAG_CHARACTERS_MOST = 4000;

/** These are kept with every material: a book in a tag is left out. */
function shortTags(tags: Record<string, string> = {}): Record<string, string> {
  const short = Object.entries(tags).filter(([key, value]) => key.length + value.length <= TAG_CHARACTERS_MOST);
  return Object.fromEntries(short.slice(0, TAGS_MOST));
}

function toStream({
  disposition = {},
  tags = {},
  side_data_list = [],
  ...fields
}: NonNullable<Answer['streams']>[number]): Stream {
  const matrix = side_data_list.find(({ rotation }) => rotation !== undefined);
  return { fields, disposition, tags, matrixAngle: matrix && number(matrix['rotation']) };
}

type Around = { seconds: number; fileStart: number; isStill: boolean };

function videoFacts(stream: Stream, { seconds, fileStart, isStill }: Around): VideoFacts {
  const { fields } = stream;
  const [codedWidth, codedHeight] = [number(fields['width']), number(fields['height'])];
  if (codedWidth <= 0 || codedHeight <= 0) throw new SourceError('unreadable', 'the picture has no size');
  if (Math.max(codedWidth, codedHeight) > MAX_SIDE) throw new SourceError('too-large', `${codedWidth}×${codedHeight}`);

  const rotation = rotationOf(stream);
  const pixelAspect = ratio(fields['sample_aspect_ratio'], ':') || 1;
  const shown = [Math.round(codedWidth * pixelAspect), codedHeight] as const;
  const [width, height] = rotation % 180 === 0 ? shown : [shown[1], shown[0]];

  const length = isStill ? 0 : number(fields['duration']) || seconds;
  const mean = ratio(fields['avg_frame_rate'], '/');
  const base = ratio(fields['r_frame_rate'], '/');
  const counted = number(fields['nb_read_packets']);
  const told = number(fields['nb_frames']);
  const pixelFormat = String(fields['pix_fmt'] ?? '');
  const transfer = fields['color_transfer'];

  return {
    codec: String(fields['codec_name'] ?? ''),
    codedWidth,
    codedHeight,
    width,
    height,
    rotation,
    pixelAspect,
    fps: mean || base || (isStill ? 0 : 25),
    // Containers with millisecond clocks round 29.97 fps enough to make the two differ by a little.
    isVariableRate: !isStill && mean > 0 && Math.abs(base - mean) / mean > 0.005,
    frames: isStill ? 1 : counted || told || Math.round(length * (mean || base)),
    isFrameCountReal: isStill || counted > 0,
    bitDepth: number(fields['bits_per_raw_sample']) || (/1[02](le|be)/.test(pixelFormat) ? 10 : 8),
    pixelFormat,
    hdr: transfer === 'smpte2084' ? 'pq' : transfer === 'arib-std-b67' ? 'hlg' : 'none',
    guessedMatrix: guessMatrix(stream, isStill),
    startSeconds: number(fields['start_time']) - fileStart,
    seconds: length,
    hasAlpha: /^(yuva|rgba|bgra|argb|abgr|gbrap|ya)/.test(pixelFormat),
    isInterlaced: ['tt', 'bb', 'tb', 'bt'].includes(String(fields['field_order'])),
  };
}

/** As browsers guess. ffmpeg takes every silent file for TV, and HD films come out with other colours than people saw. */
function guessMatrix({ fields }: Stream, isStill: boolean): VideoFacts['guessedMatrix'] {
  const isTold = !['', 'unknown', 'reserved'].includes(String(fields['color_space'] ?? ''));
  if (isTold || !/^(yuv|nv|p0|uyvy)/.test(String(fields['pix_fmt']))) return null;
  const isLarge = number(fields['width']) * number(fields['height']) >= HD_PIXELS;
  return isLarge && !isStill ? 'bt709' : 'smpte170m';
}

/** ffprobe gives the counter-clockwise angle of the display matrix, older files a clockwise `rotate` tag. */
function rotationOf({ matrixAngle, tags }: Stream): number {
  return quarterTurns(matrixAngle === undefined ? number(tags['rotate']) : -matrixAngle);
}

function quarterTurns(clockwise: number): number {
  return (((Math.round(clockwise / 90) * 90) % 360) + 360) % 360;
}

function number(value: string | number | undefined): number {
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : 0;
}

function ratio(value: string | number | undefined, separator: string): number {
  const [top, bottom] = String(value ?? '')
    .split(separator)
    .map(Number);
  return top && bottom ? top / bottom : 0;
}
