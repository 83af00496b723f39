import { NUMBER, parseNumber, tidy } from './fact-number.ts';

/** A number in a text of any language, with every way a reader may take it: 1.200 is 1200 in Berlin and 1.2 in London. */
type Figure = { start: number; end: number; said: string; values: number[] };

const ZEROS = [0x0660, 0x06f0, 0x0966, 0x0e50, 0xff10];
const DIGITS = /\d+(?:[.,'’\u00a0\u202f](?=\d)\d+)*/gu;
const HAN = new RegExp(NUMBER, 'gu');
/** What may stand behind a number and multiply it. */
const TIMES: [RegExp, number][] = [
  [/^\s*(?:k\b|千|천|ribu|mil\b|тыс|thousand|tausend|mille\b|nghìn|ngàn|bin\b|พัน|हज़ार|ألف)/iu, 1e3],
  [/^\s*(?:万|萬|만)/u, 1e4],
  [/^\s*(?:m\b|million|millones|milhões|milioni|juta|triệu|млн|milyon)/iu, 1e6],
  [/^\s*(?:億|亿|억)/u, 1e8],
];

/** Every number written in figures, and in Chinese characters where the text has them. */
export function figuresIn(written: string): Figure[] {
  const text = plainDigits(written);
  const found = Array.from(text.matchAll(DIGITS), ({ 0: said, index }): Figure => {
    const end = index + said.length;
    const readings = readingsOf(said);
    const times = TIMES.find(([sign]) => sign.test(text.slice(end)))?.[1];
    const values = times ? [...readings, ...readings.map((value) => tidy(value * times))] : readings;
    return { start: index, end, said: written.slice(index, end), values };
  });
  const inHan = Array.from(text.matchAll(HAN)).flatMap(({ 0: said, index }): Figure[] => {
    const value = /\d/.test(said) ? null : parseNumber(said);
    return value === null ? [] : [{ start: index, end: index + said.length, said, values: [value] }];
  });
  return [...found, ...inHan].toSorted((a, b) => a.start - b.start);
}

/** Digits of other scripts as those of ours; every character keeps its place. */
function plainDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (sign) => {
    const code = sign.codePointAt(0)!;
    const zero = ZEROS.find((first) => code >= first && code < first + 10);
    return zero === undefined ? sign : String(code - zero);
  });
}

function readingsOf(said: string): number[] {
  const plain = said.replaceAll(/['’\u00a0\u202f]/g, '');
  const english = Number(plain.replaceAll(',', ''));
  const german = Number(plain.replaceAll('.', '').replace(',', '.'));
  return [...new Set([english, german].filter(Number.isFinite).map(tidy))];
}

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS: [string, number][] = [
  ['twenty', 20],
  ['thirty', 30],
  ['forty', 40],
  ['fifty', 50],
  ['sixty', 60],
  ['seventy', 70],
  ['eighty', 80],
  ['ninety', 90],
];
const SAID: Record<string, number> = {
  ...Object.fromEntries(SMALL.map((word, value) => [word, value])),
  ...Object.fromEntries(TENS),
  first: 1,
  once: 1,
  second: 2,
  twice: 2,
  double: 2,
  third: 3,
  triple: 3,
  half: 0.5,
  hundred: 100,
  thousand: 1000,
};

/** Numbers that an English text says in words; 'half price' is also 50 percent and 5 折. */
export function saidInEnglish(text: string): number[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.flatMap((word, n) => {
    const value = SAID[word];
    if (value === undefined) return [];
    if (word === 'half') return [0.5, 5, 50];
    const next = SAID[words[n + 1] ?? ''];
    return next !== undefined && value >= 20 && value < 100 && next < 10 ? [value, value + next] : [value];
  });
}
