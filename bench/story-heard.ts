/**
 * Numbers as the built-in voices say them, heard back and compared as a mix does it: how often one that was said right is
 * taken for another, and how often a line that promises another number is noticed.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createAi, openShelf, packsDir } from '@mixreel/ai';
import { factsIn } from '@mixreel/contract/fact';
import { decodeMono, locateFfmpeg, type Tools, writeMono } from '@mixreel/media';
import { heardOtherwise, lockedIn } from '../apps/server/src/features/candidate/check-spoken.ts';
import { atPace, hearUntil } from '../apps/server/src/features/voice/hear-back.ts';
import type { Bar } from './bar.ts';

const PACKS = ['kokoro', 'whisper-base', 'silero-vad'];
const VOICES = ['zf_xiaoxiao', 'zm_yunxi'] as const;
type Voice = (typeof VOICES)[number];
const RATE = 24_000;
/** A line that is spoken, and what others promise instead of it. */
const LINES: [said: string, ...others: string[]][] = [
  ['今天到手价39.9元。', '今天到手价38.9元。', '今天到手价29.9元。', '今天到手价39.8元。', '今天到手价399元。'],
  ['到手价三十九块九。', '到手价四十九块九。', '到手价三十九块八。', '到手价三十块九。'],
  ['一瓶足足250毫升。', '一瓶足足350毫升。', '一瓶足足255毫升。', '一瓶足足200毫升。'],
  ['保温12小时还是烫的。', '保温24小时还是烫的。', '保温2小时还是烫的。', '保温10小时还是烫的。'],
  ['全场满200减30。', '全场满200减50。', '全场满300减30。', '全场满200减13。'],
  ['活动6月18日开始。', '活动6月28日开始。', '活动7月18日开始。', '活动6月8日开始。'],
  ['面料含棉量95%。', '面料含棉量85%。', '面料含棉量90%。'],
  ['今天全场八折。', '今天全场六折。', '今天全场八五折。'],
  ['今晚买二送一。', '今晚买三送一。', '今晚买二送二。'],
  ['一条只要两块五。', '一条只要两块八。', '一条只要三块五。'],
  ['一箱24瓶。', '一箱20瓶。', '一箱14瓶。', '一箱48瓶。'],
  ['充电10分钟，通话4小时。', '充电14分钟，通话4小时。', '充电10分钟，通话10小时。'],
  ['净重1.2公斤。', '净重1.5公斤。', '净重2.2公斤。'],
  ['续航600公里。', '续航500公里。', '续航660公里。'],
  ['每份只有98克。', '每份只有90克。', '每份只有89克。'],
  ['直降1200元。', '直降1000元。', '直降2200元。', '直降120元。'],
  ['四十四片装。', '十四片装。', '四十片装。'],
  ['原价199元，现在只要99元。', '原价189元，现在只要99元。', '原价199元，现在只要89元。'],
  ['整机质保3年。', '整机质保2年。', '整机质保5年。'],
  ['水温85度刚刚好。', '水温95度刚刚好。', '水温80度刚刚好。'],
];
const folder = join(import.meta.dirname, '..', '.cache', 'bench-story', 'said');

export async function measureHeard(): Promise<Bar[]> {
  const shelf = openShelf({ dir: packsDir(process.env), registry: '' });
  const there = new Set(shelf.list().flatMap(({ pack, state }) => (state === 'ready' ? [pack as string] : [])));
  if (!PACKS.every((pack) => there.has(pack))) return [];
  const tools = await locateFfmpeg();
  const ai = createAi({ shelf, threads: 2 });
  const counts = { numbers: 0, alarms: 0, unclear: 0, others: 0, noticed: 0 };
  for (const [n, [line, ...others]] of LINES.entries()) {
    const samples = await spoken(ai, tools, line, VOICES[n % VOICES.length]!);
    const known = new Map<number, Promise<string>>();
    const heardAt = (pace: number) => {
      const heard = known.get(pace) ?? listen(ai, atPace(samples, pace));
      known.set(pace, heard);
      return heard;
    };
    const hear = async (text: string) => {
      const own = lockedIn(text, { facts: factsIn(text) });
      const wrongOf = (hearings: string[]) => heardOtherwise(text, own, hearings);
      const hearings = await hearUntil((all) => wrongOf(all).length === 0, heardAt);
      return { numbers: own, wrong: wrongOf(hearings), hearings };
    };
    const { numbers, wrong, hearings } = await hear(line);
    counts.numbers += numbers.length;
    counts.alarms += wrong.filter(({ kind }) => kind === 'other').length;
    counts.unclear += wrong.filter(({ kind }) => kind === 'unclear').length;
    const missed: string[] = [];
    for (const other of others) if ((await hear(other)).wrong.length === 0) missed.push(other);
    counts.others += others.length;
    counts.noticed += others.length - missed.length;
    const odd = `${line} → ${hearings.join(' / ')}; not told from: ${missed.join(' ')}`;
    if (wrong.length > 0 || missed.length > 0) console.log(odd);
  }
  await ai.close();
  const { numbers, alarms, unclear, others, noticed } = counts;
  return [
    share(`numbers said right that are taken for others, of ${numbers}`, alarms / numbers, 5, 'lower'),
    share('and such as were not heard clearly', unclear / numbers, 5, 'lower'),
    share(`other numbers than were said that are noticed, of ${others}`, noticed / others, 95, 'higher'),
  ];
}

async function listen(ai: ReturnType<typeof createAi>, pcm: Float32Array): Promise<string> {
  const { segments } = await ai.transcribe({ pcm, language: 'zh', size: 'base' });
  return segments.map((one) => one.text).join('');
}

/** Said once and kept: a second of speech takes four of the processor. */
async function spoken(ai: ReturnType<typeof createAi>, tools: Tools, text: string, voice: Voice) {
  const path = join(folder, `${createHash('sha256').update(`${voice} ${text}`).digest('hex').slice(0, 16)}.wav`);
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    const { pcm } = await ai.speak({ text, voice, speed: 1, dictionary: [] });
    await writeMono(tools, pcm, path, { rate: RATE, format: 'wav', label: null });
  }
  return decodeMono(tools, path, { rate: RATE });
}

function share(name: string, of: number, bar: number, better: Bar['better']): Bar {
  return { name, figure: 100 * of, unit: '%', bar, better };
}
