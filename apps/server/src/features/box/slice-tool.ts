import { join } from 'node:path';
import { AppError, type SliceCut } from '@mixreel/contract';
import { runFfmpeg } from '@mixreel/media';
import type { Output, RunTool, Work } from './box-tool.ts';
import { AUDIO, BARE, labelArgs, LIMIT_S, standardOf, VIDEO } from './film-tools.ts';
import { findSlices } from './slices.ts';

/** Clips of a long recording: those that a person chose, or the best that are found. */
export const liveSlice: RunTool<{ seconds: number; count: number }> = {
  async run(work) {
    const { context, row, isSource, options, clips } = work;
    if (clips) return cutClips(work, clips);
    if (!isSource) throw new AppError('invalid', '直播切片要看素材的分析，只能放在配方的第一步');
    // Whoever is still listening is waited for.
    await work.words();
    const { slices } = await findSlices(context.db, row.material_id, { ...options, words: '' });
    if (slices.length === 0) throw new AppError('invalid', '没有找到值得剪出来的段落；试试把每段调短');
    const chosen = slices.map(({ start_ms, end_ms, sentence }) => ({ start_ms, end_ms, title: sentence }));
    return cutClips(work, chosen);
  },
};

const TITLE_CHARACTERS = 20;

/** Each to the very frame: what begins at the next key picture begins in the middle of a word. */
async function cutClips(work: Omit<Work, 'options'>, clips: SliceCut[]): Promise<Output[]> {
  const { context, path, facts, folder, label, onProgress } = work;
  const isFilm = facts.video !== null && !facts.isStill;
  const made: Output[] = [];
  for (const [n, { start_ms, end_ms, title }] of clips.entries()) {
    const start = start_ms / 1000;
    const length = Math.min(end_ms / 1000, facts.seconds) - start;
    if (length < 0.2) throw new AppError('invalid', `第 ${n + 1} 段在录像结束以后，请改一下开始时间`);
    const out = join(folder, `slice-${n}.${isFilm ? 'mp4' : 'm4a'}`);
    const even = ['scale=trunc(iw/2)*2:trunc(ih/2)*2', ...standardOf(facts)].join(',');
    const picture = ['-map', '0:V:0', '-vf', even, ...VIDEO];
    await runFfmpeg(
      context.tools,
      [
        ['-ss', start, '-t', length, '-i', path],
        isFilm ? picture : ['-vn'],
        facts.audio.length > 0 ? ['-map', '0:a:0', ...AUDIO] : [],
        BARE,
        ...labelArgs(label),
        [out],
      ],
      { signal: context.signal, timeLimitSeconds: LIMIT_S },
    );
    const words = title.replaceAll(/[\s，。！？、；：,.!?;:…/\\]+/gu, ' ').trim();
    const named = words.slice(0, TITLE_CHARACTERS);
    const suffix = `-${String(n + 1).padStart(2, '0')}${named ? ` ${named}` : ''}${isFilm ? '.mp4' : '.m4a'}`;
    made.push({ path: out, suffix });
    onProgress((n + 1) / clips.length);
  }
  return made;
}
