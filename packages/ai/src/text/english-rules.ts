import type { Rule } from '#text/rules.ts';

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES: [number, string][] = [
  [1e9, 'billion'],
  [1e6, 'million'],
  [1e3, 'thousand'],
  [100, 'hundred'],
];
const N = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;
const CURRENCIES: Record<string, string> = { $: 'dollars', '€': 'euros', '£': 'pounds', '¥': 'yuan', '￥': 'yuan' };
const UNITS: Record<string, string> = {
  kg: 'kilograms',
  g: 'grams',
  ml: 'milliliters',
  cm: 'centimeters',
  km: 'kilometers',
};

/** How numbers are said in a sentence without a single Chinese character. */
export const ENGLISH_RULES: Rule[] = [
  {
    pattern: new RegExp(`([$€£¥￥])\\s?(${N})`, 'uy'),
    say: (sign, number) => `${sayEnglish(number!)} ${CURRENCIES[sign!]}`,
  },
  { pattern: new RegExp(`(${N})\\s?%`, 'uy'), say: (number) => `${sayEnglish(number!)} percent` },
  {
    pattern: new RegExp(`(${N})\\s?(kg|g|ml|cm|km)(?![A-Za-z])`, 'uy'),
    say: (number, unit) => `${sayEnglish(number!)} ${UNITS[unit!]}`,
  },
  { pattern: /(?<![\d.,])((?:19|20)\d{2})(?!\d|[.,]\d)/uy, say: (year) => sayYear(year!) },
  { pattern: new RegExp(`(${N})`, 'uy'), say: (number) => ` ${sayEnglish(number!)} ` },
  { pattern: /\s?&\s?/uy, say: () => ' and ' },
  { pattern: /@/uy, say: () => ' at ' },
];

function sayEnglish(written: string): string {
  const [whole = '', fraction] = written.replaceAll(',', '').split('.');
  const said = whole.length > 12 ? sayDigits(whole) : sayWhole(Number(whole));
  return fraction ? `${said} point ${sayDigits(fraction)}` : said;
}

function sayWhole(value: number): string {
  for (const [size, name] of SCALES) {
    if (value < size) continue;
    const rest = value % size;
    return `${sayWhole(Math.floor(value / size))} ${name}${rest === 0 ? '' : ` ${sayWhole(rest)}`}`;
  }
  if (value < 20) return SMALL[value]!;
  return TENS[Math.floor(value / 10)]! + (value % 10 === 0 ? '' : ` ${SMALL[value % 10]}`);
}

/** 2026 is twenty twenty six, 2005 two thousand five, 1900 nineteen hundred. */
function sayYear(year: string): string {
  const [first, second] = [Number(year.slice(0, 2)), Number(year.slice(2))];
  if (first === 20 && second < 10) return sayWhole(Number(year));
  return `${sayWhole(first)} ${second === 0 ? 'hundred' : second < 10 ? `oh ${SMALL[second]}` : sayWhole(second)}`;
}

function sayDigits(digits: string): string {
  return Array.from(digits, (digit) => SMALL[Number(digit)] ?? '').join(' ');
}
