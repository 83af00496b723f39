import { attributeOf, childrenOf, findAll, type Node } from './office-file.ts';

/** Formats that a workbook need not write down, of those that make another thing of a number. */
const BUILT_IN: Record<number, string> = {
  ...Object.fromEntries([9, 10].map((id) => [id, '0%'])),
  ...Object.fromEntries(
    [14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'yyyy/m/d']),
  ),
  ...Object.fromEntries([18, 20, 32, 33].map((id) => [id, 'h:mm'])),
  ...Object.fromEntries([19, 21, 34, 35, 46].map((id) => [id, 'h:mm:ss'])),
  22: 'yyyy/m/d h:mm',
  45: 'mm:ss',
  47: 'mm:ss.0',
};
const DAY_MS = 86_400_000;
/** The day before the first one of Excel's calendar, which has a day too many in 1900. */
const BEGINNING = Date.UTC(1899, 11, 30);
/** As many digits as a sheet counts with; what comes behind is noise. */
const DIGITS = 15;

/** What a currency is written as, and how much is had for it: 元/盒. */
const MONEY = /^(?:[A-Z]{0,3}[¥￥$€£₩₽฿₫₹]|[A-Z]{3}|元|円)(?:[/／].{1,3})?$/u;

type Format = { code: string; before: string; behind: string };
const PLAIN: Format = { code: '', before: '', behind: '' };

/** How numbers are shown by the style of their cell: dates, times, percentages and money are numbers in a file. */
export function readFormats(styles: Node[]): (text: string, style: number) => string {
  const own = new Map(
    findAll(styles, 'numFmt').map((one) => [
      Number(attributeOf(one, 'numFmtId')),
      attributeOf(one, 'formatCode') ?? '',
    ]),
  );
  const formats = findAll(styles, 'cellXfs')
    .flatMap((list) => findAll(childrenOf(list), 'xf'))
    .map((one) => Number(attributeOf(one, 'numFmtId')))
    .map((id) => own.get(id) ?? BUILT_IN[id] ?? '')
    .map((code) => ({ code: plainCode(code), ...moneyOf(code) }));
  return (text, style) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value)) return text;
    return shown(value, formats[style] ?? PLAIN);
  };
}

/** The money that stands only in the format of a cell: 12.9 of a column in dollars is not 12.9 of anything else. */
function moneyOf(format: string): Pick<Format, 'before' | 'behind'> {
  const [first = ''] = format
    .replaceAll(/\[\$([^\]-]*)[^\]]*\]/g, '$1')
    .replaceAll(/\[[^\]]*\]|[_*]./g, '')
    .replaceAll(/["\\]/g, '')
    .split(';');
  const parts = /^(.*?)(?:general|[#0?][#0?.,]*)(.*)$/isu.exec(first);
  // Shown in thousands, it is another number than the one that is kept.
  const isScaled = /[#0?],+(?![#0?,])/u.test(first);
  const [before = '', behind = ''] = isScaled ? [] : (parts?.slice(1) ?? []).map((part) => part.trim());
  return { before: MONEY.test(before) ? before : '', behind: MONEY.test(behind) ? behind : '' };
}

/** Without colours, conditions, words and what is meant for negative numbers; a length in hours stays one. */
function plainCode(code: string): string {
  const [first = ''] = code
    .replaceAll(/\[(h+|m+|s+)\]/gi, '$1')
    .replaceAll(/"[^"]*"|\\.|_.|\[[^\]]*\]/g, '')
    .split(';');
  return first.toLowerCase();
}

function shown(value: number, { code, before, behind }: Format): string {
  const number = String(Number(value.toPrecision(DIGITS)));
  if (code.includes('%')) return `${Number((value * 100).toPrecision(DIGITS - 3))}%`;
  const isDate = /[yd年月日]/.test(code) && value >= 1;
  const isTime = /h|s|时|秒/.test(code) && value >= 0;
  if (!isDate && !isTime) return `${before}${number}${behind}`;
  const date = isDate ? new Date(BEGINNING + Math.floor(value) * DAY_MS).toISOString().slice(0, 10) : '';
  const time = isTime ? timeOf(isDate ? value % 1 : value, code) : '';
  return [date, time].filter(Boolean).join(' ');
}

/** As the cell shows it: somebody who typed 0:05 and meant seconds sees that, and not five minutes. */
function timeOf(days: number, code: string): string {
  const hasHours = /h|时/.test(code);
  const hasSeconds = /s|秒/.test(code);
  const seconds = Math.round(days * DAY_MS) / 1000;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  const rest = Number((seconds % 60).toFixed(3));
  const tail = hasSeconds ? [rest < 10 ? `0${rest}` : String(rest)] : [];
  return [...(hasHours ? [String(hours), two(minutes % 60)] : [two(minutes)]), ...tail].join(':');
}

function two(part: number): string {
  return String(part).padStart(2, '0');
}
