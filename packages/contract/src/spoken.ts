/** What the built-in voices were measured to take, in seconds. */
const BEGIN = 0.4;
const CHARACTER = 0.21;
const WORD = 0.38;
const DIGIT = 0.24;
const STOP = 0.18;
/** Of scripts that write no spaces between words. */
const LETTER = 0.08;

const CHARACTERS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const LETTERS = /(?!\p{N})[\p{Script=Thai}\p{Script=Devanagari}]/gu;

/** How long a text takes to say before anybody has said it; 0 where there is nothing to say. */
export function spokenSeconds(text: string, rate = 1): number {
  const characters = count(text, CHARACTERS);
  const letters = count(text, LETTERS);
  const words = count(text.replaceAll(CHARACTERS, ' ').replaceAll(LETTERS, ' '), /\p{L}[\p{L}\p{M}'’]*/gu);
  const digits = count(text, /\p{N}/gu);
  const stops = count(text, /[，。！？；：、,.!?;:…]/gu);
  if (characters + words + digits + letters === 0) return 0;
  const spoken = characters * CHARACTER + words * WORD + digits * DIGIT + letters * LETTER;
  return (BEGIN + spoken + stops * STOP) / rate;
}

/** Later than this behind the end of its shot, a word is cut off. */
const LATE = 0.1;

/** By how many seconds something spoken is too long for a shot; 0 where it fits. */
export function tooLongBy(seconds: number, duration_ms: number): number {
  const over = seconds - duration_ms / 1000;
  return over > LATE ? over : 0;
}

function count(text: string, signs: RegExp): number {
  return text.match(signs)?.length ?? 0;
}
