import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@mixreel/contract';
import { type Aigc, aigcArgs, type Args, runFfmpeg, runProgram } from '@mixreel/media';
import type { Output, RunTool, Work } from './box-tool.ts';

const VIDEO = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', 18, '-pix_fmt', 'yuv420p'];
export const AUDIO = ['-c:a', 'aac', '-b:a', '192k'];
export const BARE = ['-map_metadata', -1, '-map_chapters', -1, '-movflags', '+faststart'];

export function labelArgs(label: Aigc | null): Args {
  return label ? aigcArgs(label) : [];
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
      ['-i', path, '-map', '0:V:0', '-vf', video],
      hasSound ? ['-map', '0:a:0', ...(audio ? ['-af', audio] : []), ...AUDIO] : [],
      [...VIDEO, ...BARE],
      ...labelArgs(label),
      [out],
    ],
    { signal: context.signal, folder, reads, onProgress: ({ seconds }) => onProgress(Math.min(1, seconds / length)) },
  );
  return [{ path: out, suffix: `-${suffix}.mp4` }];
}

const even = 'scale=trunc(iw/2)*2:trunc(ih/2)*2';

export const convert: RunTool<object> = {
  cost: 0.6,
  run: (work) => filtered(work, { video: `${even},format=yuv420p`, suffix: '通用' }),
};

const DENOISE: Record<string, string> = {
  light: 'hqdn3d=2:1.5:3:3',
  medium: 'hqdn3d=4:3:6:4.5',
  strong: 'hqdn3d=8:6:12:9',
};
export const denoiseVideo: RunTool<{ strength: string }> = {
  cost: 0.9,
  run: (work) =>
    filtered(work, { video: `${even},${DENOISE[work.options.strength] ?? DENOISE['medium']}`, suffix: '降噪' }),
};

export const slowMotion: RunTool<{ times: string }> = {
  cost: 12,
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
  cost: 1.6,
  async problem({ tools }) {
    const { stdout } = await runProgram(tools.ffmpegPath, ['-hide_banner', '-filters'], { timeLimitSeconds: 30 });
    return stdout.includes('vidstabtransform') ? null : '当前的 ffmpeg 没有防抖滤镜（vidstab），请换用完整版本';
  },
  async run(work) {
    const { context, path, folder, options } = work;
    const moves = join(folder, 'moves.trf');
    await runFfmpeg(
      context.tools,
      [['-i', path, '-map', '0:V:0', '-vf', `vidstabdetect=shakiness=6:result=${moves}`, '-f', 'null', '-']],
      { signal: context.signal, folder },
    );
    const steady = `vidstabtransform=input=${moves}:smoothing=${options.smooth}:optzoom=1,unsharp=5:5:0.4`;
    return filtered(work, { video: `${steady},${even}`, suffix: '防抖', reads: [moves] });
  },
};

/** Tries with less until it fits: what a scene takes is not known before. */
const TRIES = 4;

export const compress: RunTool<{ megabytes: number }> = {
  cost: 1.8,
  async run({ context, path, facts, label, options, folder, onProgress }) {
    const limit = options.megabytes * 1e6;
    const sound = facts.audio.length > 0 ? 96_000 : 0;
    if (facts.bytes <= limit) throw new AppError('invalid', '原文件已经比这个小，不用压');
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
          ['-i', path, '-map', '0:V:0', '-vf', scale],
          ['-c:v', 'libx264', '-preset', 'fast', '-pix_fmt', 'yuv420p', ...rate],
          sound > 0 ? ['-map', '0:a:0', '-c:a', 'aac', '-b:a', sound] : [],
          BARE,
          ...labelArgs(label),
          [out],
        ],
        { signal: context.signal, onProgress: ({ seconds }) => onProgress(Math.min(1, seconds / facts.seconds)) },
      );
      const { size } = await stat(out);
      if (size <= limit) return [{ path: out, suffix: `-${options.megabytes}MB.mp4` }];
      bits *= (0.96 * limit) / size;
    }
    throw new AppError('invalid', `压了 ${TRIES} 遍还是超过 ${options.megabytes} MB，请放宽大小或先剪短`);
  },
};

export const gif: RunTool<{ from: number; length: number; width: number }> = {
  cost: 0.5,
  async run({ context, path, facts, label, options, folder }) {
    if (label) throw new AppError('invalid', 'GIF 存不下 AI 标识，AI 生成的素材不能转成 GIF');
    if (options.from >= facts.seconds) throw new AppError('invalid', `这个视频只有 ${facts.seconds.toFixed(1)} 秒`);
    const out = join(folder, 'out.gif');
    const size = `fps=12,scale=${options.width}:-2:flags=lanczos`;
    const palette = 'split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer:bayer_scale=4';
    await runFfmpeg(
      context.tools,
      [
        ['-ss', options.from, '-t', options.length, '-i', path],
        ['-filter_complex', `[0:V:0]${size},${palette}`, '-loop', 0, out],
      ],
      { signal: context.signal },
    );
    return [{ path: out, suffix: '.gif' }];
  },
};

/** Film and sound without the stretches in which nothing is heard. */
export const silenceCut: RunTool<{ least: number; quiet: number; keep: number }> = {
  cost: 0.7,
  async run(work) {
    const { context, path, facts, options, folder, label, onProgress } = work;
    if (facts.audio.length === 0) throw new AppError('invalid', '这个素材没有声音');
    const kept = soundStretches(await findQuiet(work), facts.seconds, options.keep);
    const total = kept.reduce((sum, { start, end }) => sum + end - start, 0);
    if (total < 0.2) throw new AppError('invalid', '几乎全是静音，剪完就没有了；请把「多轻算静音」调低');
    if (total > facts.seconds - 0.2) throw new AppError('invalid', '没有找到这么长的静音，不用剪');
    const shown = kept.map(({ start, end }) => `between(t,${start.toFixed(3)},${end.toFixed(3)})`).join('+');
    const isFilm = facts.video !== null && !facts.isStill;
    const out = join(folder, isFilm ? 'out.mp4' : 'out.m4a');
    const audio = `aselect='${shown}',asetpts=N/SR/TB`;
    await runFfmpeg(
      context.tools,
      [
        ['-i', path],
        isFilm ? ['-map', '0:V:0', '-vf', `select='${shown}',setpts=N/FRAME_RATE/TB,${even}`, ...VIDEO] : ['-vn'],
        ['-map', '0:a:0', '-af', audio, ...AUDIO, ...BARE],
        ...labelArgs(label),
        [out],
      ],
      { signal: context.signal, onProgress: ({ seconds }) => onProgress(Math.min(1, seconds / total)) },
    );
    return [{ path: out, suffix: isFilm ? '-去静音.mp4' : '-去静音.m4a' }];
  },
};

type Span = { start: number; end: number };

async function findQuiet({ context, path, options }: Work<{ least: number; quiet: number }>): Promise<Span[]> {
  const detect = `silencedetect=noise=${options.quiet}dB:d=${options.least},ametadata=mode=print:file=-`;
  const { stdout } = await runProgram(
    context.tools.ffmpegPath,
    ['-hide_banner', '-v', 'error', '-i', path, '-map', '0:a:0', '-af', detect, '-f', 'null', '-'],
    { signal: context.signal, timeLimitSeconds: 3600 },
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
