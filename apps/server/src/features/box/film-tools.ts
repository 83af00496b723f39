import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@mixreel/contract';
import { type Aigc, aigcArgs, type Args, type MediaFacts, runFfmpeg, runProgram, toneMapFilters } from '@mixreel/media';
import { Needless, type Output, type RunTool, type Work } from './box-tool.ts';

/** Hours of film on a slow machine. */
export const LIMIT_S = 12 * 3600;

export const VIDEO = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', 18, '-pix_fmt', 'yuv420p'];
export const AUDIO = ['-c:a', 'aac', '-b:a', '192k'];
export const BARE = ['-map_metadata', -1, '-map_chapters', -1, '-movflags', '+faststart'];

export function labelArgs(label: Aigc | null): Args {
  return label ? aigcArgs(label) : [];
}

/** Filters behind which a picture is a standard one: what is written here is H.264 with eight bits, which has no HDR. */
export function standardOf({ video }: Pick<MediaFacts, 'video'>): string[] {
  return toneMapFilters(video?.hdr ?? 'none');
}

/** Filters that stand before all others: of half pictures whole ones, and stretched ones as wide as they are shown. */
export function plainOf({ video }: Pick<MediaFacts, 'video'>): string[] {
  if (!video) return [];
  return [
    ...(video.isInterlaced ? ['bwdif=mode=send_frame'] : []),
    ...(video.pixelAspect === 1 ? [] : [`scale=${video.width}:${video.height}`, 'setsar=1']),
  ];
}

/** A film through a filter, its sound as it was or through another. */
export async function filtered(
  { context, path, facts, label, folder, onProgress }: Omit<Work, 'options'>,
  {
    video,
    audio,
    suffix,
    length = facts.seconds,
    reads = [],
  }: { video: string; audio?: string; suffix: string; length?: number; reads?: string[] },
): Promise<Output[]> {
  const out = join(folder, 'out.mp4');
  const hasSound = facts.audio.length > 0;
  await runFfmpeg(
    context.tools,
    [
      ['-i', path, '-map', '0:V:0', '-vf', [...plainOf(facts), ...standardOf(facts), video].join(',')],
      hasSound ? ['-map', '0:a:0', ...(audio ? ['-af', audio] : []), ...AUDIO] : [],
      [...VIDEO, ...BARE],
      ...labelArgs(label),
      [out],
    ],
    {
      signal: context.signal,
      folder,
      reads,
      timeLimitSeconds: LIMIT_S,
      onProgress: ({ seconds }) => onProgress(Math.min(1, seconds / length)),
    },
  );
  return [{ path: out, suffix: `-${suffix}.mp4` }];
}

const even = 'scale=trunc(iw/2)*2:trunc(ih/2)*2';

export const convert: RunTool<object> = {
  run: (work) => filtered(work, { video: `${even},format=yuv420p`, suffix: '通用' }),
};

const DENOISED: Record<string, string> = {
  light: 'hqdn3d=2:1.5:3:3',
  medium: 'hqdn3d=4:3:6:4.5',
  strong: 'hqdn3d=8:6:12:9',
};
export function denoiseFilter(strength: string): string {
  return `${even},${DENOISED[strength] ?? DENOISED['medium']}`;
}

export const slowMotion: RunTool<{ times: string }> = {
  run: (work) => {
    const times = Number(work.options.times);
    if (work.facts.seconds > 60) throw new AppError('invalid', '慢动作很费时间，一次最多 60 秒，请先剪短');
    const fps = Math.min(60, Math.round(work.facts.video?.fps ?? 25));
    const video = `${even},setpts=${times}*PTS,minterpolate=fps=${fps}:mi_mode=mci:mc_mode=aobmc:vsbmc=1`;
    const audio = times === 4 ? 'atempo=0.5,atempo=0.5' : 'atempo=0.5';
    return filtered(work, { video, audio, suffix: `慢${times}倍`, length: work.facts.seconds * times });
  },
};

/** Seen in two passes: how the camera shook, and the film without it. */
export const stabilize: RunTool<{ smooth: number }> = {
  async problem({ tools }) {
    const { stdout } = await runProgram(tools.ffmpegPath, ['-hide_banner', '-filters'], { timeLimitSeconds: 30 });
    return stdout.includes('vidstabtransform') ? null : '当前的 ffmpeg 没有防抖滤镜（vidstab），请换用完整版本';
  },
  async run(work) {
    const { context, path, facts, folder, options } = work;
    const moves = join(folder, 'moves.trf');
    const look = [...plainOf(facts), `vidstabdetect=shakiness=6:result=${moves}`].join(',');
    await runFfmpeg(context.tools, [['-i', path, '-map', '0:V:0', '-vf', look, '-f', 'null', '-']], {
      signal: context.signal,
      folder,
      timeLimitSeconds: LIMIT_S,
    });
    const steady = `vidstabtransform=input=${moves}:smoothing=${options.smooth}:optzoom=1,unsharp=5:5:0.4`;
    return filtered(work, { video: `${steady},${even}`, suffix: '防抖', reads: [moves] });
  },
};

/** Tries with less until it fits: what a scene takes is not known before. */
const TRIES = 4;

export const compress: RunTool<{ megabytes: number }> = {
  async run({ context, path, facts, label, options, folder, onProgress }) {
    const limit = options.megabytes * 1e6;
    const sound = facts.audio.length > 0 ? 96_000 : 0;
    if (facts.bytes <= limit) throw new Needless('原文件已经比这个小，不用压');
    let bits = (limit * 8 * 0.97) / facts.seconds - sound;
    const out = join(folder, 'out.mp4');
    for (let n = 0; n < TRIES; n += 1) {
      if (bits < 60_000) {
        throw new AppError('invalid', `${options.megabytes} MB 装不下这么长的视频，请放宽大小或先剪短`);
      }
      const short = bits < 400_000 ? 480 : bits < 1_200_000 ? 720 : 1080;
      const scale = `scale='if(gt(iw,ih),-2,min(${short},iw))':'if(gt(iw,ih),min(${short},ih),-2)',${even}`;
      const rate = ['-b:v', Math.round(bits), '-maxrate', Math.round(bits * 1.5), '-bufsize', Math.round(bits * 2)];
      await runFfmpeg(
        context.tools,
        [
          ['-i', path, '-map', '0:V:0', '-vf', [scale, ...standardOf(facts)].join(',')],
          ['-c:v', 'libx264', '-preset', 'fast', '-pix_fmt', 'yuv420p', ...rate],
          sound > 0 ? ['-map', '0:a:0', '-c:a', 'aac', '-b:a', sound] : [],
          BARE,
          ...labelArgs(label),
          [out],
        ],
        {
          signal: context.signal,
          timeLimitSeconds: LIMIT_S,
          onProgress: ({ seconds }) => onProgress(Math.min(1, seconds / facts.seconds)),
        },
      );
      const { size } = await stat(out);
      if (size <= limit) return [{ path: out, suffix: `-${options.megabytes}MB.mp4` }];
      bits *= (0.96 * limit) / size;
    }
    throw new AppError('invalid', `压了 ${TRIES} 遍还是超过 ${options.megabytes} MB，请放宽大小或先剪短`);
  },
};

export const gif: RunTool<{ format: string; from: number; length: number; width: number }> = {
  async run({ context, path, facts, label, options, folder }) {
    const isWebp = options.format === 'webp';
    const name = isWebp ? 'WebP 动图' : 'GIF';
    if (label) throw new AppError('invalid', `${name} 存不下 AI 标识，AI 生成的素材不能转成${name}`);
    if (options.from >= facts.seconds) {
      throw new AppError('invalid', `这个视频只有 ${facts.seconds.toFixed(1)} 秒，请把「从第」调早一点`);
    }
    const out = join(folder, isWebp ? 'out.webp' : 'out.gif');
    const size = [...plainOf(facts), `fps=12,scale=${options.width}:-2:flags=lanczos`, ...standardOf(facts)].join(',');
    const palette = 'split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer:bayer_scale=4';
    const how = isWebp ? ['-c:v', 'libwebp_anim', '-quality', 75, '-an'] : [];
    await runFfmpeg(
      context.tools,
      [
        ['-ss', options.from, '-t', options.length, '-i', path],
        ['-filter_complex', `[0:V:0]${size}${isWebp ? '' : `,${palette}`}`, ...how, '-loop', 0, out],
      ],
      { signal: context.signal },
    );
    // The library takes no WebP that moves: it is there to be taken away.
    return [{ path: out, suffix: isWebp ? '.webp' : '.gif', is_plain: isWebp }];
  },
};

/** Film and sound without the stretches in which nothing is heard. */
export const silenceCut: RunTool<{ least: number; quiet: number; keep: number }> = {
  async run(work) {
    const { facts, options } = work;
    if (facts.audio.length === 0) throw new Needless('这个素材没有声音，没有静音可剪');
    const kept = soundStretches(await findQuiet(work), facts.seconds, options.keep);
    const total = kept.reduce((sum, { start, end }) => sum + end - start, 0);
    if (total < 0.2) throw new AppError('invalid', '几乎全是静音，剪完就没有了；请把「多轻算静音」调低');
    if (total > facts.seconds - 0.2) throw new Needless('没有找到这么长的静音，不用剪');
    return cutStretches(work, kept, '去静音');
  },
};

/** Each is a word of an expression that is one argument of a program. */
const STRETCHES_MOST = 4000;

const between = (from: number, to: number) => `between(t,${from.toFixed(3)},${to.toFixed(3)})`;

/** Sound is cut between pieces of so many samples. */
const PIECE = { rate: 48_000, samples: 960 };

/**
 * Which pictures and which pieces of sound are kept, as words of ffmpeg. Cut by itself each would be a little longer or shorter
 * at every cut, and a talk with two hundred pauses ends seconds apart: so the pictures are counted, and the sound follows them.
 */
function keptBy(kept: Span[], fps: number): { shown: string; heard: string } {
  const piece = PIECE.samples / PIECE.rate;
  const [shown, heard]: [string[], string[]] = [[], []];
  let [frames, pieces, behind] = [0, 0, 0];
  for (const { start, end } of kept) {
    const [first, last] = [Math.round(start * fps), Math.round(end * fps)];
    // Half a picture before each, where none begins.
    shown.push(between((first - 0.5) / fps, (last - 0.5) / fps));
    frames += last - first;
    const count = Math.round(frames / fps / piece) - pieces;
    const from = Math.max(behind, Math.round(first / fps / piece));
    heard.push(between((from - 0.5) * piece, (from + count - 0.5) * piece));
    pieces += count;
    behind = from + count;
  }
  return { shown: shown.join('+'), heard: heard.join('+') };
}

/** Only these stretches of a film or sound, one behind another. */
export async function cutStretches(work: Omit<Work, 'options'>, kept: Span[], suffix: string): Promise<Output[]> {
  const { context, path, facts, folder, label, onProgress } = work;
  if (kept.length > STRETCHES_MOST) throw new AppError('invalid', '要剪的地方太多，请先把视频剪短');
  const total = kept.reduce((sum, { start, end }) => sum + end - start, 0);
  const isFilm = facts.video !== null && !facts.isStill;
  const out = join(folder, isFilm ? 'out.mp4' : 'out.m4a');
  // Frames of uneven length would be counted as even ones, and the picture run away from the sound.
  const fps = Number((facts.video?.fps || 25).toFixed(3));
  const { shown, heard } = keptBy(kept, isFilm ? fps : PIECE.rate / PIECE.samples);
  // Sound that begins late, or is missing for a while, is silence there: elsewhere it would come too soon.
  const whole = `aresample=${PIECE.rate}:async=1:first_pts=0,asetnsamples=n=${PIECE.samples}:p=0`;
  const picture = [`fps=${fps},select='${shown}',setpts=N/${fps}/TB,${even}`, ...standardOf(facts)].join(',');
  await runFfmpeg(
    context.tools,
    [
      ['-i', path],
      isFilm ? ['-map', '0:V:0', '-vf', picture, ...VIDEO] : ['-vn'],
      ['-map', '0:a:0', '-af', `${whole},aselect='${heard}',asetpts=N/SR/TB`, ...AUDIO, ...BARE],
      ...labelArgs(label),
      [out],
    ],
    {
      signal: context.signal,
      timeLimitSeconds: LIMIT_S,
      onProgress: ({ seconds }) => onProgress(Math.min(1, seconds / total)),
    },
  );
  return [{ path: out, suffix: isFilm ? `-${suffix}.mp4` : `-${suffix}.m4a` }];
}

export type Span = { start: number; end: number };

async function findQuiet({ context, path, options }: Work<{ least: number; quiet: number }>): Promise<Span[]> {
  const detect = `silencedetect=noise=${options.quiet}dB:d=${options.least},ametadata=mode=print:file=-`;
  const { stdout } = await runProgram(
    context.tools.ffmpegPath,
    ['-hide_banner', '-v', 'error', '-i', path, '-map', '0:a:0', '-af', detect, '-f', 'null', '-'],
    { signal: context.signal, timeLimitSeconds: LIMIT_S },
  );
  const starts = [...stdout.matchAll(/silence_start=([-\d.]+)/g)].map(([, at]) => Number(at));
  const ends = [...stdout.matchAll(/silence_end=([-\d.]+)/g)].map(([, at]) => Number(at));
  return starts.map((start, n) => ({ start, end: ends[n] ?? Infinity }));
}

/** What is left between silences, with a little of them on either side. */
export function soundStretches(quiet: Span[], seconds: number, keep: number): Span[] {
  const kept: Span[] = [];
  let at = 0;
  for (const { start, end } of quiet) {
    const [from, to] = [Math.max(0, start + (start <= 0.05 ? 0 : keep)), Math.min(seconds, end - keep)];
    if (to - from < 0.05) continue;
    if (from > at + 0.02) kept.push({ start: at, end: from });
    at = to;
  }
  if (seconds - at > 0.05) kept.push({ start: at, end: seconds });
  return kept;
}
