import { readEnglish } from '#text/english.ts';
import { readMandarin } from '#text/mandarin.ts';
import { normaliseForSpeech, type DictionaryEntry, type Piece } from '#text/normalise.ts';

/** A word of the written text with its sound; `from` and `to` are positions in the written text. */
export type PhonemeWord = { text: string; phonemes: string; from: number; to: number };

/** The sounds of a text in the alphabet of Kokoro, and which word each belongs to. Pauses are words without letters. */
export type Phonemes = { phonemes: string; words: PhonemeWord[] };

const PAUSES: Record<string, string> = {
  '，': ',',
  ',': ',',
  '、': ',',
  '。': '.',
  '.': '.',
  '．': '.',
  '！': '!',
  '!': '!',
  '？': '?',
  '?': '?',
  '；': ';',
  ';': ';',
  '：': ':',
  ':': ':',
  '…': '…',
  '—': '—',
  '–': '—',
  '～': ',',
  '~': ',',
  '·': ' ',
  '/': ',',
  '|': ',',
  '“': '“',
  '”': '”',
  '「': '“',
  '」': '”',
  '《': '“',
  '》': '”',
  '【': '“',
  '】': '”',
  '（': '(',
  '）': ')',
  '(': '(',
  ')': ')',
  '"': '"',
};

const RUN = /\p{Script=Han}+|[\p{Script=Latin}\p{M}'’]+|[^\p{Script=Han}\p{Script=Latin}\p{M}'’]/gu;

type Sound = { phonemes: string; start: number; end: number; isPause: boolean };

/** Sounds of a text; numbers, signs and units are written out first. */
export function toPhonemes(text: string, { dictionary = [] }: { dictionary?: DictionaryEntry[] } = {}): Phonemes {
  const { text: said, pieces } = normaliseForSpeech(text, dictionary);
  const given = givenPinyin(pieces);
  const isAmongChinese = /\p{Script=Han}/u.test(said);
  const sounds: Sound[] = [];
  for (const { 0: run, index } of said.matchAll(RUN)) {
    if (/^\p{Script=Han}/u.test(run)) sounds.push(...soundChinese(run, index, given));
    else if (/^[\p{Script=Latin}]/u.test(run)) sounds.push(soundLatin(run, index, isAmongChinese));
    else if (PAUSES[run] !== undefined) {
      sounds.push({ phonemes: PAUSES[run], start: index, end: index + run.length, isPause: true });
    }
  }
  const words = toWords(text, sounds, originsOf(pieces));
  return { phonemes: words.map((word) => word.phonemes).join(''), words };
}

function soundChinese(run: string, index: number, given: Map<number, string[]>): Sound[] {
  const inside = new Map([...given].map(([at, pinyin]) => [at - index, pinyin]));
  let start = index;
  return readMandarin(run, inside).map(({ text, phonemes }) => {
    const sound = { phonemes, start, end: start + text.length, isPause: false };
    start = sound.end;
    return sound;
  });
}

function soundLatin(run: string, index: number, isAmongChinese: boolean): Sound {
  const word = run.replaceAll(/^['’]+|['’]+$/g, '');
  return { phonemes: readEnglish(word, { isAmongChinese }), start: index, end: index + run.length, isPause: false };
}

/** Joins what stands for the same written characters (¥199 is said in four words), and puts spaces between words. */
function toWords(text: string, sounds: Sound[], origins: { from: number; to: number }[]): PhonemeWord[] {
  const words: (PhonemeWord & { isPause: boolean })[] = [];
  for (const { phonemes, start, end, isPause } of sounds) {
    const to = origins[end - 1]!.to;
    const from = skipSpaces(text, origins[start]!.from, to);
    const last = words.at(-1);
    const gap = last && !isPause && !last.isPause ? ' ' : '';
    if (last && from < last.to) {
      last.to = Math.max(last.to, to);
      last.text = text.slice(last.from, last.to);
      last.phonemes += gap + phonemes;
      last.isPause &&= isPause;
    } else {
      if (last) last.phonemes += gap;
      // A pause is followed by a space and has none in front.
      words.push({ text: text.slice(from, to), phonemes: isPause ? `${phonemes} ` : phonemes, from, to, isPause });
    }
  }
  return words.map(({ isPause: _isPause, ...word }) => word);
}

function skipSpaces(text: string, from: number, to: number): number {
  return from + /^\s*/.exec(text.slice(from, to))![0].length;
}

/** For each character that is said, the written characters it stands for. */
function originsOf(pieces: Piece[]): { from: number; to: number }[] {
  return pieces.flatMap(({ text, from, to }) => Array.from({ length: text.length }, () => ({ from, to })));
}

function givenPinyin(pieces: Piece[]): Map<number, string[]> {
  const given = new Map<number, string[]>();
  let at = 0;
  for (const { text, pinyin } of pieces) {
    if (pinyin) given.set(at, pinyin.trim().split(/[\s']+|(?<=\d)(?=[a-zü])/i));
    at += text.length;
  }
  return given;
}
