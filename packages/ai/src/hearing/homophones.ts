import { lazily, requireNow } from '#text/lazy.ts';
import { dictionaryPinyin } from '#text/mandarin.ts';
import type { Syllable } from '#text/syllable.ts';
import { TRADE_WORDS } from '#text/trade-words.ts';

/**
 * Whisper hears syllables well and picks characters badly: 续航里成 for 续航里程. Where a row of characters is no
 * likely row of words, but sounds exactly like a word of the trade, that word is meant.
 *
 * The most likely reading is found over all ways to cut a sentence into words, as they are written or as they sound;
 * what is changed has to pay for it, so that a sensible sentence stays as it is.
 */
const LONGEST = 5;
const TRADE_COUNT = 4000;
/** For a character other than the one heard, and for one whose tone differs too; in natural logarithms. */
const CHANGE_COST = 2.2;
const TONE_COST = 3;
/** A character that is a word of its own only by accident; particles and the like are not. */
const LONELY_COST = 3.2;
const UNKNOWN_COST = 15;
const ALONE = new Set(
  '的了是在我你他她它们这那个有和就不也都很还要会能到给把被对从为与或但而再又太更最每让将比等吗呢吧啊呀哦着过得地上下里中大小多少一二三四五六七八九十百千万亿零两几半第年月日号时分秒点元块毛折件只瓶盒包袋支台部套双款种岁度天人家买卖送用喝吃穿看说想做来去起好新老高低长短快慢冷热轻重真只才刚马没别请',
);

type Lexicon = { counts: Map<string, number>; bySound: Map<string, string[]>; total: number };
type Step = { cost: number; from: number; text: string };

const lexicon = lazily(buildLexicon);

/** The text with misheard words put right; every character stays in its place. */
export function repairHomophones(text: string): string {
  return text.replaceAll(/\p{Script=Han}{2,}/gu, repairRun);
}

function repairRun(run: string): string {
  const { counts, bySound, total } = lexicon();
  const sounds = dictionaryPinyin(run);
  const best: Step[] = [{ cost: 0, from: 0, text: '' }];
  const offer = (to: number, step: Step) => {
    if (step.cost < (best[to]?.cost ?? Infinity)) best[to] = step;
  };
  for (let from = 0; from < run.length; from += 1) {
    const { cost } = best[from]!;
    const alone = run[from]!;
    const price = Math.min(UNKNOWN_COST, Math.log(total / (counts.get(alone) ?? 1)));
    offer(from + 1, { cost: cost + price + (ALONE.has(alone) ? 0 : LONELY_COST), from, text: alone });
    for (let length = 2; length <= Math.min(LONGEST, run.length - from); length += 1) {
      const heard = run.slice(from, from + length);
      const sound = sounds.slice(from, from + length);
      const written = counts.get(heard);
      if (written) offer(from + length, { cost: cost + Math.log(total / written), from, text: heard });
      for (const word of bySound.get(sound.map(({ base }) => base).join(' ')) ?? []) {
        const price = Math.log(total / counts.get(word)!) + changeCost(heard, sound, word);
        offer(from + length, { cost: cost + price, from, text: word });
      }
    }
  }
  let repaired = '';
  for (let to = run.length; to > 0; to = best[to]!.from) repaired = best[to]!.text + repaired;
  return repaired;
}

function changeCost(heard: string, sound: Syllable[], word: string): number {
  const meant = dictionaryPinyin(word);
  let cost = 0;
  for (let i = 0; i < word.length; i += 1) {
    if (heard[i] === word[i]) continue;
    const hasTone = sound[i]!.tone === meant[i]!.tone;
    // Two syllables without their tones sound like too many things.
    if (!hasTone && word.length < 3) return Infinity;
    cost += CHANGE_COST + (hasTone ? 0 : TONE_COST);
  }
  return cost;
}

function buildLexicon(): Lexicon {
  const { dict } = requireNow('@node-rs/jieba/dict.js') as typeof import('@node-rs/jieba/dict.js');
  const counts = new Map<string, number>();
  let total = 0;
  for (const line of Buffer.from(dict).toString('utf8').split('\n')) {
    const [word = '', count = '0'] = line.split(' ');
    total += Number(count);
    if (word.length <= LONGEST) counts.set(word, Number(count));
  }
  for (const word of TRADE_WORDS) counts.set(word, Math.max(TRADE_COUNT, counts.get(word) ?? 0));
  const bySound = new Map<string, string[]>();
  for (const word of TRADE_WORDS) {
    const sound = dictionaryPinyin(word)
      .map(({ base }) => base)
      .join(' ');
    bySound.set(sound, [...(bySound.get(sound) ?? []), word]);
  }
  return { counts, bySound, total };
}
