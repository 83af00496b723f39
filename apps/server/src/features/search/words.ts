import { createHash } from 'node:crypto';
import { cutWords, toSimplified } from '@mixreel/ai';
import { STOP_WORDS } from './stop-words.ts';

const HAN = /\p{Script=Han}/u;
const WORD = /[\p{L}\p{N}]/u;
/** A word longer than this is no word. */
const WORD_MAX = 40;

/** A text as words are compared in: simplified characters, small letters, one width. */
export function plainText(text: string): string {
  return toSimplified(text.normalize('NFKC')).toLowerCase();
}

/** The words that say something, in order: no particles, no signs, no single letters. */
export function contentWords(text: string): string[] {
  return cutWords(plainText(text))
    .map((word) => word.trim())
    .filter(isTelling);
}

function isTelling(word: string): boolean {
  if (!WORD.test(word) || word.length > WORD_MAX || STOP_WORDS.has(word)) return false;
  return HAN.test(word) || word.length > 1 || /\p{N}/u.test(word);
}

/**
 * Pairs of neighbouring characters of every run of Chinese characters, and its last character alone: a text holds another
 * when it has all its pairs, however both were cut into words.
 */
export function gramsOf(text: string): string[] {
  const grams: string[] = [];
  for (const [run] of plainText(text).matchAll(/\p{Script=Han}+/gu)) {
    const chars = Array.from(run);
    for (let n = 0; n < chars.length; n += 1) grams.push(`${chars[n]}${chars[n + 1] ?? ''}`);
  }
  return grams;
}

/** The lexeme of a pair of characters; words stand for themselves. */
export function gramLexeme(gram: string): string {
  return `~${gram}`;
}

export const spaceLexeme = (space_id: string) => `@${space_id}`;
export const projectLexeme = (project_id: string) => `/${project_id}`;
/** Of each shot, one in 16, 256 and 4096: by these a few hundred are taken evenly out of a million that match. */
export function sampleLexemes(shot_id: string): string[] {
  const digits = createHash('md5').update(shot_id).digest('hex');
  return [1, 2, 3].map((length) => `%${digits.slice(0, length)}`);
}
export const tagLexeme = (key: string) => `#${plainText(key)}`;
/** The same of one project: whoever looks in it alone reads nothing of all others. */
export const projectTagLexeme = (project_id: string, key: string) => `#${project_id}${tagLexeme(key)}`;
/** A tag that is not sure enough to be shown. */
export const guessLexeme = (key: string) => `?${plainText(key)}`;

/** A tsvector or a part of a tsquery, in which any text is only itself. */
export function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
