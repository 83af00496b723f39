export type Price = { sign: string; amount: string; unit: string };

const SIGN = '(?:HK|US|NT)?\\$|[¥￥€£]';
const AMOUNT = '(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d{1,2})?';
const EACH = '[杯件瓶盒袋个包支斤份张台双套箱条位人克]';
const PRICE = new RegExp(
  [
    `(?:(?<per>[每一]${EACH})\\s*)?`,
    '(?:(?<label>现价|到手价?|券后价?|特价|活动价|首发价|秒杀价|优惠价|售价|价格|只要|仅需|仅|低至|\\bnow|\\bonly|\\bfrom)\\s*[:：]?\\s*)?',
    `(?<sign>${SIGN})?\\s*(?<![\\d.,])`,
    `(?<amount>\\d+块\\d(?!\\d)|${AMOUNT}(?:\\s*[-–~～至到]\\s*${AMOUNT})?)(?![\\d.,]*\\d)`,
    `(?:\\s*(?<unit>万?(?:元|块钱?)(?:起|(?:\\/|一|每)[一]?${EACH}|\\/[^\\s，。]{1,3})?|\\/[^\\s，。\\d]{1,3}|万(?=[\\s，,。；;!！]|$)|起(?=[\\s，,。；;!！]|$)))?`,
  ].join(''),
  'giu',
);
const OLD_PRICE = new RegExp(
  `(?<label>原价|日常价|划线价|门市价|吊牌价|专柜价|市场价|\\bwas\\b|\\bRRP\\b)\\s*[:：]?\\s*(?:${SIGN})?\\s*(?<amount>${AMOUNT})\\s*元?`,
  'iu',
);

/** Money that is no price of the thing. */
const NOT_BEFORE = /(?:补贴|薪|工资|返|送|充|抵|减|降|省|满|价值|押金|定金|奖金|红包|over|save)\s*$/i;
const NOT_BEHIND = /^\s*(?:无门槛)?(?:代金券|优惠券|红包|话费|补贴|押金|定金|现金券|券|以上|可用|off\b)/i;
const COUNTED =
  /^(?:[\p{L}%+]|\s*(?:分钟|小时|秒|天|步|件|个|份|次|年|月|元以上|minutes?|hours?|days?|steps?|seconds?)(?!\p{L}*价))/iu;
/** A number alone is anything: a size, a year, a count. Behind it, this makes a price of it. */
const CHEAP_BEHIND = /^\s*(?:包邮|秒杀|抢|任选)/;

type Found = { price: Price | null; rest: string };

/** The price that a text tells, and what else it says; one that is called a price goes before others. */
export function readPrice(text: string, isField = false): Found {
  const found = [...text.matchAll(PRICE)].flatMap((match) => {
    const { per = '', label = '', sign = '', amount = '', unit = '' } = match.groups ?? {};
    const behind = text.slice(match.index + match[0].length);
    const isMoney = sign !== '' || /[元块]/.test(unit + amount) || CHEAP_BEHIND.test(behind);
    // 仅需 10 分钟, 只要 3 步: something is counted.
    const isCalled = label !== '' && (unit !== '' || !COUNTED.test(behind));
    const isOther = Number(amount) === 0 || NOT_BEFORE.test(text.slice(0, match.index)) || NOT_BEHIND.test(behind);
    if (!isField && (isOther || !(isMoney || isCalled))) return [];
    return { label, price: priceOf(sign, amount, unit, per), match };
  });
  const best = found.find(({ label }) => label !== '') ?? found[0];
  if (!best) return { price: null, rest: text };
  const { index, 0: said } = best.match;
  return { price: best.price, rest: `${text.slice(0, index)}\n${text.slice(index + said.length)}` };
}

function priceOf(sign: string, amount: string, unit: string, per: string): Price {
  // 每斤只要 3.5.
  if (per !== '' && !unit.includes('/')) {
    return sign === '' ? { sign, amount, unit: `${unit || '元'}/${per[1]}` } : { sign, amount, unit: `/${per[1]}` };
  }
  const [, whole, tenth] = /^(\d+)块(\d)$/.exec(amount) ?? [];
  if (whole) return { sign: '', amount: `${whole}.${tenth}`, unit: '元' };
  const range = amount.replaceAll(/\s*[-–~～至到]\s*/g, '–');
  return { sign: sign.replace('￥', '¥') || (/[元块万]/.test(unit) ? '' : '¥'), amount: range, unit };
}

/** What it cost before, as it is called there. */
export function readOldPrice(text: string): { label: string; amount: string; rest: string } {
  const { label = '', amount = '' } = OLD_PRICE.exec(text)?.groups ?? {};
  return { label, amount, rest: text.replace(OLD_PRICE, '\n') };
}
