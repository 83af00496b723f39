import { ENGLISH_RULES } from '#text/english-rules.ts';
import { RULES, type Rule } from '#text/rules.ts';
import { toSimplified } from '#text/simplified.ts';

/** How a word is to be said, by a space's own dictionary: by pinyin (`chóng qìng`, `chong2 qing4`) or by other words. */
export type DictionaryEntry = { word: string; pinyin?: string; words?: string };

/** A piece of text as it is said, and which characters of the written text it stands for. */
export type Piece = { text: string; from: number; to: number; pinyin?: string };

/** What is said for a text; `pieces` joined give `text`. */
export type Normalised = { text: string; pieces: Piece[] };

const DROPPED =
  /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\p{Cf}\p{Co}\p{Cn}\u{FE00}-\u{FE0F}\u20E3]/u;
const FULL_WIDTH = /[０-９Ａ-Ｚａ-ｚ％＋－．／＝①-⑨]/g;

/**
 * Writes out numbers, dates, prices, units and signs as they are said in Mandarin, or in English where a text has no
 * Chinese character, and remembers where each came from.
 */
export function normaliseForSpeech(text: string, dictionary: DictionaryEntry[] = []): Normalised {
  const written = toSimplified(text.replaceAll(FULL_WIDTH, (char) => char.normalize('NFKC')));
  const entries = dictionary
    .filter(({ word, pinyin, words }) => word !== '' && (pinyin || words))
    .toSorted((a, b) => b.word.length - a.word.length);
  const isEnglish = /[A-Za-z]/.test(written) && !/\p{Script=Han}/u.test(written);
  const rules = isEnglish ? ENGLISH_RULES : RULES;
  const lower = written.toLowerCase();
  const pieces: Piece[] = [];
  let from = 0;
  while (from < written.length) {
    const piece = readEntry(entries, lower, from) ?? readRule(rules, written, from) ?? readChar(written, from);
    if (piece.text !== '') pieces.push(piece);
    from = piece.to;
  }
  return { text: pieces.map((piece) => piece.text).join(''), pieces };
}

function readEntry(entries: DictionaryEntry[], lower: string, from: number): Piece | undefined {
  const entry = entries.find(({ word }) => lower.startsWith(word.toLowerCase(), from));
  if (!entry) return undefined;
  const to = from + entry.word.length;
  if (entry.pinyin) return { text: entry.word, from, to, pinyin: entry.pinyin };
  return { text: entry.words!, from, to };
}

function readRule(rules: Rule[], written: string, from: number): Piece | undefined {
  for (const { pattern, say } of rules) {
    pattern.lastIndex = from;
    const match = pattern.exec(written);
    const said = match && say(...match.slice(1));
    if (said !== null && said !== undefined) return { text: said, from, to: pattern.lastIndex };
  }
  return undefined;
}

function readChar(written: string, from: number): Piece {
  const char = String.fromCodePoint(written.codePointAt(from)!);
  const to = from + char.length;
  // Digits and signs like # have emoji forms too; they are handled before this.
  if (DROPPED.test(char) && !/[\d#*©®™]/.test(char)) return { text: '', from, to };
  if (/[\p{Cc}©®™#*_`^|\\]/u.test(char)) return { text: /[\n\r\t]/.test(char) ? ' ' : '', from, to };
  return { text: char, from, to };
}
