import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, IMAGE_PIXELS_MAX, type Material, VIDEO_SECONDS_MAX } from '@mixreel/contract';
import {
  type Aigc,
  analyse,
  type Analysis,
  bestStill,
  describeStretch,
  FfmpegError,
  labelPicture,
  type MediaFacts,
  probe,
  runFfmpeg,
  SourceError,
  type Still,
  type StretchFacts,
  takeStill,
} from '@mixreel/media';
import type { App } from '#context.ts';
import type { Marks, MeasuredStill, Span } from '#features/material/material.tables.ts';
import { marksOf, NO_MARKS, shareOf } from './marks.ts';
import { type PlannedShot, planShots, shotsBetween } from './plan-shots.ts';
import { rateQuality } from './rate-quality.ts';
import { readLabel } from './read-label.ts';

export type MeasuredShot = PlannedShot & {
  still: Pick<Still, 'path' | 'colours' | 'hash'> | null;
  facts: StretchFacts | null;
  quality: number | null;
};

/** What one look through a file told, and the files it left in the folder. */
export type Measured = {
  facts: MediaFacts;
  /** What the file says of its origin. */
  label: Aigc | null;
  duration: number;
  marks: Marks;
  loudness: number | null;
  peaks: number[] | null;
  shots: MeasuredShot[];
  stills: MeasuredStill[];
  coverPath: string | null;
  sprite: Analysis['sprite'];
  proxyPath: string | null;
  /** Whether the file itself is what pages play. */
  isOwnPreview: boolean;
  /** What is wrong with the part that could not be used, in words. */
  damage: string | null;
};

type Asked = {
  path: string;
  folder: string;
  material_type: Material['material_type'];
  content_type: string;
  /** What is said of a file that says nothing itself. */
  labelOf(found: Aigc | null): Aigc | null;
  /** Where a person wants the cuts to be. */
  cuts_ms: number[] | null;
  /** The small copy, half of the work, is left for later. */
  isHurried?: boolean;
  signal: AbortSignal;
  onProgress(done: number): void;
};

const COVER_SIDE = 640;
const TIME_LIMIT_S = 6 * 3600;
/** Less than this cannot be a film: a header that says so does not say the truth. */
const LEAST_BITS_PER_SECOND = 16_000;

/** Looks through a file once. Throws a refusal in words when nothing of it can be used. */
export async function measureFile({ tools }: Pick<App, 'tools'>, asked: Asked): Promise<Measured> {
  const { path, signal } = asked;
  try {
    const facts = await probe(tools, path, { signal });
    requireUsable(facts, asked);
    const isOwnPreview = playsEverywhere(facts, asked.content_type);
    const label = await readLabel(path, facts);
    const copied = { hasProxy: !isOwnPreview && !asked.isHurried, label: asked.labelOf(label) };
    const look = (known: MediaFacts) => analyseWithin({ tools }, asked, known, copied);
    const first = await look(facts);
    const truth = await findTruth({ tools }, asked, facts, first);
    // Pictures were taken at distances that fit the length of the header; a short film looks through again in no time.
    const isLie = truth !== facts && truth.seconds < facts.seconds / 2;
    const measured = await describe({ tools }, asked, truth, isLie ? await look(truth) : first, isOwnPreview);
    if (copied.label) await labelPictures(measured, copied.label);
    return { ...measured, label };
  } catch (error) {
    throw signal.aborted ? error : toRefusal(error, asked.material_type);
  }
}

function requireUsable(facts: MediaFacts, { material_type }: Asked): void {
  const { video, audio, isStill, seconds, bytes } = facts;
  if (material_type === 'video') {
    if (!video) throw new AppError('invalid', '文件里没有画面，只有声音；请改成音频格式后作为音频上传');
    if (isStill) throw new AppError('invalid', '文件是一张图片，不是视频；请作为图片上传');
  }
  if (material_type === 'audio' && audio.length === 0) throw new SourceError('no-audio');
  if (material_type === 'image' || material_type === 'ai_image') requirePicture(facts);
  if (seconds > VIDEO_SECONDS_MAX && (bytes * 8) / seconds >= LEAST_BITS_PER_SECOND) throw tooLong();
}

function requirePicture({ video, isStill, format, audio }: MediaFacts): void {
  if (!video) throw new SourceError('no-video');
  if (!isStill && (audio.length > 0 || !/gif|webp|apng|png/.test(format))) {
    throw new AppError('invalid', '文件是视频，不是图片；请作为视频上传');
  }
  // A few kilobytes can unpack to gigabytes.
  if (video.codedWidth * video.codedHeight > IMAGE_PIXELS_MAX) {
    throw new AppError('too_large', `图片超过 ${IMAGE_PIXELS_MAX / 10_000} 万像素，请缩小后重新上传`);
  }
}

function tooLong(): AppError {
  return new AppError('too_large', `时长超过 ${VIDEO_SECONDS_MAX / 3600} 小时，请剪短后重新上传`);
}

/** Small H.264 in an MP4 plays in every browser as it is; a copy would only be worse. */
function playsEverywhere({ video, audio, bytes, seconds, format }: MediaFacts, content_type: string): boolean {
  if (!video || content_type !== 'video/mp4' || !format.includes('mp4')) return false;
  const isPlain =
    video.codec === 'h264' && video.pixelFormat === 'yuv420p' && video.hdr === 'none' && !video.isInterlaced;
  const isSmall = Math.min(video.width, video.height) <= 720 && (bytes * 8) / Math.max(seconds, 0.5) <= 3e6;
  return isPlain && isSmall && audio.every(({ codec }) => codec === 'aac' || codec === 'mp3');
}

/** Headers lie about lengths; what was decoded does not. */
async function analyseWithin(
  { tools }: Pick<App, 'tools'>,
  { path, folder, signal, onProgress }: Asked,
  facts: MediaFacts,
  copied: { hasProxy: boolean; label: Aigc | null },
): Promise<Analysis> {
  const limit = new AbortController();
  const options = {
    folder,
    ...copied,
    timeLimitSeconds: TIME_LIMIT_S,
    signal: AbortSignal.any([signal, limit.signal]),
    onProgress({ seconds }: { seconds: number }) {
      if (seconds > VIDEO_SECONDS_MAX + 1) limit.abort(tooLong());
      onProgress(Math.min(1, seconds / Math.max(facts.seconds, 0.1)));
    },
  };
  return analyse(tools, path, { ...facts, audio: facts.audio.slice(0, 1) }, options);
}

/** The facts with the real length, when all that the file has was read and yet is not as long as its header says. */
async function findTruth(
  { tools }: Pick<App, 'tools'>,
  { path, signal }: Asked,
  facts: MediaFacts,
  analysis: Analysis,
): Promise<MediaFacts> {
  const { picture, sound, brokenAt } = analysis;
  const length = picture?.length ?? sound?.length ?? 0;
  if (facts.isStill || (brokenAt === null && length < facts.seconds * 1.03 + 1)) return facts;
  const counted = await probe(tools, path, { countFrames: true, signal });
  const { video } = facts;
  const isWhole = !video || !counted.video || counted.video.frames >= video.frames * 0.97;
  if (brokenAt !== null && (!isWhole || analysis.hasFlaws)) return facts;
  const fps = video && counted.video ? Math.min(240, counted.video.frames / Math.max(length, 0.04)) : 0;
  return { ...facts, seconds: length, video: video && { ...video, seconds: length, fps: fps || video.fps } };
}

async function describe(
  { tools }: Pick<App, 'tools'>,
  asked: Asked,
  facts: MediaFacts,
  analysis: Analysis,
  isOwnPreview: boolean,
): Promise<Omit<Measured, 'label'>> {
  const { picture, sound, stills, sprite, proxyPath, hasFlaws } = analysis;
  const isFilm = picture !== null && asked.material_type === 'video';
  const brokenAt = facts.seconds <= (picture?.length ?? 0) ? null : analysis.brokenAt;
  const told = facts.isStill ? 0 : (brokenAt ?? (facts.seconds || picture?.length || sound?.length || 0));
  const duration = isFilm && !facts.isStill ? shownLength(told, picture.length) : told;
  const marks = isFilm ? marksOf(picture, analysis.damaged) : NO_MARKS;
  const length_ms = Math.max(1, Math.round(duration * 1000));
  const planned =
    asked.cuts_ms && isFilm ? shotsBetween(length_ms, asked.cuts_ms) : planShots(duration, isFilm ? picture.cuts : []);
  const shots = planned.map((shot): MeasuredShot => {
    const [from, to] = [shot.start_ms / 1000, facts.isStill ? 1 : shot.end_ms / 1000];
    const still = (facts.isStill ? stills[0] : bestStill(stills, { from, to })) ?? null;
    if (!picture || !facts.video) return { ...shot, still, facts: null, quality: null };
    const stretch = describeStretch(picture, { from, to });
    const shortSide = Math.min(facts.video.width, facts.video.height);
    const [black, frozen] = [shareOf(marks.black, from, to), shareOf(marks.frozen, from, to)];
    const damaged = shareOf(marks.damaged, from, to);
    return { ...shot, still, facts: stretch, quality: rateQuality({ ...stretch, shortSide, black, frozen, damaged }) };
  });
  // Some are so short that no still was taken in them.
  for (const shot of isFilm ? shots.filter(({ still }) => !still) : []) {
    const folder = join(asked.folder, `shot-${shot.start_ms}`);
    const seconds = (shot.start_ms + shot.end_ms) / 2000;
    shot.still = await takeStill(tools, { path: asked.path, facts }, seconds, { folder, signal: asked.signal });
  }
  const best = facts.isStill ? stills[0] : bestStill(stills, { from: 0, to: Math.max(duration, 0.1) });
  return {
    facts: facts.isStill ? facts : cutTo(facts, duration),
    duration,
    marks,
    loudness: sound?.lufs ?? null,
    peaks: sound?.peaks ?? null,
    shots,
    stills: stills.filter(({ isBlack }) => !isBlack).map(toMeasured),
    coverPath: best ? await shrink({ tools }, asked, best.path) : null,
    sprite: isFilm ? sprite : null,
    proxyPath,
    isOwnPreview: isOwnPreview && isFilm,
    damage: damageOf(asked.material_type, brokenAt, hasFlaws, marks.damaged),
  };
}

function toMeasured({ seconds, sharpness, brightness, hash }: Still): MeasuredStill {
  return [Math.round(seconds * 1000) / 1000, sharpness, brightness, hash];
}

/** How long a film is to be seen: its sound may go on for longer, and headers promise more than there is. */
function shownLength(told: number, length: number): number {
  return length > 0 && length < told - Math.max(0.5, told * 0.03) ? length : told;
}

/** The facts of a file that is as long as what can be shown of it. */
function cutTo(facts: MediaFacts, seconds: number): MediaFacts {
  const { video } = facts;
  return { ...facts, seconds, video: video && { ...video, seconds: Math.min(video.seconds || seconds, seconds) } };
}

function damageOf(
  material_type: Material['material_type'],
  brokenAt: number | null,
  hasFlaws: boolean,
  damaged: Span[],
): string | null {
  const kind = material_type === 'audio' ? '音频' : material_type === 'video' ? '视频' : '图片';
  const tenths = Math.max(1, Math.round((brokenAt ?? 0) * 10));
  if (brokenAt !== null) return `${kind}在 ${tenths / 10} 秒处损坏，前面的部分可以使用`;
  const [first] = damaged;
  if (first) {
    const more = damaged.length > 1 ? ` 等 ${damaged.length} 处` : '';
    return `${kind}第 ${first.start.toFixed(1)} 到 ${first.end.toFixed(1)} 秒${more}的画面损坏，其余可以使用`;
  }
  return hasFlaws ? `${kind}有局部损坏，个别画面或声音可能不正常，其余可以使用` : null;
}

/** Pictures of what a machine made are made by a machine. */
async function labelPictures({ coverPath, sprite, shots }: Omit<Measured, 'label'>, label: Aigc): Promise<void> {
  const paths = [coverPath, sprite?.path, ...shots.map(({ still }) => still?.path)];
  for (const path of new Set(paths.flatMap((one) => one ?? []))) {
    await writeFile(path, labelPicture(await readFile(path), label));
  }
}

async function shrink({ tools }: Pick<App, 'tools'>, { folder, signal }: Asked, path: string): Promise<string> {
  const cover = join(folder, 'cover.jpg');
  const fit = `scale=${COVER_SIDE}:${COVER_SIDE}:force_original_aspect_ratio=decrease:flags=bicubic`;
  await runFfmpeg(
    tools,
    [
      ['-i', path],
      ['-vf', `${fit}:out_range=pc,format=yuvj420p`, '-q:v', 4, '-frames:v', 1, '-update', 1, '-f', 'image2', cover],
    ],
    { signal },
  );
  return cover;
}

/** What is wrong with the file becomes a sentence that says what to do; what is wrong with us stays what it is. */
function toRefusal(error: unknown, material_type: Material['material_type']): unknown {
  if (error instanceof SourceError) return new AppError('invalid', SENTENCES[error.reason](material_type));
  if (!(error instanceof FfmpegError)) return error;
  if (error.kind === 'no-space') return new AppError('disk_full');
  if (error.kind === 'bad-input') return new AppError('invalid', SENTENCES.unreadable(material_type));
  if (error.kind === 'timeout') return new AppError('invalid', '文件解码超时，可能已损坏；请重新导出后上传');
  if (error.kind === 'memory') return new AppError('invalid', '画面太大，内存不够分析；请缩小尺寸后重新上传');
  return error;
}

const SENTENCES: Record<SourceError['reason'], (material_type: Material['material_type']) => string> = {
  missing: () => '素材文件已不存在，请重新上传',
  empty: () => '文件是空的（0 字节），请重新上传',
  unreadable: (material_type) => `文件已损坏或不是可以识别的${KINDS[material_type]}，请重新导出后上传`,
  'no-video': () => '文件里没有画面，请检查后重新上传',
  'no-audio': () => '文件里没有声音，请检查后重新上传',
  'too-large': () => '画面尺寸超过 8192 像素，请缩小后重新上传',
};
const KINDS: Record<Material['material_type'], string> = {
  video: '视频',
  audio: '音频',
  image: '图片',
  ai_image: '图片',
};
