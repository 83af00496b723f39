/** A line whose names, numbers and quotes are single signs that no rule touches, and the way back. */
export type Guarded = { text: string; kept: string[]; restore: (text: string) => string | null };

const FIRST_SIGN = 0xe000;
const NUMERAL = '零〇一二两三四五六七八九十百千万亿半几双';
const UNIT =
  '个件瓶杯盒包袋支条只双套份块元角分毛斤克升毫米厘寸尺岁天日周月年秒点时钟次遍步层张片颗粒滴口勺碗锅台部款种折倍人位家成';
/** Money, figures with their units, numerals with theirs and what is said of them: 第二件半价, 买一送一, 立减五十元. */
const NUMBERS = new RegExp(
  [
    `[¥￥$]?[0-9０-９][0-9０-９.,，:：]*(?<![，：,:.])(?:%|％|‰|折|[a-zA-Z]+|[${UNIT}]+)?(?:半价|起|以上|以内|左右)?`,
    `买[${NUMERAL}]+[${UNIT}]?(?:送|赠|减)[${NUMERAL}]+[${UNIT}]?`,
    `(?:立减|直降|满|减|打|第|近|超|约|每)?[${NUMERAL}]+(?:[${UNIT}]+)?(?:半价|价|折|起|以上|以内|左右|分之[${NUMERAL}]+)?`,
  ].join('|'),
  'gu',
);
const QUOTED = /[“「『《"][^”」』》"]*[”」』》"]/gu;
const LATIN = /[A-Za-z][A-Za-z0-9'’\-.+]*(?:\s+[A-Za-z][A-Za-z0-9'’\-.+]*)*/gu;

/** What must stay as it is: quotes, names (also a part of a name), foreign words, and every number with its unit. */
export function guard(line: string, names: string[]): Guarded {
  const kept: string[] = [];
  const keep = (found: string) => String.fromCharCode(FIRST_SIGN + kept.push(found) - 1);
  let text = line.replaceAll(QUOTED, keep);
  for (const part of namesIn(text, names)) text = text.replaceAll(part, keep);
  text = text.replaceAll(LATIN, keep).replaceAll(NUMBERS, keep);
  return {
    text,
    kept,
    restore(changed) {
      const signs = Array.from(changed).filter((sign) => isKept(sign));
      if (signs.length !== kept.length || new Set(signs).size !== kept.length) return null;
      return Array.from(changed, (sign) => (isKept(sign) ? kept[sign.charCodeAt(0) - FIRST_SIGN]! : sign)).join('');
    },
  };
}

/** What promises something: figures, prices, what is given on top. */
const PROMISE = /[0-9０-９%％¥￥$折元价送赠减倍]/u;

/** Whether another wording has every name, number and quote of a line, and promises nothing that the line does not. */
export function keepsFacts(said: string, line: string, names: string[]): boolean {
  const { kept } = guard(line, names);
  const isNew = (one: string) => PROMISE.test(one) && !kept.includes(one);
  return kept.every((one) => said.includes(one)) && !guard(said, names).kept.some(isNew);
}

export function isKept(sign: string): boolean {
  const code = sign.charCodeAt(0);
  return code >= FIRST_SIGN && code < 0xf8ff;
}

/** Parts of two characters or more that a line has in common with a name, the longest first. */
function namesIn(line: string, names: string[]): string[] {
  const found = new Set<string>();
  for (const name of names) {
    for (let from = 0; from < name.length; from += 1) {
      let to = from + 2;
      while (to <= name.length && line.includes(name.slice(from, to))) to += 1;
      if (to - 1 - from >= 2) found.add(name.slice(from, to - 1));
    }
  }
  return [...found].toSorted((a, b) => b.length - a.length);
}
