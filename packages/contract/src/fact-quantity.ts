import { NUMBER, parseNumber, tidy } from './fact-number.ts';
import { COUNTER, UNIT, unitOf } from './fact-unit.ts';

/** A number in a text with what it counts, in the one way that all ways of writing it come to. */
export type Quantity = {
  /** `元`, `%`, `折`, a measure, a date, or an offer like 买送. */
  unit: string;
  value: string;
  start: number;
  end: number;
  /** Just 一杯, 一下: said of anything, unless the sheet speaks of it. */
  isLoose: boolean;
};

type Reader = [
  pattern: string,
  read: (groups: (string | undefined)[]) => Omit<Quantity, 'start' | 'end' | 'isLoose'> | null,
];

const N = `(${NUMBER})`;
const TO = '\\s*(?:-|–|—|~|至|到)\\s*';
const num = (text: string | undefined): number | null => (text === undefined ? null : parseNumber(text));
const plain = (value: number) => String(tidy(value));
const made = (unit: string, value: number | null) => (value === null ? null : { unit, value: plain(value) });
const pair = (unit: string, a: number | null, b: number | null) =>
  a === null || b === null ? null : { unit, value: `${plain(a)}:${plain(b)}` };
const two = (value: number) => String(value).padStart(2, '0');

const FEASTS: Record<string, string> = {
  双十一: '11-11',
  双11: '11-11',
  双十二: '12-12',
  双12: '12-12',
  六一八: '06-18',
};

/** What is told in ten thousands without saying of what: how many were sold, seen or liked. */
const SOLD =
  '(?:销|卖|售出|播放|粉丝|关注|好评|点赞|用户|会员|订单|复购|回购|人次|浏览|下载|阅读|曝光|转发|收藏|突破|累计|超过?)';

/** From the most to the least particular: what one has read no other reads again. */
const READERS: Reader[] = [
  // Offers.
  [`buy\\s+${N}\\D{0,12}?\\s+get\\s+${N}`, ([a, b]) => pair('买送', num(a), num(b))],
  [`买\\s*${N}\\s*${COUNTER}?\\s*(?:送|赠|得)\\s*${N}`, ([a, b]) => pair('买送', num(a), num(b))],
  [`满\\s*${N}\\s*(?:元|块)?\\s*(?:立?减|减免|返|-)\\s*${N}\\s*(?:元|块)?`, ([a, b]) => pair('满减', num(a), num(b))],
  [
    `第\\s*${N}\\s*${COUNTER}\\s*(?:半价|(?:打?\\s*${N})\\s*折|只?要?\\s*${N}\\s*(?:元|块))`,
    ([a, off, yuan]) => (yuan ? pair('第件元', num(a), num(yuan)) : pair('第件折', num(a), off ? discount(off) : 5)),
  ],
  // Dates and times of day.
  [`(?:${N}\\s*年\\s*)?${N}\\s*月\\s*${N}\\s*[日号](?:${TO}(?:${N}\\s*月\\s*)?${N}\\s*[日号])?`, dateOf],
  [`(?<![\\d.])(\\d{4})[./-](\\d{1,2})[./-](\\d{1,2})(?![\\d.])`, ([y, m, d]) => dateOf([y, m, d])],
  [`(${Object.keys(FEASTS).join('|')})`, ([name]) => ({ unit: '日期', value: FEASTS[name!]! })],
  [
    `(早上|上午|中午|下午|晚上|晚|凌晨|今晚)?\\s*${N}\\s*(?:点钟|点整|点(半)|[:：](\\d{2})(?!\\d)|点\\s*(\\d{1,2})分)`,
    timeOf,
  ],
  [`(早上|上午|中午|下午|晚上|晚|凌晨|今晚)\\s*${N}\\s*点`, ([part, hour]) => timeOf([part, hour])],
  // Money.
  [`¥\\s*${N}(?:${TO}¥?\\s*${N})?`, ([a, b]) => ranged('元', num(a), num(b))],
  // Of another country, and never as much.
  [`(?:\\$|usd)\\s*${N}(?:${TO}\\$?\\s*${N})?`, ([a, b]) => ranged('美元', num(a), num(b))],
  [`${N}(?:${TO}${N})?\\s*(?:美元|美金|usd|dollars?)`, ([a, b]) => ranged('美元', num(a), num(b))],
  [`${N}\\s+([万亿])\\s*元`, ([a, size]) => made('元', num(`${a}${size}`))],
  // 268万: of what nobody says so is counted, it is money.
  [
    `(?<!${SOLD}[^，。！？；,!?;、\\n]{0,8})(?<![\\d.])(\\d+(?:\\.\\d+)?)\\s*([万亿])(?=$|[，。！？；,!?;、\\s”」)/]|起|[一每/]\\s*${COUNTER})`,
    ([a, size]) => made('元', num(`${a}${size}`)),
  ],
  [`${N}\\s*(?:元|块)\\s*${N}\\s*(?:毛|角)\\s*(?:${N}\\s*分?(?!钟))?`, ([a, b, c]) => coins(a, b, c)],
  [
    `${N}\\s*(?:元|块)\\s*([一二三四五六七八九\\d])(?!\\d|\\.|\\s*(?:${UNIT})(?!邮|装|退)|(?:${NUMBER})(?!\\s*${COUNTER}))`,
    ([a, b]) => coins(a, b),
  ],
  [
    `${N}(?:\\s*(?:元|块)?${TO}${N})?\\s*(?:元(?!素|气|旦|宵)|块钱|人民币|rmb|yuan)`,
    ([a, b]) => ranged('元', num(a), num(b)),
  ],
  [
    `${N}\\s*块(?=$|[，。！？；,!?;、\\s]|一|就|起|多|到|包|带|拿|都|的|能|两|买|搞|钱|以)`,
    ([a]) => made('元', num(a)),
  ],
  [`${N}\\s*(?:毛|角)(?:钱)?(?!度|落|色|巾|衣|绒|质)`, ([a]) => made('元', scaled(a, 0.1))],
  // Shares and discounts.
  [`百分之\\s*${N}(?:${TO}(?:百分之)?${N})?`, ([a, b]) => ranged('%', num(a), num(b))],
  [`${N}\\s*%?${TO}${N}\\s*%`, ([a, b]) => ranged('%', num(a), num(b))],
  [`${N}\\s*%`, ([a]) => made('%', num(a))],
  [
    `([一二三四五六七八九\\d])\\s*成\\s*([一二三四五六七八九])?(?!功|为|本|年|分|品|长|熟|员|交|都|立|就|语|人|绩|果|了|色|套|双)`,
    ([a, b]) => made('%', (num(a) ?? 0) * 10 + (num(b) ?? 0)),
  ],
  [`${N}\\s*折(?!叠|腾|射|线|扣|磨|断|返|旧|算|纸|页)`, ([a]) => made('折', discount(a))],
  ['半价|对折|五折', () => ({ unit: '折', value: '5' })],
  // Everything that is counted or measured.
  [`${N}\\s*(个)?半\\s*(${UNIT})`, ([a, , unit]) => measured(unit, (num(a) ?? 0) + 0.5)],
  [`${N}\\s*(年|天|个月|小时|斤|公里|倍|岁)半`, ([a, unit]) => measured(unit, (num(a) ?? 0) + 0.5)],
  [`半(个?)\\s*(小时|年|个?月|斤|公斤|升|天)`, ([, unit]) => measured(unit, 0.5)],
  [`${N}\\s*(?:(?:${UNIT})\\s*)?${TO}${N}\\s*(${UNIT})(?![a-z])`, ([a, b, unit]) => measured(unit, num(a), num(b))],
  [`${N}\\s+([万亿])\\s*(${UNIT})(?![a-z])`, ([a, size, unit]) => measured(unit, num(`${a}${size}`))],
  [`${N}\\s*[多-]?\\s*(${UNIT})(?![a-z])`, ([a, unit]) => measured(unit, num(a))],
  // Models and marks: SPF50, IPX7.
  [`(?<!\\p{Script=Latin})([a-z]{1,10}\\s?-?\\s?\\d[\\da-z]*\\+*|[a-z]{1,4}\\+{1,4})`, ([name]) => modelOf(name!)],
];
const LOOSE = new RegExp(`^[一1]\\s*个?(?:${UNIT})$`, 'iu');
const COMPILED = READERS.map(([pattern, read]) => ({ find: new RegExp(pattern, 'giu'), read }));

/** Every number with what it counts, in the order of the text. */
export function quantitiesIn(written: string): Quantity[] {
  const text = half(written);
  const found: Quantity[] = [];
  /** Characters that are read. */
  const isRead = new Uint8Array(text.length);
  for (const { find, read } of COMPILED) {
    // Going through all finds by itself begins with a copy of the pattern, which takes longer than looking.
    find.lastIndex = 0;
    for (let match = find.exec(text); match; match = find.exec(text)) {
      const start = match.index + match[0].length - match[0].trimStart().length;
      const end = match.index + match[0].trimEnd().length;
      if (isRead.subarray(start, end).includes(1) || isNoNumber(text, start, end)) continue;
      const said = read(match.slice(1));
      if (!said) continue;
      isRead.fill(1, start, end);
      found.push({ ...said, start, end, isLoose: isLoose(text.slice(start, end)) });
    }
  }
  return found.toSorted((a, b) => a.start - b.start);
}

/** More digits than a number of anything has, more letters than a name, more blanks than stand within what belongs together. */
const ENDLESS = /\d{17,}|\s{9,}|[\da-z]{41,}/giu;

/** Full width and other money signs as half ones; every character keeps its place. */
function half(text: string): string {
  return text
    .replaceAll(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll('￥', '¥')
    .replaceAll('　', ' ')
    .replaceAll(ENDLESS, (run) => '…'.repeat(run.length));
}

/** Counted in order, or a part of a saying. */
function isNoNumber(text: string, start: number, end: number): boolean {
  const [before, said, after] = [
    text.slice(Math.max(0, start - 2), start),
    text.slice(start, end),
    text.slice(end, end + 2),
  ];
  if (before.endsWith('第') && !said.startsWith('第')) return true;
  if (
    /^[一两三几千万十百]/u.test(said) &&
    /^(?:一(?:个|次|天|口|步|件|位|种|道|层|片|家|把|张|条|口)|两口|千万|十分|百般|万分|三两)/u.test(said + after)
  ) {
    return /^(?:一(?:口气|次次|天天|步步|个个|件件|家人|家子|道来|片片|层层|把抓)|两口子|千万|十分|百般|万分)/u.test(
      said + after,
    );
  }
  return /^(?:一家人|三天两头|四季|八方)/u.test(said + after);
}

function isLoose(said: string): boolean {
  return LOOSE.test(said);
}

function measured(name: string | undefined, a: number | null, b: number | null = null) {
  const unit = unitOf(name ?? '');
  return unit === null || a === null ? null : ranged(unit.of, a * unit.times, b === null ? null : b * unit.times);
}

function ranged(unit: string, a: number | null, b: number | null) {
  if (a === null) return null;
  return { unit, value: b === null || b === a ? plain(a) : `${plain(a)}~${plain(b)}` };
}

function scaled(text: string | undefined, times: number): number | null {
  const value = num(text);
  return value === null ? null : value * times;
}

function coins(yuan: string | undefined, jiao: string | undefined, fen?: string) {
  const [a, b] = [num(yuan), num(jiao)];
  if (a === null || b === null || b > 9) return null;
  return made('元', a + b / 10 + (num(fen) ?? 0) / 100);
}

/** Marks that people write small, too, and apart from their number. */
const MARKS = new Set('spf ipx ip pa pm wifi usb hdmi type'.split(' '));
/** Words before a number that name nothing: in 3 minutes, buy 2, only 5 left. */
const WORDS = new Set(
  'a an the in on at for to of by with from up over under about only just save buy get take use add try every each per all and or this these first last next top no step day week month year page part item pack set box least most than after before within until since now off en de por con para pour avec ab bis mit nur solo compra lleva achetez kauf'.split(
    ' ',
  ),
);

/** A word and a number apart are a model only where the word is written like a name. */
function modelOf(name: string) {
  const word = /^([a-z]+)\s/iu.exec(name)?.[1] ?? '';
  const small = word.toLowerCase();
  if (word !== '' && !MARKS.has(small) && (word === small || WORDS.has(small))) return null;
  return { unit: '型号', value: name.replaceAll(/[\s-]/g, '').toLowerCase() };
}

/** 95折 and 九五折 are 9.5. */
function discount(text: string | undefined): number | null {
  const value = num(text);
  if (value === null || value <= 0 || value >= 100) return null;
  return value >= 10 ? value / 10 : value;
}

function dateOf([year, month, day, toMonth, toDay]: (string | undefined)[]) {
  const [y, m, d] = [num(year), num(month), num(day)];
  if (m === null || d === null || m < 1 || m > 12 || d < 1 || d > 31) return null;
  const from = `${y === null ? '' : `${y}-`}${two(m)}-${two(d)}`;
  const until = num(toDay);
  return { unit: '日期', value: until === null ? from : `${from}~${two(num(toMonth) ?? m)}-${two(until)}` };
}

function timeOf([part, hour, isHalf, colon, minutes]: (string | undefined)[]) {
  const h = num(hour);
  if (h === null || h > 24) return null;
  const later = /下午|晚/u.test(part ?? '') && h < 12 ? 12 : 0;
  return { unit: '钟点', value: `${two(h + later)}:${isHalf ? '30' : two(Number(colon ?? minutes ?? 0))}` };
}
