import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { breakIntoLines } from '@mixreel/ai';
import { AppError, type SpokenWord } from '@mixreel/contract';
import { decodeMono, runFfmpeg, srtOf } from '@mixreel/media';
import { eq } from '#db/orm.ts';
import { material_sound } from '#features/material/material.tables.ts';
import type { RunTool } from './box-tool.ts';
import { AUDIO, BARE, labelArgs } from './film-tools.ts';

const RATE = 48_000;
/** So much sound is held in memory at once. */
const LONGEST_SECONDS = 1800;

/** The same film or sound, its voice without noise. The picture is copied. */
export const speechClean: RunTool<object> = {
  cost: 0.15,
  async run({ context, path, facts, label, folder, onProgress }) {
    const { tools, ai, signal } = context;
    if (facts.audio.length === 0) throw new AppError('invalid', '这个素材没有声音');
    if (facts.seconds > LONGEST_SECONDS) throw new AppError('invalid', '一次最多 30 分钟，请先剪短');
    const pcm = await decodeMono(tools, path, { rate: RATE, signal });
    onProgress(0.2);
    const clean = await ai.denoise(pcm, { signal });
    onProgress(0.7);
    const raw = join(folder, 'clean.f32');
    await writeFile(raw, Buffer.from(clean.buffer, clean.byteOffset, clean.byteLength));
    const isFilm = facts.video !== null && !facts.isStill;
    const out = join(folder, isFilm ? 'out.mp4' : 'out.m4a');
    const isCopied = facts.video?.codec === 'h264' || facts.video?.codec === 'hevc';
    const picture = isCopied
      ? ['-c:v', 'copy']
      : ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', 18, '-pix_fmt', 'yuv420p'];
    await runFfmpeg(
      tools,
      [
        ['-f', 'f32le', '-ar', RATE, '-ac', 1, '-i', raw, '-i', path],
        isFilm ? ['-map', '1:V:0', ...picture] : [],
        ['-map', '0:a:0', ...AUDIO, ...BARE],
        ...labelArgs(label),
        [out],
      ],
      { signal },
    );
    return [{ path: out, suffix: isFilm ? '-人声.mp4' : '-人声.m4a' }];
  },
};

/** What was heard when the material was analysed, as subtitles. */
export const subtitleExtract: RunTool<{ line: number }> = {
  cost: 0.01,
  async run({ context, row, options, folder }) {
    const [sound] = await context.db
      .select()
      .from(material_sound)
      .where(eq(material_sound.material_id, row.material_id));
    const words = sound?.words ?? [];
    if (words.length === 0) throw new AppError('invalid', '分析时没有听到人声；换一个素材，或等语音模型就绪后重新分析');
    const cues = sentencesOf(words).flatMap((some) =>
      breakIntoLines(some, { max_chars: options.line }).map((line) => ({
        start: line[0]?.start ?? 0,
        end: line.at(-1)?.end ?? 0,
        text: line
          .map(({ text }) => text)
          .join('')
          .trim(),
      })),
    );
    const out = join(folder, 'out.srt');
    await writeFile(out, srtOf(cues));
    return [{ path: out, suffix: '.srt', is_plain: true }];
  },
};

/** Who pauses so long begins a new line. */
const PAUSE_SECONDS = 0.6;

function sentencesOf(words: SpokenWord[]): SpokenWord[][] {
  const all: SpokenWord[][] = [];
  for (const word of words) {
    const last = all.at(-1);
    if (last && word.start - (last.at(-1)?.end ?? 0) < PAUSE_SECONDS) last.push(word);
    else all.push([word]);
  }
  return all;
}
