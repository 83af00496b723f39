import { SENTENCE_MAX, type TabooCategory } from './taboo-rule.ts';

/**
 * A claim by what it means: parts that stand in one sentence, near each other, whatever words stand between them. It is
 * looked for in the plain text, where no word rule has found anything.
 */
export type Claim = {
  category: TabooCategory;
  find: RegExp;
  /** Each of them by itself, the last one first: most texts lack one, and are not looked at any further. */
  parts: RegExp[];
  /** What the clauses that make the claim may say instead. */
  to: string;
  note: string;
  /** What in its sentence makes it no claim. */
  unless: RegExp | null;
  /** Whether warnings and doubts make it none, as they do mostly: 别人家都是骗人的 is about others. */
  isSerious: boolean;
};

type Parts = {
  /** How many characters may stand between two parts. */
  within?: number;
  /** Whether the parts may come in either order. */
  any?: boolean;
  note?: string;
  unless?: string;
  isSerious?: boolean;
};

const ENDS = /[。!?;\n]/u;
/** Anything but the end of a sentence. */
const SOME = '[^。!?;\\n]';

export function claim(category: TabooCategory, parts: string[], to: string, given: Parts = {}): Claim {
  const { within = 8, any = false, note = '', unless, isSerious = true } = given;
  const orders = any ? [parts, parts.toReversed()] : [parts];
  const find = orders.map((order) => order.map((part) => `(?:${part})`).join(`${SOME}{0,${within}}?`)).join('|');
  return {
    category,
    find: new RegExp(find, 'gu'),
    parts: parts.map((part) => new RegExp(part, 'u')).toReversed(),
    to,
    note,
    unless: unless ? new RegExp(unless, 'u') : null,
    isSerious,
  };
}

const WARNED = new RegExp(
  [
    '不能(?:代替|替代|治|当)|请勿|勿信|[别不](?:要)?(?:轻|相)?信|谨防|警惕|当心|骗|忽悠|谣言|辟谣|误区|误导|不等于|不(?:作|做)?(?:保证|承诺)',
    '理性|谨慎|遵医嘱|就医|医院(?!同款|都|指定|专用|的)|看医生|咨询医生|医生(?:说|开|让|建议)|不(?:建议|推荐)|不是药|没有(?:哪|任何)?.{0,6}(?:功效|疗效)',
    '别指望|没有哪|不存在|夸张|违规|违法|有风险|风险(?:提示|自负|等级)|不代表',
  ].join('|'),
  'u',
);
const ASKED =
  /怎么(?!吃|喝|用|睡|穿|看)|如何|怎样|为什么|为啥|是不是|能不能|会不会|可不可以|有没有|谁说|什么是|[吗呢](?:\?|$)/u;
const WISHED = /祝|愿|希望|如果|要是|假如|等.{0,8}再|好了再/u;
const REPORTED = /有人说|[他她]说|网上说|所谓|据说|听说/u;

/** Said to say that it is not so, whatever the word: 网上说喝醋能降血压，这是谣言. */
const DOUBTED = /谣言|可不信|才不信|谁信|辟谣|别指望|没有哪[种个]|都是骗|这是误区|太夸张/u;

export function doubtedIn(text: string): (at: number) => boolean {
  // Most texts doubt nothing.
  if (!DOUBTED.test(text)) return () => false;
  return (at) => DOUBTED.test(text.slice(...around(text, at, at, ENDS)));
}

/** Where a sentence begins and ends around a place of the text. */
function around(text: string, from: number, to: number, ends: RegExp): [number, number] {
  const [first, last] = [Math.max(0, from - SENTENCE_MAX), Math.min(text.length, to + SENTENCE_MAX)];
  let [start, end] = [from, to];
  while (start > first && !ends.test(text.charAt(start - 1))) start -= 1;
  while (end < last && !ends.test(text.charAt(end))) end += 1;
  return [start, end];
}

export type ClaimHit = {
  claim: Claim;
  /** The claim itself, and the clauses that it fills. */
  from: number;
  to: number;
  clauses: [number, number];
};

/** The claims of a text; of those that overlap the first. */
export function claimsIn(text: string, claims: readonly Claim[]): ClaimHit[] {
  const hits = claims.flatMap((one) =>
    (one.parts.every((part) => part.test(text)) ? [...text.matchAll(one.find)] : []).flatMap(
      ({ index: from, 0: words }): ClaimHit[] => {
        const to = from + words.length;
        const [begin, end] = around(text, from, to, ENDS);
        if (isInnocent(one, text.slice(begin, end + (text.charAt(end) === '?' ? 1 : 0)))) return [];
        return [{ claim: one, from, to, clauses: around(text, from, to, /[。!?;\n,:、]/u) }];
      },
    ),
  );
  const chosen: ClaimHit[] = [];
  for (const hit of hits.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (hit.clauses[0] >= (chosen.at(-1)?.clauses[1] ?? 0)) chosen.push(hit);
  }
  return chosen;
}

function isInnocent({ unless, isSerious }: Claim, sentence: string): boolean {
  if (unless?.test(sentence)) return true;
  if (ASKED.test(sentence) || WISHED.test(sentence) || REPORTED.test(sentence)) return true;
  return isSerious && WARNED.test(sentence);
}
