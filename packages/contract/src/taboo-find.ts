import { ABSOLUTE_RULES } from './taboo-absolute.ts';
import { claimsIn, doubtedIn } from './taboo-claim.ts';
import { BODY_CLAIMS } from './taboo-claims-body.ts';
import { MONEY_CLAIMS } from './taboo-claims-money.ts';
import { OFFER_CLAIMS } from './taboo-claims-offer.ts';
import { RANK_CLAIMS } from './taboo-claims-rank.ts';
import { REACH_CLAIMS } from './taboo-claims-reach.ts';
import { HEALTH_RULES } from './taboo-health.ts';
import { MONEY_RULES } from './taboo-money.ts';
import { MOST_RULES } from './taboo-most.ts';
import { type Plain, plainOf } from './taboo-plain.ts';
import { TABOO_CATEGORIES, type TabooCategory, type TabooRule } from './taboo-rule.ts';
import { TRADE_RULES } from './taboo-trade.ts';

/** A word of a text that the law or a platform forbids. */
export type TabooFound = {
  /** As it is read: without what it was dressed up as. Exceptions go by it. */
  word: string;
  category: TabooCategory;
  /** What is wrong with it and where that stands. */
  reason: string;
  /** What may be said instead, with what has to be proved then; empty to leave it out. */
  suggestion: string;
  /** Where it stands in the text, and what one click puts there. */
  start: number;
  end: number;
  to: string;
};

type Hit = { rule: TabooRule; found: RegExpExecArray; from: number; to: number };

const RULES: TabooRule[] = [...MOST_RULES, ...ABSOLUTE_RULES, ...HEALTH_RULES, ...MONEY_RULES, ...TRADE_RULES];

const CLAIMS = [...BODY_CLAIMS, ...RANK_CLAIMS, ...OFFER_CLAIMS, ...MONEY_CLAIMS, ...REACH_CLAIMS];

/** Said of something that is denied: 不能代替药物治疗, 不承诺保本, 请勿加微信. */
const DENIED = new RegExp(
  `(?:不(?!仅|但|光|只|止|错|断|管|论|过|妨|愧|同|得不|能不|会不|是我吹)|并非|绝非|而非|没有|从未|未(?!来|婚)|无法|请?勿|别|禁止|拒绝|谢绝|谨防|警惕|所谓|反对|杜绝)` +
    `(?:能|可以?|会|得|要|再|去|说|敢|是|算|用于|作为|当作|代替|替代|取代|具有|具备|涉及|承诺|保证|宣称|声称|做|搞|信|相信|什么|任何|` +
    `药物|药品|医生|医疗|疾病|预防|诊断|和|与|或|及|、|的|有|给你|让你|一味|追求|一定|必须|我们|存在)*$`,
  'u',
);
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** The forbidden words of a text, in the order in which they stand there. `allowed` are those of the space's exceptions. */
export function findTaboo(text: string, allowed: Iterable<string> = []): TabooFound[] {
  const plain = plainOf(text);
  const isAllowed = new Set(Array.from(allowed, tabooWord));
  const hits = apart(hitsOf(plain));
  // What is wrong by a word is said by the word; what is left, by what it means.
  const claims = claimsIn(plain.text, CLAIMS).filter(({ from, to }) => !hits.some((hit) => meets(hit, [from, to])));
  const words = hits
    .filter((hit) => !claims.some(({ clauses }) => meets(hit, clauses)))
    .map(({ rule, found, from, to }) => {
      // A mark that goes with the word is no part of it.
      const word = plain.text.slice(from, to).replace(/^[，,]/u, '');
      return { word, said: rule.to(found, plain.text), about: rule, place: [from, to] as [number, number] };
    });
  const meant = claims.map(({ claim, from, to, clauses }) => {
    const said = claim.to + thingOf(claim.category, plain.text.slice(to, clauses[1]));
    return { word: plain.text.slice(from, to), said, about: claim, place: clauses };
  });
  return [...words, ...meant]
    .filter(({ word }) => !isAllowed.has(word))
    .toSorted((a, b) => a.place[0] - b.place[0])
    .map(({ word, said, about: { category, note }, place: [from, to] }) => {
      const { label, basis } = TABOO_CATEGORIES[category];
      return {
        word,
        category,
        reason: `${label}（${basis}）`,
        suggestion: said + (note ? `（${note}）` : ''),
        start: plain.from[from]!,
        end: plain.to[to - 1]!,
        to: said,
      };
    });
}

function meets(hit: Hit, [from, to]: [number, number]): boolean {
  return hit.from < to && hit.to > from;
}

/** Of praise that was about a thing, the thing stays: 航天员都在吃的|压缩饼干. */
function thingOf(category: TabooCategory, rest: string): string {
  if (category !== 'proof' && category !== 'state' && category !== 'absolute') return '';
  return /^的\p{Script=Han}{1,10}$/u.test(rest) ? rest : '';
}

/** How an exception is kept: as the word is read. */
export function tabooWord(text: string): string {
  return plainOf(text).text.replaceAll('\n', '');
}

/** The text with something else in place of these forbidden words; all of them when none are named. */
export function rewriteTaboo(text: string, found: Pick<TabooFound, 'start' | 'end' | 'to'>[]): string {
  let made = text;
  for (const { start, end, to } of merged(text, found).toReversed()) {
    made = join(made.slice(0, start), to, made.slice(end));
  }
  return made.trim();
}

/** What stands in for several words that follow each other is said once. */
function merged(text: string, found: Pick<TabooFound, 'start' | 'end' | 'to'>[]) {
  const all: { start: number; end: number; to: string }[] = [];
  for (const { start, end, to } of found.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    const isSame = last && last.to === to && to !== '' && /^[，、,\s]*$/u.test(text.slice(last.end, start));
    if (isSame) last.end = end;
    else all.push({ start, end, to });
  }
  return all;
}

/** What is left out takes the mark behind it along, and a word is not said twice in a row. */
function join(before: string, to: string, after: string): string {
  if (to === '') {
    const isAlone = /(?:^|[，。！？；：、,!?;:\n])$/u.test(before);
    if (isAlone && /^(?:\s*$|[。！？!?\n])/u.test(after)) return before.replace(/[，、；：,;:]$/u, '') + after;
    return before + (isAlone ? after.replace(/^[，、；：,;:]/u, '') : after);
  }
  const said = to.endsWith('的') && /^\s*(?:的|[，。！？；,!?;]|$)/u.test(after) ? to.slice(0, -1) : to;
  const isTwice = /^[很更]/u.test(said) && /[很更挺太真]$/u.test(before);
  return before + (isTwice ? said.slice(1) : said) + after;
}

function hitsOf({ text }: Plain): Hit[] {
  const isTorn = tornIn(text);
  const isDoubted = doubtedIn(text);
  // Most rules find nothing, and looking for that makes nothing: going through all finds begins with a copy of the rule's pattern.
  return RULES.filter(({ find }) => text.search(find) >= 0).flatMap((rule) =>
    [...text.matchAll(rule.find)].flatMap((found) => {
      const from = found.index;
      const to = from + found[0].length + (rule.reach?.(found, text) ?? 0);
      const isFine = isInnocent(rule, found, text, to) || isDoubted(from) || (rule.isWord && isTorn(from));
      return isFine ? [] : { rule, found, from, to };
    }),
  );
}

function isInnocent(rule: TabooRule, found: RegExpExecArray, text: string, to: number): boolean {
  const before = text.slice(Math.max(0, found.index - 24), found.index);
  return (
    rule.before?.test(before) === true ||
    rule.after?.test(text.slice(to)) === true ||
    rule.isFine?.(found, text) === true ||
    DENIED.test(before) ||
    isInTitle(text, found.index)
  );
}

/** The name of a book or a film is a name. */
function isInTitle(text: string, at: number): boolean {
  const open = text.lastIndexOf('《', at);
  return open >= 0 && text.indexOf('》', open) > at;
}

/** The end of one word and the beginning of the next are none: 书包|过期, 医生|发来. Words are told apart once, and only where somebody asks. */
function tornIn(text: string): (at: number) => boolean {
  let begins: Set<number> | null = null;
  return (at) => {
    begins ??= new Set(Array.from(segmenter.segment(text), ({ index }) => index));
    return !begins.has(at);
  };
}

/** Of those that overlap, the one that begins first, and of these the longest. */
function apart(hits: Hit[]): Hit[] {
  const chosen: Hit[] = [];
  for (const hit of hits.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (hit.from >= (chosen.at(-1)?.to ?? 0)) chosen.push(hit);
  }
  return chosen;
}
