import { sayNumber } from './fact-number.ts';
import { type Quantity, quantitiesIn } from './fact-quantity.ts';
import { isCounter } from './fact-unit.ts';
import type { Fact, FactProblem } from './fact.ts';

/** What a sheet says once: a text that says another amount of it says it wrong, whatever stands around it. */
const STRONG = new Set([
  '元',
  '美元',
  '%',
  '折',
  '买送',
  '满减',
  '第件折',
  '第件元',
  '日期',
  'ml',
  'g',
  'w',
  'v',
  'mah',
  '月',
  '型号',
]);
const LABEL =
  /(原价|日常价|划线价|到手价?|券后价?|活动价|直播价|会员价|新人价|特价|立减|直降|优惠|省|运费|定金|尾款|满|赠|返)[^\d一-十百千¥]{0,2}$/u;

/** Everything in a text that breaks a locked fact, and every number that the sheet does not know. */
export function checkFacts(text: string, facts: Fact[]): FactProblem[] {
  const locked = facts.filter((one) => one.locked);
  const known = locked.filter(({ kind }) => kind !== 'name' && kind !== 'claim');
  const numbers = quantitiesIn(text).flatMap((said) => judge(text, said, known) ?? []);
  const others = locked.flatMap((one) =>
    one.kind === 'name' ? checkName(text, one) : one.kind === 'claim' ? checkClaim(text, one) : [],
  );
  return [...numbers, ...others].toSorted((a, b) => a.start - b.start);
}

/** The text with everything put right that one click can. */
export function fixFacts(text: string, facts: Fact[]): string {
  let now = text;
  // Each correction moves what stands behind it.
  for (let n = 0; n < 50; n += 1) {
    const next = checkFacts(now, facts).find(({ fixed }) => fixed !== null && fixed !== now)?.fixed;
    if (!next) break;
    now = next;
  }
  return now;
}

/** What a rewritten, translated or heard text lost of the numbers of another, and what it brought in, as written. */
export function compareFacts(before: string, after: string): { lost: string[]; added: string[] } {
  const [one, other] = [quantitiesIn(before), quantitiesIn(after)].map((all) => all.filter(({ isLoose }) => !isLoose));
  return { lost: onlyIn(before, one!, other!), added: onlyIn(after, other!, one!) };
}

function onlyIn(text: string, all: Quantity[], not: Quantity[]): string[] {
  return all.filter((one) => !isIn(not, one)).map(({ start, end }) => text.slice(start, end));
}

function isIn(all: Quantity[], { unit, value }: Quantity): boolean {
  return all.some((one) => one.unit === unit && one.value === value);
}

function judge(text: string, said: Quantity, known: Fact[]): FactProblem | null {
  const same = known.filter(({ unit, value }) => unit === said.unit && (unit !== '型号' || isModel(value, said.value)));
  const label = labelBefore(text, said.start);
  const labelled = label === '' ? [] : same.filter((one) => labelOf(one) === label);
  const wanted = labelled.length > 0 ? labelled : same;
  if (wanted.some(({ value }) => isSame(value, said.value))) return null;
  const near = wanted.filter((one) => isAbout(one, text, said));
  const isSure = labelled.length > 0 || (STRONG.has(said.unit) && same.length > 0 && !said.isLoose);
  const meant = nearest(near.length > 0 ? near : isSure ? wanted : [], said.value);
  const words = text.slice(said.start, said.end);
  const place = { start: said.start, end: said.end, said: words };
  if (meant) {
    const put = putLike(words, meant);
    const fixed = text.slice(0, said.start) + put + text.slice(said.end);
    const message = `写的是「${words}」，资料里是「${meant.text}」`;
    return { kind: 'changed', fact_id: meant.id, ...place, sheet: meant.text, message, fixed };
  }
  if (said.isLoose || said.unit === '钟点' || said.unit === '型号' || isFew(words, said.unit)) return null;
  return {
    kind: 'unfounded',
    fact_id: null,
    ...place,
    sheet: '',
    message: `「${words}」在资料里没有依据`,
    fixed: null,
  };
}

/** Two or three of something, in words, is a way of speaking. */
function isFew(words: string, unit: string): boolean {
  return isCounter(unit) && /^[两二三四五几半]\D?$/u.test(words);
}

function bare(value: string): string {
  return value.replace(/^\d{4}-(?=\d\d-)/, '');
}

/** A date without a year is that of the sheet; a range holds its own ends. */
function isSame(value: string, said: string): boolean {
  return (
    value === said || (value.length !== said.length && bare(value) === bare(said) && /^\d\d-\d\d/.test(bare(said)))
  );
}

function letters(name: string): string | undefined {
  return /^[a-z]+/.exec(name)?.[0];
}

function isModel(value: string, said: string): boolean {
  return letters(value) === letters(said);
}

function labelBefore(text: string, start: number): string {
  const label = LABEL.exec(text.slice(Math.max(0, start - 8), start))?.[1] ?? '';
  return label
    .replace(/^(?:日常价|划线价)$/u, '原价')
    .replace(/^(到手|券后)价?$/u, '$1')
    .replace('直降', '立减');
}

function labelOf({ text, source }: Fact): string {
  const sentence = source?.sentence ?? text;
  const at = sentence.indexOf(text);
  return labelBefore(sentence, at < 0 ? 0 : at);
}

const COMMON = /[的是了在有和就都也不人我你它这那一个为到每只要可能用]/u;

/** Whether what stands around a number is what stands around the fact in its sheet. */
function isAbout({ text, source }: Fact, written: string, { start, end }: Quantity): boolean {
  const sentence = source?.sentence ?? text;
  const at = sentence.indexOf(text);
  if (at < 0) return false;
  const ours = new Set(around(sentence, at, at + text.length));
  return around(written, start, end).filter((sign) => ours.has(sign)).length >= 2;
}

function around(whole: string, from: number, to: number): string[] {
  const near = whole.slice(Math.max(0, from - 6), from) + whole.slice(to, to + 5);
  return Array.from(near).filter((sign) => /\p{Script=Han}/u.test(sign) && !COMMON.test(sign));
}

function nearest(facts: Fact[], said: string): Fact | null {
  const far = ({ value }: Fact) => Math.abs(Math.log((parseFloat(value) || 1e-6) / (parseFloat(said) || 1e-6)));
  return facts.toSorted((a, b) => far(a) - far(b))[0] ?? null;
}

const SPOKEN: Record<string, string> = {
  ml: '毫升',
  l: '升',
  g: '克',
  kg: '公斤',
  mm: '毫米',
  cm: '厘米',
  m: '米',
  w: '瓦',
  v: '伏',
};

/** Asked for every number that says it wrong. */
const amounts = new WeakMap<Fact, string>();

/** The amount alone, as the sheet writes it. */
function amountIn(fact: Fact): string {
  const [whole] = amounts.has(fact) ? [] : quantitiesIn(fact.text);
  const amount = amounts.get(fact) ?? (whole ? fact.text.slice(whole.start, whole.end) : fact.text);
  amounts.set(fact, amount);
  return amount;
}

/** What the sheet says in the manner of what stood there: in figures, or as it is spoken. */
function putLike(words: string, fact: Fact): string {
  const { unit, value } = fact;
  const sheet = amountIn(fact);
  if (/\d|[０-９]/.test(words) || /[~:-]/.test(value) || !/^[\d.]+$/.test(value)) {
    return /^[¥￥]/.test(words) && unit === '元' && /^[\d.]+$/.test(value) ? `${words.charAt(0)}${value}` : sheet;
  }
  const amount = Number(value);
  if (unit === '元') return sayMoney(amount, /块/u.test(words));
  if (unit === '%') return `百分之${sayNumber(amount)}`;
  if (unit === '折') return `${sayNumber(amount).replace('点', '')}折`;
  const figures = /^\s*[\d.,]+\s*([a-z]+)?/iu.exec(sheet);
  if (!figures) return sheet;
  const name = figures[1] ? (SPOKEN[figures[1].toLowerCase()] ?? figures[1]) : '';
  return sayNumber(parseFloat(sheet.replaceAll(',', ''))) + name + sheet.slice(figures[0].length);
}

function digit(sign: string): string {
  return sign === '' ? '' : sayNumber(Number(sign));
}

/** 39.9 is 三十九块九 or 三十九元九角. */
export function sayMoney(amount: number, isCasual: boolean): string {
  const [yuan = '0', part = ''] = String(amount).split('.');
  const [jiao, fen] = [part.charAt(0), part.charAt(1)];
  const said = `${sayNumber(Number(yuan))}${isCasual ? '块' : '元'}`;
  if (jiao === '') return isCasual ? `${said}钱` : said;
  if (fen !== '') return `${said}${digit(jiao)}${isCasual ? '毛' : '角'}${digit(fen)}${isCasual ? '' : '分'}`;
  return `${said}${digit(jiao)}${isCasual ? '' : '角'}`;
}

/** A name with one character wrong. Shorter ones are like too many words. */
function checkName(text: string, { id, text: name }: Fact): FactProblem[] {
  if (Array.from(name).length < 4 || text.includes(name)) return [];
  for (let at = 0; at + name.length <= text.length; at += 1) {
    const said = text.slice(at, at + name.length);
    const wrong = Array.from(said).filter((sign, n) => sign.toLowerCase() !== name.charAt(n).toLowerCase());
    if (wrong.length !== 1 || /[，。！？\s]/u.test(wrong[0]!)) continue;
    const fixed = text.slice(0, at) + name + text.slice(at + name.length);
    const message = `写的是「${said}」，资料里是「${name}」`;
    return [{ kind: 'changed', fact_id: id, start: at, end: at + name.length, said, sheet: name, message, fixed }];
  }
  return [];
}

const NOT = /^(?:不|无|没有|零|0\s*|未|非)/u;

/** A claim that was turned round: 含糖 where the sheet says 不含糖. */
function checkClaim(text: string, { id, text: claim }: Fact): FactProblem[] {
  const core = claim.replace(NOT, '');
  const isDenied = core !== claim;
  if (core.length < 2) return [];
  for (let at = text.indexOf(core); at >= 0; at = text.indexOf(core, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const denial = /(?:不|无|没有?|零|0|未|非)$/u.exec(before)?.[0] ?? '';
    if ((denial !== '') === isDenied) continue;
    const [start, end] = [at - denial.length, at + core.length];
    const said = text.slice(start, end);
    const fixed = text.slice(0, start) + claim + text.slice(end);
    const message = `写的是「${said}」，资料里是「${claim}」`;
    return [{ kind: 'changed', fact_id: id, start, end, said, sheet: claim, message, fixed }];
  }
  return [];
}
