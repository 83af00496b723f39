import { type Quantity, quantitiesIn } from './fact-quantity.ts';
import type { GlossaryTerm } from './language.ts';
import { spokenSeconds, tooLongBy } from './spoken.ts';
import { figuresIn, saidInEnglish } from './translation-figures.ts';
import { termsIn } from './translation-terms.ts';
import type { Passage } from './translation.ts';

/** `missing`, `language`, `number`, `name` and `term` are wrong; `long` will not fit its seconds. */
export type TranslationProblem = {
  kind: 'missing' | 'language' | 'number' | 'name' | 'term' | 'long';
  message: string;
};
type TranslationRules = {
  language: string;
  language_name: string;
  names: readonly string[];
  glossary: readonly GlossaryTerm[];
  rate: number;
};

/** Chinese characters a second that a viewer reads with ease; other letters count half. */
const READ_A_SECOND = 9;
/** A shot that follows its line may grow by this share before anybody is told. */
const STRETCH = 0.25;

/** Everything that is wrong with the translation of a passage, in words. */
export function checkTranslation(
  { text: source, kind, seconds, follows }: Pick<Passage, 'text' | 'kind' | 'seconds' | 'follows'>,
  translated: string,
  { language, language_name, names, glossary, rate }: TranslationRules,
): TranslationProblem[] {
  const text = translated.trim();
  if (text === '') return [{ kind: 'missing', message: '还没有译文' }];
  const kept = [...names, ...termsIn(source, glossary, language).map((one) => one.translation)];
  const wrong = isWritten(text, language, kept) ? [] : [`看起来不是${language_name}，请检查`];
  const terms = termsIn(source, glossary, language).filter(({ translation }) => !has(text, translation));
  const known = new Set(glossary.filter((one) => one.language === language).map(({ term }) => term.toLowerCase()));
  const lost = names.filter((name) => has(source, name) && !has(text, name) && !known.has(name.toLowerCase()));
  const needed = kind === 'words' || seconds === null ? 0 : secondsOf(text, kind, rate);
  const over = needed - (seconds ?? 0);
  const isLong = follows ? over > STRETCH * (seconds ?? 0) : tooLongBy(needed, (seconds ?? 0) * 1000) > 0;
  return [
    ...wrong.map((message) => ({ kind: 'language' as const, message })),
    ...checkNumbers(source, text, language).map((message) => ({ kind: 'number' as const, message })),
    ...lost.map((name) => ({ kind: 'name' as const, message: `名称「${name}」没有了；有固定译法的请加到术语表` })),
    ...terms.map((one) => ({ kind: 'term' as const, message: `「${one.term}」应译作「${one.translation}」` })),
    ...(isLong ? [{ kind: 'long' as const, message: longWords(kind, over, seconds, follows) }] : []),
  ];
}

function longWords(kind: Passage['kind'], over: number, seconds: number | null, follows: boolean): string {
  const more = `${over.toFixed(1)} 秒`;
  if (follows) return `比原文多说 ${more}，镜头会跟着变长`;
  const room = Math.round((seconds ?? 0) * 10) / 10;
  return `${kind === 'line' ? '说不完' : '来不及看'}，约超出 ${more}（只有 ${room} 秒）`;
}

function secondsOf(text: string, kind: Passage['kind'], rate: number): number {
  if (kind === 'line') return spokenSeconds(text, rate);
  const wide = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return (wide + (letters - wide) / 2) / READ_A_SECOND;
}

function has(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

const SCRIPTS: Record<string, RegExp> = {
  zh: /\p{Script=Han}/gu,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu,
  ko: /\p{Script=Hangul}/gu,
  ru: /\p{Script=Cyrillic}/gu,
  ar: /\p{Script=Arabic}/gu,
  th: /\p{Script=Thai}/gu,
  hi: /\p{Script=Devanagari}/gu,
};
/** So many letters tell what a text is written in; a name or 'OK' does not. */
const TELLING = 6;

/** Whether a text may be what it should be by its letters; names that stay as they are say nothing. */
function isWritten(text: string, language: string, kept: readonly string[]): boolean {
  const rest = kept.reduce((left, name) => left.replaceAll(name, ' '), text);
  const count = (letters: RegExp) => rest.match(letters)?.length ?? 0;
  const all = count(/\p{L}/gu);
  const [base = ''] = language.split('-');
  const script = SCRIPTS[base === 'yue' ? 'zh' : base] ?? /\p{Script=Latin}/gu;
  if (base === 'ja' && all > 2 * TELLING && count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) === 0) return false;
  // One Chinese character says as much as several letters: four of them are a sentence.
  const han = script.test('中') ? 0 : count(/\p{Script=Han}/gu);
  script.lastIndex = 0;
  return han < 3 && (all < TELLING || count(script) >= 0.4 * all);
}

/** What stands for a number of the source, and what would do instead: each group needs one of its values. */
type Needed = { said: string; groups: number[][]; word: string | null };

/** Numbers that the translation lost or brought in, in words. */
function checkNumbers(source: string, text: string, language: string): string[] {
  const needed = quantitiesIn(source).flatMap((one) => (one.isLoose ? [] : [neededBy(source, one)]));
  const figures = figuresIn(text);
  const [base] = language.split('-');
  const isEnglish = base === 'en';
  const there = new Set([...figures.flatMap(({ values }) => values), ...(isEnglish ? saidInEnglish(text) : [])]);
  const months = monthsIn(text, language);
  const isThere = (values: number[]) =>
    values.some((value) => there.has(value) || months.has(value)) ||
    // Small numbers are said in words, which are known for English alone.
    (!isEnglish && values.some((value) => Number.isInteger(value) && value <= 12));
  const lost = needed.filter(({ groups, word }) =>
    word === null ? !groups.every(isThere) : !squeezed(text).includes(word),
  );
  const known = new Set([
    ...needed.flatMap(({ groups }) => groups.flat()),
    ...figuresIn(source).flatMap(({ values }) => values),
  ]);
  const words = needed.flatMap(({ word }) => word ?? []).join(' ');
  const added = figures.filter(
    ({ values, said }) => !values.some((value) => known.has(value)) && !words.includes(said.toLowerCase()),
  );
  return [
    ...lost.map(({ said }) => `原文的「${said}」在译文里没有或变了`),
    ...added.map(({ said }) => `译文里的「${said}」原文没有`),
    ...otherMoney(source, text),
  ];
}

function neededBy(source: string, { unit, value, start, end }: Quantity): Needed {
  const said = source.slice(start, end);
  if (unit === '型号') return { said, groups: [], word: squeezed(value) };
  const written = figuresIn(said).flatMap(({ values }) => values);
  const parts = value.split(/[:~]/u);
  if (unit === '日期') return { said, groups: datesOf(value), word: null };
  if (unit === '钟点') return { said, groups: [[Number(parts[0]), Number(parts[0]) - 12]], word: null };
  const offs = unit === '折' || unit === '第件折';
  const groups = parts.map(Number).map((number, n) => {
    if (offs && (unit === '折' || n === 1)) return [number, number * 10, 100 - number * 10, number / 10];
    return parts.length === 1 ? [number, ...written] : [number];
  });
  return { said, groups, word: null };
}

/** Month and day of each end; the year where it is said. */
function datesOf(value: string): number[][] {
  return value.split('~').flatMap((date) => date.split('-').map((part) => [Number(part)]));
}

/** The months that a text names, as numbers. */
function monthsIn(text: string, language: string): Set<number> {
  const written = text.toLowerCase();
  const months = Array.from({ length: 12 }, (_, n) => n + 1).filter((month) =>
    (['long', 'short'] as const).some((style) => {
      const name = new Date(Date.UTC(2024, month - 1, 15)).toLocaleDateString(language, { month: style });
      return name.length > 2 && written.includes(name.toLowerCase().replace(/\.$/u, ''));
    }),
  );
  return new Set(months);
}

function squeezed(text: string): string {
  return text.toLowerCase().replaceAll(/[\s-]/gu, '');
}

const FOREIGN = /[$€£₩₫฿₹]|\b(?:usd|eur|gbp|dollars?|euros?|pounds?)\b/iu;

/** Yuan that became dollars: the number stayed, the price did not. */
function otherMoney(source: string, text: string): string[] {
  const isYuan = quantitiesIn(source).some(({ unit }) => unit === '元');
  const found = isYuan && !FOREIGN.test(source) ? FOREIGN.exec(text) : null;
  return found ? [`原文是人民币，译文写成了「${found[0]}」`] : [];
}
