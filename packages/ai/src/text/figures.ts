/** A row of characters that is better written in figures. */
export type Figure = { from: number; to: number; text: string };

type Writing = { pattern: RegExp; write: (...groups: string[]) => string | undefined };

const DIGITS: Record<string, number> = {
  零: 0,
  〇: 0,
  一: 1,
  幺: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const PLACES: Record<string, number> = { 十: 10, 百: 100, 千: 1000, 万: 10_000, 亿: 100_000_000 };

const D = '[零〇一二三四五六七八九]';
const ONE = '[一二三四五六七八九]';
const N = '[零〇一二两三四五六七八九十百千万亿]+';
/** Units of trade and technology, behind which one writes 5克, while 三个月 and 一杯 stay words. */
const MEASURES =
  '元|块钱|公里|千米|厘米|毫米|公斤|千克|毫升|毫安|英寸|分贝|摄氏度|瓦|伏|帕|匹|升|克|斤|米|寸|码|度电|千卡|倍|流明|像素';

/** Words that begin like a number from ten up. */
const NO_NUMBER =
  /十万火急|十拿九稳|十有八九|十全十美|十字路口|十字|三十六计|十八般|十一(?=假期|长假|黄金周|国庆|出游)|一五一十|七十二变|八九不离十/uy;

/** The first that fits at a place decides. What none fits stays in words. */
const WRITINGS: Writing[] = [
  writing(
    '(?<=(?:电话|热线|拨打|致电|号码)[是为：:，,、]{0,2})([\\d零〇一幺二三四五六七八九]+(?:[-、，, ]*[\\d零〇一幺二三四五六七八九])+)',
    (said) => phoneOf(Array.from(said, (char) => DIGITS[char] ?? (/\d/.test(char) ? char : '')).join('')),
  ),
  writing(`百分之(${N})(?:点(${D}+))?`, (whole, rest) => joined(whole, rest, (number) => `${number}%`)),
  writing(`(${N})分之(${N})`, (below, above) => {
    const [bottom, top] = [valueOf(below), valueOf(above)];
    return bottom !== undefined && top !== undefined && top < bottom && bottom <= 100 ? `${top}/${bottom}` : undefined;
  }),
  writing(`([一二]${D}{3})(?=年)`, (year) => digitsOf(year)),
  writing(`(${N})月(${N})(?=[日号])`, (month, day) => {
    const [m, d] = [valueOf(month), valueOf(day)];
    return m && d && m <= 12 && d <= 31 ? `${m}月${d}` : undefined;
  }),
  writing(`(${ONE})(${ONE})?(?=折)`, (whole, tenth) => digitsOf(whole) + (tenth && `.${digitsOf(tenth)}`)),
  writing(`(?<=早上|上午|中午|下午|晚上|今晚|明晚|凌晨|[周天]晚)(${N})(?=点)`, (hour) => clockOf(hour)),
  writing(`(${N})点(${N}分?)(?!${D})`, (hour, minute) => {
    const [h, m] = [clockOf(hour), valueOf(minute.replace('分', ''))];
    // 三点五 is a number; 八点二十 and 八点零五分 are times.
    const isTime = /十|分/.test(minute) && h !== undefined && m !== undefined && m < 60;
    return isTime ? `${h}点${m}${minute.endsWith('分') ? '分' : ''}` : undefined;
  }),
  writing(`(${N})块(${ONE})(?![十百千万亿])`, (whole, tenth) => joined(whole, '', (n) => `${n}块${digitsOf(tenth)}`)),
  writing(`(${N})点(${D}+)(?![刻分十])`, (whole, rest) => joined(whole, rest, (number) => number)),
  // 七七八八 is no number.
  writing(`(?!(.)\\1(.)\\2)(${D}{3,})(?![十百千万亿])`, (_a, _b, digits) => digitsOf(digits)),
  writing(`(${ONE})(?=(?:${MEASURES}))`, (digit) => digitsOf(digit)),
  writing(`(${N})`, (said) => writeWhole(said)),
];

function writing(pattern: string, write: Writing['write']): Writing {
  return { pattern: new RegExp(pattern, 'uy'), write };
}

/**
 * Where a text that was heard has numbers in words which people write in figures: 三百减五十, 百分之五, 八五折. Small
 * counts (三个月, 一杯) and words that only look like numbers (十分, 千万, 一扫而光) are left alone.
 */
export function findFigures(text: string): Figure[] {
  const figures: Figure[] = [];
  for (let from = 0; from < text.length;) {
    NO_NUMBER.lastIndex = from;
    if (NO_NUMBER.test(text)) {
      from = NO_NUMBER.lastIndex;
      continue;
    }
    const figure = isInsideNumber(text, from) ? undefined : readFigure(text, from);
    if (figure) figures.push(figure);
    from = figure?.to ?? from + 1;
  }
  return figures;
}

/** The text with its numbers in figures. */
export function writeFigures(text: string): string {
  let written = '';
  let at = 0;
  for (const { from, to, text: figure } of findFigures(text)) {
    written += text.slice(at, from) + figure;
    at = to;
  }
  return written + text.slice(at);
}

function readFigure(text: string, from: number): Figure | undefined {
  for (const { pattern, write } of WRITINGS) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    const figure = match && write(...match.slice(1).map((group) => group ?? ''));
    if (figure !== null && figure !== undefined) return { from, to: pattern.lastIndex, text: figure };
  }
  return undefined;
}

/** 几十, 第二 and 双十一 are no numbers, and what was refused at its beginning is not taken up in its middle. */
function isInsideNumber(text: string, from: number): boolean {
  return from > 0 && /[零〇一二两三四五六七八九十百千万亿几数双第成]/u.test(text[from - 1]!);
}

/** A number to call, in the groups in which people write it, however it was heard. */
function phoneOf(digits: string): string | undefined {
  if (/^[48]00\d{7}$/.test(digits)) return `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`;
  if (/^1[3-9]\d{9}$/.test(digits)) return digits;
  if (/^0(?:10|2\d)\d{8}$/.test(digits)) return `${digits.slice(0, 3)}-${digits.slice(3)}`;
  if (/^0[3-9]\d{9,10}$/.test(digits)) return `${digits.slice(0, 4)}-${digits.slice(4)}`;
  return undefined;
}

function digitsOf(said: string): string {
  return Array.from(said, (char) => DIGITS[char] ?? '').join('');
}

function joined(whole: string, rest: string, write: (number: string) => string): string | undefined {
  const value = valueOf(whole);
  return value === undefined ? undefined : write(`${value}${rest && `.${digitsOf(rest)}`}`);
}

function clockOf(hour: string): string | undefined {
  const value = valueOf(hour);
  return value !== undefined && value <= 24 ? String(value) : undefined;
}

/** From ten up; 十 alone may be part of a word, and round 万 and 亿 keep their character. */
function writeWhole(said: string): string | undefined {
  const value = valueOf(said);
  if (value === undefined || value < 10 || said === '十' || /^[百千万亿]/.test(said)) return undefined;
  const round = /^(.+?)([万亿])$/.exec(said);
  if (!round) return String(value);
  const count = valueOf(round[1]!);
  return count === undefined ? undefined : `${count}${round[2]}`;
}

/** The value of 三百五十 or 一万二; undefined for what is no number, like 三五. */
function valueOf(said: string): number | undefined {
  let total = 0;
  let section = 0;
  let digit: number | undefined;
  let place = 0;
  for (const char of said) {
    const value = DIGITS[char];
    if (value !== undefined) {
      if (digit !== undefined && digit !== 0) return undefined;
      digit = value;
      continue;
    }
    place = PLACES[char]!;
    if (place >= 10_000) {
      total = (total + section + (digit ?? 0)) * place;
      section = 0;
    } else section += (digit ?? 1) * place;
    digit = undefined;
  }
  // 三百五 is 350 and 一万二 is 12000, but 三百零五 is 305.
  const isShort = digit !== undefined && place >= 100 && !/[零〇].$/.test(said);
  return total + section + (digit ?? 0) * (isShort ? place / 10 : 1);
}
