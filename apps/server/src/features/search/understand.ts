import { cutWords } from '@mixreel/ai';
import { hasSynonyms, synonymsOf } from './synonyms.ts';
import { contentWords, gramsOf, plainText } from './words.ts';

/** One way to say a word; all its lexemes must be there. `weight` is how well it stands for the word, 0 to 1. */
export type Spelling = { word: string; lexemes: string[]; weight: number };

/** Something that a sentence asks for, in every way that would say it. */
export type Term = { word: string; spellings: Spelling[] };

export type Understood = { text: string; words: string[]; synonyms: string[]; terms: Term[] };

const TERMS_MAX = 12;
const SYNONYMS_MAX = 24;
const COUNTED = /^([一二两三四五六七八九十几多]|\d+)(个|位|名)?$/;

/** What a sentence asks for: its telling words, and for each the other words that people and machines use for it. */
export function understand(sentence: string): Understood {
  const text = plainText(sentence);
  const words = joinCounts(text, contentWords(sentence)).slice(0, TERMS_MAX);
  const terms = words.map((word) => ({ word, spellings: spellingsOf(word) }));
  const synonyms = terms.flatMap(({ word, spellings }) =>
    spellings.filter((spelling) => spelling.word !== word).map((spelling) => spelling.word),
  );
  return { text, words, synonyms: [...new Set(synonyms)], terms };
}

/** 两个 and 人 are one thing, 双人; which the cutting of words keeps apart. */
function joinCounts(text: string, words: string[]): string[] {
  const counted = /([一两二三几多]|许多|很多|一群)(个|位|名)?(人|女生|男生|女孩|男孩|孩子)/.exec(text)?.[0];
  const count = counted
    ?.replace(/(位|名)/, '个')
    .replace(/(女生|男生|女孩|男孩|孩子)$/, '人')
    .replace('二个', '两个');
  const joined = count && hasSynonyms(count) ? [count] : [];
  const rest = words.filter((word) => !COUNTED.test(word) && !(joined.length > 0 && word === '人'));
  // A number by itself is what is looked for: 0001 is how cameras call their files.
  return [...new Set(joined.length + rest.length > 0 ? [...joined, ...rest] : words)];
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

/** 智能手机 is a 手机 too: the end of a compound tells what it is. */
function partsOf(word: string): { word: string; weight: number }[] {
  const chars = Array.from(word);
  if (chars.length < 3 || !/^\p{Script=Han}+$/u.test(word)) return [];
  const parts = [chars.slice(-2).join(''), chars.slice(0, 2).join('')].filter(hasSynonyms);
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
