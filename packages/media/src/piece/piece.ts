import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tools } from '#ffmpeg/locate.ts';
import { runFfmpeg, runProgram, type Args, type RunOptions } from '#ffmpeg/run.ts';
import { inFolder, type Scratch } from '#ffmpeg/scratch.ts';
import type { Aigc } from '#labels/aigc.ts';
import { aiMarkSound } from '#piece/ai-mark.ts';
import { decodeMonoTo } from '#piece/decode.ts';
import { labelWav, soundArgs, type SoundFormat } from '#piece/write.ts';

const RATE = 48_000;
const PEAK_DECIBELS = -1;
const MAX_GAIN_DECIBELS = 18;
/** Speech is brought here first, so that how far music goes down does not depend on the voice. */
const SPEECH_LUFS = -18;
const DUCK_THRESHOLD = 0.02;

/** One line of a piece: a sound file, and the silence after it. */
export type PieceLine = { path: string; pauseSeconds: number };

export type PieceMusic = {
  path: string;
  volume: number;
  fadeInSeconds: number;
  fadeOutSeconds: number;
  duckDecibels: number;
};

export type Piece = {
  lines: PieceLine[];
  music: PieceMusic | null;
  targetLufs: number;
  /** Where the audible mark of AI sound goes; null where somebody else has to put it. */
  mark: 'start' | 'end' | null;
  label: Aigc;
};

/** What was made: its length, and where each line begins and ends. */
export type MadePiece = { seconds: number; lines: { start: number; end: number }[] };

/**
 * Renders spoken lines one after another, with music under them, to loudness, labelled as AI sound, and
 * marked for the ear unless asked not to. Streams throughout: an hour needs no more memory than a minute.
 */
export async function renderPiece(
  tools: Tools,
  { lines, music, targetLufs, mark, label }: Piece,
  out: { path: string; format: SoundFormat },
  { scratch, ...run }: RunOptions & { scratch: Scratch },
): Promise<MadePiece> {
  return inFolder(scratch, async (folder) => {
    const voice = join(folder, 'voice.f32');
    const made = await writeVoice(tools, lines, mark, voice, run.signal);
    const inputs: Args = [
      ['-f', 'f32le', '-ar', RATE, '-ac', 1, '-i', voice],
      ...(music ? [['-stream_loop', -1, '-i', music.path]] : []),
    ];
    const voiceGain = gainTo(SPEECH_LUFS, await loudnessOf(tools, inputs.slice(0, 1), '[0:a]anull[out]', run));
    const graph = mixGraph(music, voiceGain, made.seconds);
    const gain = gainTo(targetLufs, await loudnessOf(tools, inputs, graph, run));
    const last = `[out]volume=${gain.toFixed(2)}dB,alimiter=limit=${(10 ** (PEAK_DECIBELS / 20)).toFixed(4)}:level=0,aresample=${RATE}[final]`;
    await runFfmpeg(
      tools,
      [
        ...inputs,
        ['-filter_complex', `${graph};${last}`, '-map', '[final]'],
        ...soundArgs(out.format, label),
        [out.path],
      ],
      run,
    );
    if (out.format === 'wav') await labelWav(out.path, label);
    return made;
  });
}

/** Appends every line and its pause to one raw file, the mark before or behind them. */
async function writeVoice(
  tools: Tools,
  lines: PieceLine[],
  mark: Piece['mark'],
  path: string,
  signal?: AbortSignal,
): Promise<MadePiece> {
  // To append, wherever another process that has this file stands.
  const file = await open(path, 'a');
  const append = (samples: Float32Array) =>
    file.writeFile(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  const length = async () => (await file.stat()).size / Float32Array.BYTES_PER_ELEMENT / RATE;
  const spans: MadePiece['lines'] = [];
  try {
    if (mark === 'start') await append(aiMarkSound(RATE));
    for (const { path: source, pauseSeconds } of lines) {
      const start = await length();
      await decodeMonoTo(path, tools, source, { rate: RATE, signal });
      spans.push({ start, end: await length() });
      await append(new Float32Array(Math.round(pauseSeconds * RATE)));
    }
    if (mark === 'end') await append(aiMarkSound(RATE));
    return { seconds: await length(), lines: spans };
  } finally {
    await file.close();
  }
}

function mixGraph(music: PieceMusic | null, voiceGain: number, seconds: number): string {
  const voice = `[0:a]volume=${voiceGain.toFixed(2)}dB,aformat=channel_layouts=stereo`;
  if (!music) return `${voice}[out]`;
  const fades = [
    ...(music.fadeInSeconds > 0 ? [`afade=t=in:d=${music.fadeInSeconds}`] : []),
    ...(music.fadeOutSeconds > 0
      ? [`afade=t=out:st=${Math.max(0, seconds - music.fadeOutSeconds).toFixed(3)}:d=${music.fadeOutSeconds}`]
      : []),
  ];
  const bed = [
    `[1:a]aresample=${RATE},aformat=channel_layouts=stereo,atrim=end=${seconds.toFixed(3)},asetpts=PTS-STARTPTS`,
    ...fades,
    `volume=${music.volume}`,
  ].join(',');
  if (music.duckDecibels === 0) return `${voice}[v];${bed}[m];[v][m]amix=inputs=2:duration=first:normalize=0[out]`;
  // Speech at its level stands this far above the threshold; the ratio is what takes the music down as far as asked.
  const above = SPEECH_LUFS - 20 * Math.log10(DUCK_THRESHOLD);
  const ratio = Math.min(20, 1 / Math.max(0.05, 1 - music.duckDecibels / above));
  return [
    `${voice},asplit[v][key]`,
    `${bed}[m]`,
    `[m][key]sidechaincompress=threshold=${DUCK_THRESHOLD}:ratio=${ratio.toFixed(2)}:attack=25:release=450:detection=rms[d]`,
    '[v][d]amix=inputs=2:duration=first:normalize=0[out]',
  ].join(';');
}

async function loudnessOf(tools: Tools, inputs: Args, graph: string, { signal }: RunOptions): Promise<number> {
  const args: Args = [
    ['-nostdin', '-hide_banner', '-v', 'info', '-nostats'],
    ...inputs,
    ['-filter_complex', `${graph};[out]ebur128=framelog=verbose[l]`, '-map', '[l]', '-f', 'null', '-'],
  ];
  const { stderr } = await runProgram(tools.ffmpegPath, args.flat().map(String), { signal });
  const found = /I:\s+(-?[\d.]+|-inf) LUFS/.exec(stderr.slice(stderr.lastIndexOf('Summary')))?.[1];
  return Number(found ?? -Infinity);
}

function gainTo(target: number, loudness: number): number {
  return Number.isFinite(loudness) && loudness > -69 ? Math.min(MAX_GAIN_DECIBELS, target - loudness) : 0;
}
