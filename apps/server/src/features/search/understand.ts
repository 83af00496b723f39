import { cutWords } from '@mixreel/ai';
import { kindOfWord } from './kinds.ts';
import { readParts } from './parts.ts';
import { hasSynonyms, synonymsOf } from './synonyms.ts';
import { contentWords, gramsOf, plainText } from './words.ts';

/** One way to say a word; all its lexemes must be there. `weight` is how well it stands for the word, 0 to 1. */
export type Spelling = { word: string; lexemes: string[]; weight: number };

/** `word` is what no model could have seen: it is found where it is written, said or named. */
export type PartKind = 'who' | 'clothes' | 'count' | 'action' | 'thing' | 'place' | 'framing' | 'negation' | 'word';

/** Something that a sentence asks for, in every way that would say it; or, refused, something that must not be there. */
export type Term = { word: string; kind: PartKind; spellings: Spelling[]; is_refused?: boolean };

export type Understood = { text: string; words: string[]; terms: Term[] };

const TERMS_MAX = 12;
const SYNONYMS_MAX = 24;

/**
 * What a sentence asks for: parts that belong together (a colour and what has it, a number and what is counted, a
 * doing, what must not be there), then its other telling words, each with those that people and machines use for it.
 */
export function understand(sentence: string): Understood {
  const text = plainText(sentence);
  const { terms: parts, rest } = readParts(text);
  const left = [...new Set(contentWords(rest))];
  const telling = left.filter((word) => !COUNT_WORD.test(word));
  // A number by itself is what is looked for: 0001 is how cameras call their files.
  const words = parts.length + telling.length > 0 ? telling : left;
  const plain = words.map((word): Term => ({ word, kind: kindOf(word), spellings: spellingsOf(word) }));
  const terms = [...parts, ...plain].slice(0, TERMS_MAX);
  return { text, words: terms.map(({ word }) => word), terms };
}

/** A number that counts nothing any more, and what people are called when only their number was asked for. */
const COUNT_WORD = /^([一二两三四五六七八九十几多]|\d+)(个|位|名|只|头|匹|辆|瓶|顶|条|台|张|把)?$/;

function kindOf(word: string): PartKind {
  const kind = kindOfWord(word);
  if (kind !== 'word') return kind;
  const part = partsOf(word).find((one) => one.weight >= 0.6 && kindOfWord(one.word) !== 'word');
  return part ? kindOfWord(part.word) : 'word';
}

function spellingsOf(word: string): Spelling[] {
  const spellings: Spelling[] = [{ word, lexemes: [word], weight: 1 }];
  const grams = gramsOf(word);
  // A part of a text, however that text was cut. The last character alone only says where a run ends.
  const pairs = grams.filter((gram) => Array.from(gram).length === 2);
  if (pairs.length > 0) spellings.push({ word, lexemes: pairs.map((pair) => `~${pair}`), weight: 0.9 });
  const others = [...synonymsOf(word), ...partsOf(word)].slice(0, SYNONYMS_MAX);
  for (const { word: other, weight } of others) {
    spellings.push({ word: other, lexemes: lexemesOf(other), weight });
  }
  return spellings;
}

function isKnown(word: string): boolean {
  return hasSynonyms(word) || kindOfWord(word) !== 'word';
}

/** 智能手机 is a 手机 too: the end of a compound tells what it is. */
function partsOf(word: string): { word: string; weight: number }[] {
  const chars = Array.from(word);
  if (chars.length < 3 || !/^\p{Script=Han}+$/u.test(word)) return [];
  const parts = [chars.slice(-2).join(''), chars.slice(0, 2).join('')].filter(isKnown);
  return parts.flatMap((part) => [
    { word: part, weight: 0.6 },
    ...synonymsOf(part).map((other) => ({ word: other.word, weight: other.weight * 0.6 })),
  ]);
}

/** A synonym that is several words to the cutter (说话的人) is all of them. */
function lexemesOf(word: string): string[] {
  const cut = cutWords(word).filter((part) => part.trim());
  return cut.length > 1 && cut.length <= 3 ? cut : [word];
}
