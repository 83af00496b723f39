import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mark, Size } from '#clean/mark.ts';
import { mendInThread } from '#clean/mend-thread.ts';
import { type Fill, keyPath, type Mended } from '#clean/mend.ts';
import { type FilmFrames, type Group, planGroups, planSegments, type Segment } from '#clean/segments.ts';
import { BARE } from '#ffmpeg/bare.ts';
import { SourceError } from '#ffmpeg/errors.ts';
import { decimal } from '#ffmpeg/filter.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import type { MediaFacts, VideoFacts } from '#ffmpeg/probe.ts';
import { type Args, runFfmpeg } from '#ffmpeg/run.ts';
import { type Aigc, aigcArgs } from '#labels/aigc.ts';
import type { Area } from '#render/canvas.ts';
import { HOUSE_COLOURS } from '#render/colours.ts';
import { toneMapFilters } from '#render/tone-map.ts';

export type CleanQuality = 'fast' | 'standard' | 'fine' | 'lossless';

/** A film and what is to be taken away from it. */
export type Cleaning = {
  source: { path: string; facts: MediaFacts };
  marks: Mark[];
  /** Where shots begin, in seconds. */
  cuts: number[];
  /** What is kept of the picture, drawn as large as it was; null: all. */
  crop: Area | null;
  quality: CleanQuality;
  /** What the film says of its origin, by how much of it was made up; null: nothing. */
  labelOf: (mended: Mended) => Aigc | null;
  /** What is done stays here, so that another attempt goes on behind it. */
  folder: string;
  out: string;
};
export type CleanOptions = { fill: Fill; signal: AbortSignal; onProgress?: (done: number) => void };

/** x264 by quality: at 12 nobody finds the difference, at 18 somebody who looks for it may. */
const ENCODERS: Record<CleanQuality, { preset: string; crf: number }> = {
  fast: { preset: 'veryfast', crf: 18 },
  standard: { preset: 'faster', crf: 16 },
  fine: { preset: 'medium', crf: 12 },
  lossless: { preset: 'ultrafast', crf: 0 },
};
/** What MP4 holds as it is. */
const COPIED = ['aac', 'mp3', 'ac3', 'eac3', 'opus', 'flac', 'alac'];
/** A decoder is set going so long before the first frame that counts. */
const LEAD_SECONDS = 2;
/** Of the work on a segment: reading, mending, encoding. */
const READ = 0.1;
const MENDED = 0.8;

/**
 * The film without its marks. Every pixel outside their boxes goes to the encoder as it came from the decoder; sound is
 * copied. It is done in segments, each kept once it is whole.
 */
export async function cleanFilm(tools: Tools, cleaning: Cleaning, options: CleanOptions): Promise<Mended> {
  const { source, folder, cuts } = cleaning;
  const { video } = source.facts;
  if (!video || source.facts.isStill) throw new SourceError('no-video', source.path);
  const fps = Number(decimal(video.fps));
  const first = Math.round(video.startSeconds * fps);
  const film: FilmFrames = {
    picture: evenSize(video),
    fps,
    first,
    last: first + Math.max(1, Math.round(video.seconds * fps)),
    cuts: cuts.map((cut) => Math.round(cut * fps)).filter((cut) => cut > first),
  };
  await mkdir(folder, { recursive: true });
  const segments = planSegments(film);
  const total: Mended = { hidden: 0, seen: 0, made: 0, fills: 0 };
  for (const [n, segment] of segments.entries()) {
    const path = segmentPath(folder, n);
    if (!existsSync(path)) {
      const onProgress = (done: number) => options.onProgress?.((n + done) / segments.length);
      const work = { film, segment, n, isLast: n === segments.length - 1 };
      const mended = await cleanSegment(tools, cleaning, video, work, { ...options, onProgress });
      await writeFile(`${path}.json`, JSON.stringify(mended));
      await rename(`${path}.part`, path);
    }
    const mended = JSON.parse(await readFile(`${path}.json`, 'utf8')) as Mended;
    for (const key of ['hidden', 'seen', 'made', 'fills'] as const) total[key] += mended[key];
    options.onProgress?.((n + 1) / segments.length);
  }
  const label = cleaning.labelOf(total);
  await joinSegments(tools, cleaning, { count: segments.length, offset: first / fps, label }, options.signal);
  return total;
}

function segmentPath(folder: string, n: number): string {
  return join(folder, `segment-${String(n).padStart(4, '0')}.mp4`);
}

function evenSize({ width, height }: Size): Size {
  return { width: 2 * Math.floor(width / 2), height: 2 * Math.floor(height / 2) };
}

type Work = { film: FilmFrames; segment: Segment; n: number; isLast: boolean };

async function cleanSegment(
  tools: Tools,
  cleaning: Cleaning,
  video: VideoFacts,
  { film, segment, n, isLast }: Work,
  { fill, signal, onProgress }: CleanOptions,
): Promise<Mended> {
  const { source, marks, folder } = cleaning;
  const own = join(folder, `work-${n}`);
  await rm(own, { recursive: true, force: true });
  await mkdir(own);
  const groups = planGroups(film, segment, marks);
  const raws = groups.map((_, at) => join(own, `${at}.yuv`));
  const total: Mended = { hidden: 0, seen: 0, made: 0, fills: 0 };
  const patches: (Group & { path: string })[] = [];
  if (groups.length > 0) await extract(tools, source.path, video, film, groups, raws, signal);
  onProgress?.(READ);
  const frames = groups.reduce((sum, group) => sum + group.to - group.from, 0);
  let before = 0;
  for (const [at, group] of groups.entries()) {
    const path = raws[at]!;
    const { size } = await stat(path);
    // The end of a film comes sooner than its header says.
    const count = Math.min(group.last - group.first, Math.floor(size / bytesOf(group.region)));
    const to = Math.min(group.to, group.first + count);
    if (to <= group.from) continue;
    const out = join(own, `${at}.patch`);
    const carried = join(folder, keyName(n - 1, group));
    const mended = await mendInThread(
      {
        picture: film.picture,
        fps: film.fps,
        marks,
        own: group.own,
        region: group.region,
        patch: group.patch,
        path,
        first: group.first,
        count,
        from: group.from,
        to,
        out,
        carried: group.isContinued && existsSync(carried) ? carried : null,
      },
      { fill, signal, onFrame: (done) => onProgress?.(READ + ((MENDED - READ) * (before + done)) / frames) },
    );
    before += group.to - group.from;
    const isCarried = group.to === segment.last && existsSync(keyPath(out));
    if (isCarried) await rename(keyPath(out), join(folder, keyName(n, group)));
    await rm(path);
    for (const key of ['hidden', 'seen', 'made', 'fills'] as const) total[key] += mended[key];
    patches.push({ ...group, to, path: out });
  }
  onProgress?.(MENDED);
  await encode(tools, cleaning, video, { film, segment, n, isLast }, patches, signal);
  await rm(own, { recursive: true, force: true });
  return total;
}

function bytesOf({ width, height }: Size): number {
  return (width * height * 3) / 2;
}

/** What a stretch of the next segment finds the clean frame of this one by. */
function keyName(n: number, { own, region }: Group): string {
  return `key-${n}-${own.join('_')}-${region.x}-${region.y}-${region.width}x${region.height}.yuv`;
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
    ...(even.width === width && even.height === height ? [] : [`crop=${even.width}:${even.height}:0:0`]),
    `setpts=PTS+${seek}/TB`,
    `fps=${decimal(film.fps)}`,
  ];
  return { args: [[...(seek > 0 ? ['-ss', seek] : []), '-i', path]], filters: filters.join(',') };
}

async function extract(
  tools: Tools,
  path: string,
  video: VideoFacts,
  film: FilmFrames,
  groups: Group[],
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

async function encode(
  tools: Tools,
  { source, folder, crop, quality }: Cleaning,
  video: VideoFacts,
  { film, segment, n, isLast }: Work,
  patches: (Group & { path: string })[],
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
    : 'null';
  const graph = [
    `[0:V:0]${filters},trim=start_pts=${segment.first}${end},setpts=PTS-STARTPTS[all]`,
    ...laid,
    `${patches.length === 0 ? '[all]' : `[l${patches.length - 1}]`}${whole},format=yuv420p|yuvj420p[out]`,
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
      ['-x264-params', 'stitchable=1:open-gop=0', '-video_track_timescale', 90_000],
      [...BARE, '-f', 'mp4', `${segmentPath(folder, n)}.part`],
    ],
    { signal },
  );
}

/** One film of all segments, with the sound as it was. */
async function joinSegments(
  tools: Tools,
  { source, folder, out }: Cleaning,
  { count, offset, label }: { count: number; offset: number; label: Aigc | null },
  signal: AbortSignal,
): Promise<void> {
  const list = join(folder, 'list.txt');
  const names = Array.from({ length: count }, (_, n) => segmentPath(folder, n));
  await writeFile(list, names.map((name) => `file 'file:${name}'\n`).join(''));
  const isCopied = source.facts.audio.every(({ codec }) => COPIED.includes(codec));
  const late = offset > 0 ? ['-itsoffset', decimal(offset)] : [];
  await runFfmpeg(
    tools,
    [
      [...late, '-f', 'concat', '-safe', 0, '-i', list, '-i', source.path],
      ['-map', '0:v:0', '-map', '1:a?', '-c:v', 'copy'],
      isCopied ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '256k'],
      [...BARE, '-movflags', '+faststart'],
      ...(label ? aigcArgs(label) : []),
      ['-f', 'mp4', out],
    ],
    { signal, folder },
  );
}
