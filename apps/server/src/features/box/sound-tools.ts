import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@mixreel/contract';
import { decodeMonoTo, runFfmpeg } from '@mixreel/media';
import { Needless, type RunTool } from './box-tool.ts';
import { AUDIO, BARE, labelArgs, standardOf, VIDEO } from './film-tools.ts';

const RATE = 48_000;
/** So much raw sound lies on the disk at once, twice: 700 MB. */
const LONGEST_SECONDS = 1800;

/** The same film or sound, its voice without noise. The picture is copied. */
export const speechClean: RunTool<object> = {
  async run({ context, path, facts, label, folder, onProgress }) {
    const { tools, ai, signal } = context;
    if (facts.audio.length === 0) throw new Needless('这个素材没有声音，不用降噪');
    if (facts.seconds > LONGEST_SECONDS) throw new AppError('invalid', '一次最多 30 分钟，请先剪短');
    const [noisy, raw] = [join(folder, 'noisy.f32'), join(folder, 'clean.f32')];
    await writeFile(noisy, '');
    await decodeMonoTo(noisy, tools, path, { rate: RATE, isTimed: true, signal });
    onProgress(0.2);
    await ai.denoise({ rawPath: noisy, cleanPath: raw }, { signal });
    await rm(noisy);
    onProgress(0.7);
    const isFilm = facts.video !== null && !facts.isStill;
    const out = join(folder, isFilm ? 'out.mp4' : 'out.m4a');
    const isCopied = facts.video?.codec === 'h264' || facts.video?.codec === 'hevc';
    const standard = standardOf(facts);
    const encoded = [...(standard.length > 0 ? ['-vf', standard.join(',')] : []), ...VIDEO];
    const picture = isCopied ? ['-c:v', 'copy'] : encoded;
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
