/** Numbers as the built-in voices say them, heard back: none of them may be another one then, and a wrong one is noticed. */
import { createAi, openShelf, packsDir, resample } from '@mixreel/ai';
import { checkFacts, factsIn } from '@mixreel/contract/fact';
import type { Bar } from './bar.ts';

const PACKS = ['kokoro', 'whisper-base', 'silero-vad'];
const VOICES = ['zf_xiaoxiao', 'zm_yunxi'] as const;
/** What the sheet says, the line that is spoken, and a line that says something else. */
const LINES: [sheet: string, line: string, wrong: string][] = [
  ['到手价 39.9 元。', '今天到手价39.9元，错过再等一年。', '今天到手价38.9元，错过再等一年。'],
  ['到手价 39.9 元。', '到手价三十九块九，喝一个月。', '到手价四十九块九，喝一个月。'],
  ['净含量 250ml。', '一瓶足足250毫升，出门带着走。', '一瓶足足350毫升，出门带着走。'],
  ['保温 12 小时。', '早上装的热水，保温12小时还是烫的。', '早上装的热水，保温24小时还是烫的。'],
  ['满 200 减 30。', '全场满200减30，今晚结束。', '全场满200减50，今晚结束。'],
  ['活动 6 月 18 日开始。', '活动6月18日开始，别忘了来。', '活动6月28日开始，别忘了来。'],
  ['含棉量 95%。', '面料含棉量95%，摸着很软。', '面料含棉量85%，摸着很软。'],
  ['全场八折。', '今天全场八折，买两件更省。', '今天全场六折，买两件更省。'],
];

export async function measureHeard(): Promise<Bar[]> {
  const shelf = openShelf({ dir: packsDir(process.env), registry: '' });
  const there = new Set(shelf.list().flatMap(({ pack, state }) => (state === 'ready' ? [pack as string] : [])));
  if (!PACKS.every((pack) => there.has(pack))) return [];
  const ai = createAi({ shelf, threads: 2 });
  const hear = async (text: string, voice: (typeof VOICES)[number]) => {
    const { pcm } = await ai.speak({ text, voice, speed: 1, dictionary: [] });
    const { segments } = await ai.transcribe({ pcm: resample(pcm, 24_000, 16_000), size: 'base' });
    return segments.map((one) => one.text).join('');
  };
  const [kept, noticed]: boolean[][] = [[], []];
  for (const [n, [sheet, line, wrong]] of LINES.entries()) {
    const isBroken = (heard: string) => checkFacts(heard, factsIn(sheet)).some(({ kind }) => kind === 'changed');
    const voice = VOICES[n % VOICES.length]!;
    const [right, other] = [await hear(line, voice), await hear(wrong, voice)];
    kept!.push(!isBroken(right));
    noticed!.push(isBroken(other));
    if (!kept!.at(-1) || !noticed!.at(-1)) console.log(`${line} → ${right}; ${wrong} → ${other}`);
  }
  await ai.close();
  return [
    share('facts that are heard back as they were spoken', kept!),
    share('wrong ones that are noticed', noticed!),
  ];
}

function share(name: string, of: boolean[]): Bar {
  const figure = (100 * of.filter(Boolean).length) / of.length;
  return { name: `${name}, of ${of.length}`, figure, unit: '%', bar: 85, better: 'higher' };
}
