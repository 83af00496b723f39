import { lexicon, loneliness, LONGEST, TRADE_COUNT } from '#hearing/lexicon.ts';
import { lazily } from '#text/lazy.ts';
import { dictionaryPinyin } from '#text/mandarin.ts';
import { sayDigits } from '#text/numbers.ts';
import type { Syllable } from '#text/syllable.ts';
import { TRADE_WORDS } from '#text/trade-words.ts';

/** For a character other than the one heard, for one whose tone differs too, and for n instead of ng or z of zh. */
const CHANGE_COST = 2.2;
const TONE_COST = 3;
const NEAR_COST = 3;
const UNKNOWN_COST = 15;

type Step = { cost: number; from: number; text: string };
/** Words that may be meant, by their sound. */
type Targets = Map<string, string[]>;

const tradeTargets = lazily(() => targetsOf(TRADE_WORDS));

/** A single figure or letter belongs to the words around it: 7天5理由 is 7天无理由, C立 is 吸力. */
const RUN = /(?:\p{Script=Han}|(?<![\d.,:/×-])\d(?![\d.,:/×%-])|(?<![A-Za-z\d-])[BCDEGPT](?![A-Za-z\d-])){2,}/gu;
/** Characters that sound like the names of letters. */
const LETTER_SOUNDS: Record<string, string> = { B: '逼', C: '西', D: '滴', E: '衣', G: '鸡', P: '批', T: '踢' };

/**
 * The text with misheard words put right; every character stays in its place.
 *
 * Whisper hears syllables well and picks characters badly: 续航里成 for 续航里程. Where a row of characters is no
 * likely row of words, but sounds like a word of the trade, that word is meant. The most likely reading is found over
 * all ways to cut a sentence into words, as they are written or as they sound; what is changed has to pay for it, so
 * that a sensible sentence stays as it is. `known` are words that are likely here: names of products and the like.
 */
export function repairHomophones(text: string, known: string[] = []): string {
  const names = targetsOf(known.filter((word) => /^\p{Script=Han}{2,5}$/u.test(word)));
  return text.replaceAll(RUN, (run) => {
    const said = run.replaceAll(/[\dA-Z]/g, (sign) => LETTER_SOUNDS[sign] ?? sayDigits(sign));
    const repaired = repairRun(said, [tradeTargets(), names]);
    // By positions of the string, since a rare character takes two.
    return Array.from({ length: run.length }, (_, i) => (repaired[i] === said[i] ? run[i] : repaired[i])).join('');
  });
}

function repairRun(run: string, targets: Targets[]): string {
  const { counts, total } = lexicon();
  const countOf = (word: string) => counts.get(word) ?? TRADE_COUNT;
  const sounds = dictionaryPinyin(run);
  const best: Step[] = [{ cost: 0, from: 0, text: '' }];
  const offer = (to: number, step: Step) => {
    if (step.cost < (best[to]?.cost ?? Infinity)) best[to] = step;
  };
  for (let from = 0; from < run.length; from += 1) {
    const { cost } = best[from]!;
    const alone = run[from]!;
    const price = Math.min(UNKNOWN_COST, Math.log(total / (counts.get(alone) ?? 1)));
    offer(from + 1, { cost: cost + price + loneliness(alone), from, text: alone });
    for (let length = 2; length <= Math.min(LONGEST, run.length - from); length += 1) {
      const heard = run.slice(from, from + length);
      const sound = sounds.slice(from, from + length);
      const written = counts.get(heard);
      if (written) offer(from + length, { cost: cost + Math.log(total / written), from, text: heard });
      for (const word of targets.flatMap((words) => words.get(keyOf(sound)) ?? [])) {
        const price = Math.log(total / Math.max(TRADE_COUNT, countOf(word))) + changeCost(heard, sound, word);
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
    const hasBase = sound[i]!.base === meant[i]!.base;
    // Two syllables that are only nearly the same sound like too many things.
    if (!(hasTone && hasBase) && word.length < 3) return Infinity;
    cost += CHANGE_COST + (hasTone ? 0 : TONE_COST) + (hasBase ? 0 : NEAR_COST);
  }
  return cost;
}

/** Syllables that are easily taken for one another have one key: 评 and 频, 是 and 四. */
function keyOf(sound: Syllable[]): string {
  return sound.map(({ base }) => base.replace(/^([zcs])h/, '$1').replace(/(?<=[ie]n)g$/, '')).join(' ');
}

function targetsOf(words: string[]): Targets {
  const found: Targets = new Map();
  for (const word of words) {
    const key = keyOf(dictionaryPinyin(word));
    found.set(key, [...(found.get(key) ?? []), word]);
  }
  return found;
}
