/** Numbers as Chinese writes and says them. */
const DIGITS: Record<string, number> = {
  零: 0,
  〇: 0,
  一: 1,
  壹: 1,
  幺: 1,
  二: 2,
  贰: 2,
  两: 2,
  三: 3,
  叁: 3,
  四: 4,
  肆: 4,
  五: 5,
  伍: 5,
  六: 6,
  陆: 6,
  七: 7,
  柒: 7,
  八: 8,
  捌: 8,
  九: 9,
  玖: 9,
};
const STEPS: Record<string, number> = { 十: 10, 拾: 10, 百: 100, 佰: 100, 千: 1000, 仟: 1000 };
const GROUPS: Record<string, number> = { 万: 1e4, 亿: 1e8 };

const NUMERAL = '[零〇一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟]';
/** All that stand in a row: longer rows say nothing, and to look at each from each of its signs would take the square of its length. */
const NUMERALS = `(?<!${NUMERAL})${NUMERAL}{1,24}(?!${NUMERAL})`;
/** 39.9, 1,200, 1.2万, 三十九, 三点五, 二零二五. */
export const NUMBER = `(?:\\d{1,3}(?:,\\d{3}){1,5}(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)(?:[万亿千百](?!元店|分))?|${NUMERALS}(?:点[零〇一二三四五六七八九]{1,24})?`;

/** What a number says, or null where the characters are none: 万万, 十十. */
export function parseNumber(written: string): number | null {
  const text = written.replaceAll(/[,\s]/g, '');
  const figures = /^(\d+(?:\.\d+)?)([万亿千百]?)$/u.exec(text);
  if (figures) return tidy(Number(figures[1]) * (GROUPS[figures[2]!] ?? STEPS[figures[2]!] ?? 1));
  const [whole = '', part] = text.split('点');
  const value = parseWhole(whole);
  if (value === null) return null;
  if (part === undefined) return value;
  const digits = Array.from(part, (sign) => DIGITS[sign]);
  return digits.includes(undefined) || part === '' ? null : Number(`${value}.${digits.join('')}`);
}

function parseWhole(text: string): number | null {
  if (text === '') return null;
  const signs = Array.from(text);
  // Read out one by one: 二零二五.
  if (signs.length > 1 && signs.every((sign) => sign in DIGITS)) {
    return Number(signs.map((sign) => DIGITS[sign]).join(''));
  }
  let total = 0;
  let group = 0;
  let digit: number | null = null;
  let last = Infinity;
  let wasZero = false;
  for (const sign of signs) {
    if (sign in DIGITS) {
      if (digit !== null && digit !== 0) return null;
      digit = DIGITS[sign]!;
      wasZero = digit === 0;
    } else if (sign in STEPS) {
      const step = STEPS[sign]!;
      if (step >= last || (digit === null && step !== 10)) return null;
      // 二亿零十万: what stands before 十 is no digit of it.
      if (digit === 0 && step !== 10) return null;
      group += (digit || 1) * step;
      [digit, last] = [null, step];
    } else {
      const step = GROUPS[sign];
      if (step === undefined || group + (digit ?? 0) === 0) return null;
      // 一亿零一万 adds to what came before, 三万亿 multiplies it.
      const here = group + (digit ?? 0);
      total = step === 1e4 ? total + here * step : (total + here) * step;
      [group, digit, last] = [0, null, step];
    }
  }
  if (digit === null) return total + group;
  // 一千二 is 1200, 一千零二 is 1002.
  const isShort = !wasZero && last !== Infinity && last > 10 && digit > 0 && !signs.at(-2)?.match(/[零〇]/);
  return total + group + (isShort ? (digit * last) / 10 : digit);
}

/** The same number in words: 39.9 is 三十九点九. */
export function sayNumber(value: number): string {
  const [whole = '0', part] = String(tidy(value)).split('.');
  const said = sayWhole(Number(whole));
  return part ? `${said}点${Array.from(part, (sign) => NAMES[Number(sign)]).join('')}` : said;
}

const NAMES = Array.from('零一二三四五六七八九');

function sayWhole(value: number): string {
  if (value >= 1e8) return sayGroup(value, 1e8, '亿');
  if (value >= 1e4) return sayGroup(value, 1e4, '万');
  let said = '';
  let rest = value;
  for (const [step, name] of [
    [1000, '千'],
    [100, '百'],
    [10, '十'],
  ] as const) {
    const digit = Math.floor(rest / step);
    if (digit > 0) said += (step === 10 && digit === 1 && said === '' ? '' : NAMES[digit]!) + name;
    else if (said !== '' && rest > 0 && !said.endsWith('零')) said += '零';
    rest %= step;
  }
  if (rest > 0 || said === '') said += NAMES[rest]!;
  return said;
}

function sayGroup(value: number, step: number, name: string): string {
  const [high, rest] = [Math.floor(value / step), value % step];
  if (rest === 0) return `${sayWhole(high)}${name}`;
  return `${sayWhole(high)}${name}${rest < step / 10 ? '零' : ''}${sayWhole(rest).replace(/^十/u, '一十')}`;
}

/** Without what binary fractions add. */
export function tidy(value: number): number {
  return Number(value.toFixed(6));
}
