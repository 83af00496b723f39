import { undisguise } from './taboo-disguise.ts';
import { READ_AS } from './taboo-variants.ts';

/** A text as it is read, whatever it is dressed up as, and where each of its characters stands in what was written. */
export type Plain = { text: string; from: number[]; to: number[] };

/** What stands between characters to hide a word. Marks that end a clause stay: words do not reach across them. */
const HIDING = /[\p{Z}\p{Cf}\p{Cc}\p{M}\p{Sk}\p{So}·•‧・*#^~_\-—–…./\\|<>"'“”‘’「」『』()[\]【】{}`=]/u;
const ENDS = /[\n\r\u2028\u2029]/;

/** Pictures that stand for a word, and numbers in a disc. */
const SYMBOLS: Record<string, string> = {
  '➕': '+',
  '✚': '+',
  '🈚': '无',
  '🈵': '满',
  '🈶': '有',
  '💰': '钱',
  '💵': '钱',
  '💴': '钱',
  '🤑': '钱',
  '💊': '药',
  '🥇': '第一',
  '🌍': '全球',
  '🌎': '全球',
  '🌏': '全球',
  '🏠': '家',
  '🏡': '家',
  '🐔': '鸡',
  '🐴': '马',
  '🛰': '卫星',
  '🦀': '蟹',
  '🚬': '烟',
  '🧧': '红包',
  '📱': '手机',
  '🐧': '企鹅',
  ...Object.fromEntries(
    Array.from({ length: 9 }, (_, n) =>
      [0x2776, 0x2780, 0x278a, 0x24f5].map((from) => [disc(from + n), `${n + 1}`]),
    ).flat(),
  ),
};

function disc(code: number): string {
  return String.fromCodePoint(code);
}

/** Two of these are the flag of a country, one is a letter: 🇻. */
const FLAG = /^[\u{1F1E6}-\u{1F1FF}]$/u;

export function plainOf(written: string): Plain {
  const plain: Plain = { text: '', from: [], to: [] };
  const add = (text: string, from: number, to: number) => {
    for (let n = 0; n < text.length; n += 1) {
      plain.from.push(from);
      plain.to.push(to);
    }
    plain.text += text;
  };
  let at = 0;
  let isInFlag = false;
  for (const sign of written) {
    const end = at + sign.length;
    const isFlag = FLAG.test(sign);
    const isPair: boolean = isFlag && (isInFlag || FLAG.test(String.fromCodePoint(written.codePointAt(end) ?? 0)));
    isInFlag = isPair && !isInFlag;
    const symbol = isFlag && !isPair ? letterOf(sign) : SYMBOLS[sign];
    const isPoint = sign === '.' && /\d/.test(written.charAt(at - 1)) && /\d/.test(written.charAt(end));
    if (symbol !== undefined) add(symbol, at, end);
    else if (ENDS.test(sign)) add('\n', at, end);
    else add(readAs(sign, isPoint), at, end);
    at = end;
  }
  return undisguise(plain);
}

/** What is read of one character: nothing of what hides, of circled numbers and letters the number and the letter. */
function readAs(sign: string, isPoint: boolean): string {
  if (isPoint) return '.';
  const shown = Array.from(sign.normalize('NFKC').toLowerCase());
  const kept = HIDING.test(sign)
    ? shown.filter((one) => /[\d\p{L}]/u.test(one))
    : shown.filter((one) => !HIDING.test(one));
  return kept.map((one) => READ_AS.get(one) ?? one).join('');
}

function letterOf(flag: string): string {
  return String.fromCharCode((flag.codePointAt(0) ?? 0) - 0x1f1e6 + 97);
}
