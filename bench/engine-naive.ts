import type { Args } from '@mixreel/media';

/** A variant as the naive way takes it: pieces of files, one caption file for all, narrations, music. */
export type NaiveVariant = {
  width: number;
  height: number;
  fps: number;
  shots: { path: string; startSeconds: number; frames: number }[];
  /** Frames of every transition; 0 for hard cuts. */
  transitionFrames: number;
  assPath: string;
  fontsDir: string;
  narrations: string[];
  music: string;
};

/**
 * What everybody does: one filter graph per variant, well written (crop before scale, one pass, ducking by sidechain,
 * loudness by loudnorm), everything decoded and encoded each time. This is what the engine is compared with.
 */
export function naiveArgs(variant: NaiveVariant, output: string): Args {
  const { shots, narrations, music, fps } = variant;
  const inputs: Args = [
    ...shots.map(({ path, startSeconds, frames }) => ['-ss', startSeconds, '-t', frames / fps + 0.5, '-i', path]),
    ...narrations.map((path) => ['-i', path]),
    ['-i', music],
  ];
  return [
    ...inputs,
    ['-filter_complex', [...videoChains(variant), ...soundChains(variant)].join(';')],
    ['-map', '[v]', '-map', '[a]'],
    ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', 23, '-profile:v', 'high', '-g', fps * 2],
    ['-c:a', 'aac', '-b:a', '160k', '-t', seconds(variant), '-movflags', '+faststart', output],
  ];
}

function videoChains({ width, height, fps, shots, transitionFrames, assPath, fontsDir }: NaiveVariant): string[] {
  const shape = `min(iw\\,ih*${width}/${height}):min(ih\\,iw*${height}/${width})`;
  const fit = shots.map(
    ({ frames }, i) =>
      `[${i}:v]fps=${fps}:start_time=0,crop=${shape},scale=${width}:${height}:flags=bicubic:in_color_matrix=bt709:out_color_matrix=bt709:out_range=tv,setsar=1,format=yuv420p,tpad=stop_mode=clone:stop=-1,trim=end_frame=${frames},setpts=PTS-STARTPTS,fps=${fps}[s${i}]`,
  );
  return [
    ...fit,
    ...joinChains(shots, transitionFrames, fps),
    `[joined]format=yuv420p,ass=filename=${assPath}:fontsdir=${fontsDir}[v]`,
  ];
}

function joinChains(shots: { frames: number }[], transitionFrames: number, fps: number): string[] {
  if (transitionFrames === 0) {
    return [`${shots.map((_, i) => `[s${i}]`).join('')}concat=n=${shots.length}:v=1:a=0[joined]`];
  }
  let [before, length] = ['s0', shots[0]!.frames];
  return shots.slice(1).map(({ frames }, i) => {
    const output = i === shots.length - 2 ? 'joined' : `x${i}`;
    const chain = `[${before}][s${i + 1}]xfade=transition=fade:duration=${transitionFrames / fps}:offset=${(length - transitionFrames) / fps}[${output}]`;
    length += frames - transitionFrames;
    before = output;
    return chain;
  });
}

function soundChains(variant: NaiveVariant): string[] {
  const { shots, narrations, fps, transitionFrames } = variant;
  let at = 0;
  const voices = narrations.map((_, i) => {
    const delay = Math.round((at / fps) * 1000);
    at += shots[i]!.frames - transitionFrames;
    return `[${shots.length + i}:a]aresample=48000,aformat=channel_layouts=stereo,adelay=${delay}:all=1[n${i}]`;
  });
  const total = seconds(variant);
  return [
    ...voices,
    `${narrations.map((_, i) => `[n${i}]`).join('')}amix=inputs=${narrations.length}:normalize=0,apad=whole_dur=${total},asplit[voice][key]`,
    `[${shots.length + narrations.length}:a]aresample=48000,atrim=0:${total},volume=0.5,afade=t=out:st=${total - 1}:d=1[music]`,
    '[music][key]sidechaincompress=threshold=0.03:ratio=8:attack=20:release=400[ducked]',
    '[voice][ducked]amix=inputs=2:normalize=0:duration=first,loudnorm=I=-14:TP=-1:LRA=11,aresample=48000[a]',
  ];
}

function seconds({ shots, transitionFrames, fps }: NaiveVariant): number {
  return (shots.reduce((sum, { frames }) => sum + frames, 0) - transitionFrames * (shots.length - 1)) / fps;
}
