import type { Plain } from './taboo-plain.ts';
import { HIDDEN_WORDS, SOUNDS } from './taboo-sounds.ts';

const HAN = /^\p{Script=Han}$/u;
const FIGURES = Array.from('零一二三四五六七八九');
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** Characters that were taken apart. Where both halves are characters, no word goes on behind them. */
const HALVES = [
  ['[氵冫]咸', '减'],
  ['月巴(?![士黎西掌基])', '肥'],
  ['贝兼', '赚'],
  ['贝者', '赌'],
  ['[金钅]戋', '钱'],
  ['亻呆', '保'],
  ['亻言', '信'],
  ['亻介', '价'],
  ['氵台', '治'],
  ['疒了', '疗'],
  ['疒叟', '瘦'],
  ['疒丙', '病'],
  ['禾急', '稳'],
  ['弓虽', '强'],
  ['艹约', '药'],
  ['衤去', '祛'],
  ['纟色', '绝'],
  ['丁页', '顶'],
] as const;

/** Words of their own that are said for others, where what stands around them tells. */
const MEANT = [
  ['(?<=[加+](?:我|个|一下)?的?)(?:威信|徽信|薇信|卫星|绿泡泡)', '微信'],
  ['(?<=[加+](?:我|个|一下)?的?)(?:扣扣|球球|企鹅)', 'qq'],
  ['菠菜(?=平台|网站|注册|下注|代理)', '博彩'],
  ['定级(?=原料|食材|品质|工艺|配方|享受|团队)', '顶级'],
  ['抗摔老?(?=面霜|眼霜|霜|精华|面膜)', '抗衰老'],
  ['抗蟹', '抗癌'],
  ['躺钱', '躺赚'],
  ['加信(?=发|领|拉|聊|详)', '加微信'],
  ['(?<=不)反[单蛋]', '反弹'],
  ['(?<=[日月])[撰转](?=[一二两三四五六七八九十几\\d]+[百千万])', '赚'],
  ['(?<![a-z])zui(?=\\p{Script=Han})', '最'],
  ['(?<=最)d(?=价)', '低'],
  ['(?<=[月年日]入(?:过|上|超)?\\d{0,3})w', '万'],
  ['(?<=[月年日]入(?:过|上|超)?\\d{0,3})k', '千'],
  ['(?<=[治痊])[余玉](?=\\p{Script=Han})', '愈'],
] as const;
/** 世+界+级: one by one, signs that mean something between whole words hide. */
const BETWEEN = ['(?<=\\p{Script=Han})\\+(?=\\p{Script=Han}\\+)|(?<=\\+\\p{Script=Han})\\+(?=\\p{Script=Han})', ''];
const SAID_FOR = [BETWEEN, ...HALVES, ...MEANT].map(([find = '', to = '']) => ({ find: new RegExp(find, 'gu'), to }));

/** Most texts have none of them. */
const ANY_SAID_FOR = new RegExp(SAID_FOR.map(({ find }) => find.source).join('|'), 'u');

/** Words of their own that no dictionary of word ends knows. */
const OWN = new Set(['定级']);
const LETTERS_ONLY = '~';

/** Words by how their first character sounds. */
const BY_SOUND = Map.groupBy(
  HIDDEN_WORDS.map((entry): Hidden => {
    const word = Array.from(entry.replace(LETTERS_ONLY, ''));
    return { word, sounds: word.map((one) => SOUNDS.get(one) ?? ''), byLetters: entry.startsWith(LETTERS_ONLY) };
  }),
  ({ sounds }) => sounds[0] ?? '',
);

/** A text in which words that were spelt by their sound, in figures or in halves stand as what they are read as. */
export function undisguise(plain: Plain): Plain {
  let now = plain;
  for (const { find, to } of ANY_SAID_FOR.test(plain.text) ? SAID_FOR : []) {
    const spans = [...now.text.matchAll(find)].map((one) => spanOf(one, to));
    now = replaced(now, spans);
  }
  return replaced(now, wordsBySound(now.text));
}

type Span = { from: number; to: number; text: string };

function spanOf({ index, 0: found }: RegExpExecArray, text: string): Span {
  return { from: index, to: index + found.length, text };
}

/** A character, a syllable in letters, or a figure by itself. */
type Unit = { from: number; to: number; text: string; sound: string; isHan: boolean };

function unitsOf(text: string): Unit[] {
  return [...text.matchAll(/\p{Script=Han}|[a-z]+|\d+(?:\.\d+)?|./gsu)].flatMap(({ index, 0: one }): Unit[] => {
    const place = { from: index, to: index + one.length, text: one };
    if (/^\d$/.test(one)) {
      const figure = FIGURES[Number(one)]!;
      return [{ ...place, sound: SOUNDS.get(figure) ?? '', isHan: false }];
    }
    if (/^[a-z]/.test(one)) return syllablesOf(one, index);
    return [{ ...place, sound: SOUNDS.get(one) ?? '', isHan: HAN.test(one) }];
  });
}

/** Letters as syllables where they are nothing else: `zui`, `weixin`. */
function syllablesOf(letters: string, at: number): Unit[] {
  if (SOUNDS.has(letters) || letters.length > 14) return [syllable(letters, at)];
  for (let n = letters.length - 1; n > 1; n -= 1) {
    if (!SOUNDS.has(letters.slice(0, n))) continue;
    const rest = syllablesOf(letters.slice(n), at + n);
    if (rest.every(({ sound }) => sound !== '')) return [syllable(letters.slice(0, n), at), ...rest];
  }
  return [syllable(letters, at)];
}

function syllable(text: string, from: number): Unit {
  return { from, to: from + text.length, text, sound: SOUNDS.has(text) ? text : '', isHan: false };
}

function wordsBySound(text: string): Span[] {
  const units = unitsOf(text);
  const found: Span[] = [];
  let words: Map<number, [number, number]> | null = null;
  for (let n = 0; n < units.length; n += 1) {
    const fitting = (BY_SOUND.get(units[n]!.sound) ?? []).filter((one) => isLike(units, n, one));
    const best = fitting
      .toSorted((a, b) => b.word.length - a.word.length)
      .find(({ word }) => {
        words ??= wordsAround(text);
        return isNoOtherWord(units.slice(n, n + word.length), words);
      });
    if (!best) continue;
    const last = units[n + best.word.length - 1]!;
    found.push({ from: units[n]!.from, to: last.to, text: best.word.join('') });
    n += best.word.length - 1;
  }
  return found;
}

type Hidden = { word: string[]; sounds: string[]; byLetters: boolean };

/** Whether a word is spelt here by its sound, with enough of it left to be known. */
function isLike(units: readonly Unit[], at: number, { word, sounds, byLetters }: Hidden): boolean {
  if (at + word.length > units.length) return false;
  let same = 0;
  let letters = 0;
  for (let n = 0; n < word.length; n += 1) {
    const unit = units[at + n]!;
    const figure = FIGURES[Number(unit.text)];
    if (unit.text === word[n] || (figure !== undefined && figure === word[n])) same += 1;
    else if (unit.sound === '' || unit.sound !== sounds[n]) return false;
    else if (figure !== undefined) return false;
    else if (/^[a-z]/.test(unit.text)) letters += 1;
  }
  const isAsWritten = word.every((one, n) => units[at + n]!.text === one);
  if (isAsWritten) return false;
  if (byLetters && same + letters < word.length) return false;
  return same * 2 >= word.length || letters === word.length;
}

/** What belongs to a word of its own is no disguise: 地|一起, 有威信. */
function isNoOtherWord(units: readonly Unit[], words: ReadonlyMap<number, [number, number]>): boolean {
  const [from, to] = [units[0]!.from, units.at(-1)!.to];
  if (OWN.has(units.map(({ text }) => text).join(''))) return false;
  // Letters in the middle of Chinese are no word of their own: zui低|价.
  if (units.some(({ text }) => /^[a-z]/.test(text))) return true;
  return (
    units.every((unit) => {
      const [begin, end] = words.get(unit.from) ?? [unit.from, unit.to];
      return !unit.isHan || (begin >= from && end <= to);
    }) && !(units[0]!.isHan && isWord(from, to, words))
  );
}

function isWord(from: number, to: number, words: ReadonlyMap<number, [number, number]>): boolean {
  const [begin, end] = words.get(from) ?? [from, from];
  return begin === from && end === to;
}

/** For each place of a text the word that it lies in. */
function wordsAround(text: string): Map<number, [number, number]> {
  const words = new Map<number, [number, number]>();
  for (const { index, segment } of segmenter.segment(text)) {
    for (let n = 0; n < segment.length; n += 1) words.set(index + n, [index, index + segment.length]);
  }
  return words;
}

/** The text with these places as they are read; each stands where its disguise stood. */
function replaced(plain: Plain, spans: readonly Span[]): Plain {
  if (spans.length === 0) return plain;
  const made: Plain = { text: '', from: [], to: [] };
  let at = 0;
  const copy = (until: number) => {
    made.text += plain.text.slice(at, until);
    for (let n = at; n < until; n += 1) {
      made.from.push(plain.from[n]!);
      made.to.push(plain.to[n]!);
    }
    at = until;
  };
  for (const { from, to, text } of spans) {
    copy(from);
    for (let n = 0; n < text.length; n += 1) {
      // As many for as many stand each at its own place.
      const isEach = text.length === to - from;
      made.from.push(plain.from[isEach ? from + n : from]!);
      made.to.push(plain.to[isEach ? from + n : to - 1]!);
    }
    made.text += text;
    at = to;
  }
  copy(plain.text.length);
  return made;
}
