import { sayAmount, sayCount, sayDigits, sayNumber } from '#text/numbers.ts';
import { COUNTED, COUNTED_TOO, UNIT_PATTERN, UNITS } from '#text/units.ts';

/** How something written with signs is said. The first rule that matches at a position decides. */
export type Rule = { pattern: RegExp; say: (...groups: (string | undefined)[]) => string | undefined };

const N = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;
const TO = String.raw`\s?[-~～–—至]\s?`;
const BEFORE = String.raw`(?<![\d.A-Za-z])`;
const CURRENCIES: Record<string, string> = { '¥': '元', '￥': '元', $: '美元', '€': '欧元', '£': '英镑', HK$: '港元' };
const HAN_UNIT = `${COUNTED}|月|日|号|楼|级|代|期|折|度|寸|码|分|角|钱`;

/** `rule` reads a pattern with spaces for legibility, as sticky and Unicode. */
function rule(pattern: string, say: Rule['say']): Rule {
  return { pattern: new RegExp(pattern, 'uy'), say };
}

/** 2 before what it counts is 两; before what it numbers (月, 号, 楼, 折) it is 二. */
function sayBefore(number: string, next: string): string {
  return new RegExp(`^(?:${COUNTED}|${COUNTED_TOO})`).test(next) ? sayCount(number) : sayNumber(number);
}

const DATES: Rule[] = [
  rule(String.raw`${BEFORE}((?:19|20)\d{2})[-/.年](\d{1,2})[-/.月](\d{1,2})(?!\d)[日号]?`, (year, month, day) =>
    isDay(month, day) ? `${sayDigits(year!)}年${sayNumber(trim(month))}月${sayNumber(trim(day))}日` : undefined,
  ),
  rule(String.raw`${BEFORE}(\d{4}|\d{2})(?=年(?!前|后|内|来|间|以|的|质|保|老))`, (year) =>
    // 15年 is fifteen years far more often than 2015.
    year!.length === 4 && /^[12]/.test(year!) ? sayDigits(year!) : undefined,
  ),
  rule(
    String.raw`${BEFORE}((?:19|20)\d{2})(?=\s?(?:新款|款|春|夏|秋|冬|版|届|赛季|全新|爆款|最新|限量|年度))`,
    (year) => sayDigits(year!),
  ),
  rule(String.raw`${BEFORE}(\d{1,2})/(\d{1,2})(?![\d/])`, (a, b) => {
    const [left, right] = [Number(a), Number(b)];
    const isFraction = left < right && right <= 10 && a!.length === 1;
    if (isFraction) return `${sayNumber(b!)}分之${sayNumber(a!)}`;
    return isDay(a, b) ? `${sayNumber(trim(a))}月${sayNumber(trim(b))}日` : undefined;
  }),
  rule(String.raw`${BEFORE}(?:双\s?)?1([12])\.1\1(?![\d.])(?!\s?(?:${HAN_UNIT}|%|${UNIT_PATTERN}))`, (digit) =>
    digit === '1' ? '双十一' : '双十二',
  ),
  rule(String.raw`双\s?(11|12|十一|十二)(?!\d)`, (day) => `双${/1[12]/.test(day!) ? sayNumber(day!) : day}`),
  rule(String.raw`${BEFORE}6\.?18(?![\d.])(?!\s?(?:${HAN_UNIT}|%|${UNIT_PATTERN}))`, () => '六幺八'),
  rule(String.raw`${BEFORE}3\.?8(?=节|女|妇女|女神)`, () => '三八'),
  rule(String.raw`${BEFORE}(520|521|1314|996|007|315)(?![\d.,])(?!\s?(?:${HAN_UNIT}|%|${UNIT_PATTERN}))`, (code) =>
    sayDigits(code!, code === '315'),
  ),
];

const TIMES: Rule[] = [
  rule(String.raw`${BEFORE}([01]?\d|2[0-4])[:：]([0-5]\d)(?:[:：]([0-5]\d))?(?!\d)`, (hour, minute, second) => {
    const clock = `${sayCount(trim(hour))}点`;
    const minutes =
      minute === '00' ? (second ? '零分' : '') : `${minute!.startsWith('0') ? '零' : ''}${sayNumber(trim(minute))}分`;
    return clock + minutes + (second ? `${sayNumber(trim(second))}秒` : '');
  }),
  rule(String.raw`${BEFORE}(\d+(?:\.\d+)?)[:：](\d+(?:\.\d+)?)(?!\d)`, (a, b) => `${sayNumber(a!)}比${sayNumber(b!)}`),
];

const PHONES: Rule[] = [
  rule(String.raw`${BEFORE}(1[3-9]\d)[- ]?(\d{4})[- ]?(\d{4})(?!\d)`, (...parts) => sayPhone(parts)),
  rule(String.raw`${BEFORE}([48]00)[- ]?(\d{3,4})[- ]?(\d{3,4})(?!\d)`, (...parts) => sayPhone(parts)),
  rule(String.raw`${BEFORE}(0\d{2,3})-(\d{7,8})(?!\d)`, (...parts) => sayPhone(parts)),
  rule(String.raw`${BEFORE}(12315|12345|123\d\d|100\d\d|95\d{3})(?=$|[^\d.,元块件个%])`, (number) =>
    sayDigits(number!, true),
  ),
  rule(String.raw`(?<=(?:拨打|电话|热线|致电|尾号|验证码|房间|邮编|QQ|微信|微信号)[是为：: ]{0,2})(\d{3,})`, (number) =>
    sayDigits(number!, true),
  ),
];

const SHARES: Rule[] = [
  rule(String.raw`${BEFORE}(${N})[%％]?${TO}(${N})[%％]`, (a, b) => `百分之${sayNumber(a!)}到百分之${sayNumber(b!)}`),
  rule(String.raw`(${N})\s?[%％]`, (number) => `百分之${sayNumber(number!)}`),
  rule(String.raw`(${N})\s?‰`, (number) => `千分之${sayNumber(number!)}`),
  // 8.5折 and 85折 are both 八五折; 打10折 does not occur.
  rule(
    String.raw`${BEFORE}(\d(?:\.\d)?)${TO}(\d)(?:\.(\d))?(?=折)`,
    (a, b, c) => `${sayDigits(a!)}到${sayDigits(b! + (c ?? ''))}`,
  ),
  rule(String.raw`${BEFORE}(\d)\.?(\d)?(?=折)`, (a, b) => sayDigits(a! + (b ?? ''))),
];

const MONEY: Rule[] = [
  rule(
    String.raw`(HK\$|[¥￥$€£])\s?(${N})${TO}(?:\1\s?)?(${N})(万|亿|千|[wk](?![A-Za-z]))?元?`,
    (sign, a, b, scale) => `${sayAmount(a!)}到${sayAmount(b!)}${sayScale(scale)}${CURRENCIES[sign!]}`,
  ),
  rule(
    String.raw`(HK\$|[¥￥$€£])\s?(${N})(万|亿|千|[wk](?![A-Za-z]))?元?`,
    (sign, number, scale) => `${scale ? sayCount(number!) : sayMoney(number!)}${sayScale(scale)}${CURRENCIES[sign!]}`,
  ),
  rule(String.raw`${BEFORE}(${N})(?=\s?(?:元|块))`, (number) => sayMoney(number!)),
];

const AMOUNTS: Rule[] = [
  rule(String.raw`${BEFORE}-(${N})\s?(?:℃|°C)`, (number) => `零下${sayNumber(number!)}摄氏度`),
  // A size or a sum, of two or three numbers, with the unit behind the last one.
  rule(
    String.raw`${BEFORE}(${N})\s?[×xX*✕]\s?(${N})(?:\s?[×xX*✕]\s?(${N}))?(?:\s?(${UNIT_PATTERN})(?![A-Za-z]))?`,
    (a, b, c, unit) =>
      [a, b, c].flatMap((number) => (number ? [sayNumber(number)] : [])).join('乘') + (unit ? UNITS[unit]! : ''),
  ),
  rule(
    String.raw`${BEFORE}(${N})${TO}(${N})(\s?(?:${UNIT_PATTERN})(?![A-Za-z])|(?=\s?(?:${HAN_UNIT}|多|余)))`,
    (a, b, unit) => {
      const said = unit ? UNITS[unit.trim()]! : '';
      return `${unit ? sayNumber(a!) : sayCount(a!)}到${sayNumber(b!)}${said}`;
    },
  ),
  rule(String.raw`${BEFORE}(${N})(\s?)(${UNIT_PATTERN})(?![A-Za-z\d])`, (number, space, unit) =>
    // 'A 4 s' would be an odd four seconds; single letters must touch their number.
    space && /^[a-z]$/.test(unit!) && unit !== 'g' && unit !== 'm'
      ? undefined
      : `${sayBefore(number!, UNITS[unit!]!)}${UNITS[unit!]}`,
  ),
];

const NAMES: Rule[] = [
  rule(String.raw`(?:No|NO|no)\.\s?(\d+)`, (number) => `第${sayNumber(number!)}`),
  rule(String.raw`第\s?(\d+)`, (number) => `第${sayNumber(number!)}`),
  rule(String.raw`${BEFORE}(\d{3})(?=\s?(?:L\s?)?(?:医用|食品级)?不锈钢|钢材质|精钢)`, (number) => sayDigits(number!)),
  rule(String.raw`${BEFORE}(\d{3,4})(?=[pPiI](?![A-Za-z]))`, (number) => sayDigits(number!)),
  // A number inside a name: iPhone 15 and SPF50 are counted, RTX 4090 and B612 are read digit by digit.
  rule(String.raw`(?<=[A-Za-z])[- ]?(\d+(?:\.\d+)?)(\+)?(?!\s?(?:${HAN_UNIT}|%)|[.,:]?\d)`, (number, plus) => {
    const isCode = /^\d{3,}$/.test(number!) && !/^\d0{2,}$/.test(number!);
    return (isCode ? sayDigits(number!) : sayNumber(number!)) + (plus ? '加' : '');
  }),
];

const REST: Rule[] = [
  rule(String.raw`(${N})\s?\+\s?(?=\d)`, (number) => `${sayNumber(number!)}加`),
  rule(String.raw`${BEFORE}(0\d+)(?![.\d])`, (number) => sayDigits(number!)),
  rule(String.raw`${BEFORE}(\d{9,})(?!\d)`, (number) => sayDigits(number!)),
  rule(String.raw`(?<![\d.A-Za-z\p{Script=Han}])[-−](${N})`, (number) => `负${sayNumber(number!)}`),
  rule(String.raw`(${N})\+`, (number) => `${sayNumber(number!)}加`),
  rule(String.raw`(${N})(?=(\s?[\p{Script=Han}]{0,3}))`, (number, next) => sayBefore(number!, next!.trim())),
  rule(String.raw`(?<=[\d日号月点分年时])\s?[-~～–—]\s?(?=\d)`, () => '到'),
  rule(String.raw`(?<=[A-Za-z])\.(?=[A-Za-z]{2})`, () => '点'),
  rule(String.raw`(?<=[\p{Script=Han}])/(?=(?:${HAN_UNIT}|斤|人)(?!\p{Script=Han}))`, () => '每'),
  rule(String.raw`(?<=[\p{Script=Han}])\s?&\s?(?=[\p{Script=Han}])`, () => '和'),
  rule(String.raw`\s?&\s?`, () => ' and '),
  rule(String.raw`=`, () => '等于'),
  rule(String.raw`\+`, () => '加'),
  rule(String.raw`×`, () => '乘'),
  rule(String.raw`÷`, () => '除以'),
  rule(String.raw`≥`, () => '大于等于'),
  rule(String.raw`≤`, () => '小于等于'),
  rule(String.raw`℃`, () => '摄氏度'),
  rule(String.raw`%`, () => '百分号'),
  rule(String.raw`@`, () => ' at '),
];

/** All rules in the order in which they are tried. */
export const RULES: Rule[] = [...PHONES, ...DATES, ...TIMES, ...SHARES, ...MONEY, ...NAMES, ...AMOUNTS, ...REST];

function isDay(month: string | undefined, day: string | undefined): boolean {
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
}

function trim(number: string | undefined): string {
  return String(Number(number));
}

/** Groups are kept apart by a short pause, as people do. */
function sayPhone(parts: (string | undefined)[]): string {
  return parts.flatMap((part) => (part ? [sayDigits(part, true)] : [])).join('、');
}

function sayMoney(number: string): string {
  return number === '2' ? '两' : sayAmount(number);
}

function sayScale(scale: string | undefined): string {
  if (scale === 'w') return '万';
  return scale === 'k' ? '千' : (scale ?? '');
}
