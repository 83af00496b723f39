import type { StoryBrief } from '@mixreel/contract';
import { related } from './related.ts';
import { type Deal, wayOf } from './ways.ts';

/** What stands for each sign in a line; those that the brief has no fact for are empty. */
export type Words = Record<string, string[]>;
/** Signs of which each thing is said once, one after another. */
const LISTED = new Set(['point', 'pain', 'proof', 'usage']);

/** What the product itself is in a picture: nobody holds an insurance in their hands. */
const THINGS: Record<Deal, (name: string) => string> = {
  buy: (name) => name,
  visit: (name) => `${name}的门头`,
  book: (name) => `${name}的资料`,
  try: (name) => `${name}的界面`,
};

/**
 * `turn`: points and ways of use begin elsewhere, so that versions do not lead with the same one; `lead`: the point that all
 * of it is about, first in any case.
 */
export function wordsOf(brief: StoryBrief, turn = 0, lead = ''): Words {
  const { name, category, audience, price, promotion } = brief;
  const way = wayOf(brief);
  const pains = turned(brief.pains, turn);
  const points = related(pains[0] ?? '', turned(brief.points, turn)).points;
  const all: Words = {
    name: [name],
    cat: [category],
    who: [audience],
    call: [callOf(audience)],
    price: [priceOf(price, way.measure)],
    promo: [promotion],
    point: lead === '' ? points : [lead, ...points.filter((point) => point !== lead)],
    pain: pains,
    proof: brief.proofs,
    one: way.measure ? [`一${way.measure}`] : [],
    use: [way.use],
    scene: [way.scene],
    thing: name ? [way.thing ? `${name}${way.thing}` : THINGS[way.deal](name)] : [],
    usage: turned(way.usage, turn),
  };
  return Object.fromEntries(
    Object.entries(all).map(([sign, words]) => [
      sign,
      words.map((word) => (sign === 'usage' ? word : clause(word))).filter((word) => word !== ''),
    ]),
  );
}

function turned(all: string[], by: number): string[] {
  if (all.length === 0) return all;
  return [...all.slice(by % all.length), ...all.slice(0, by % all.length)];
}

/** Who is spoken to: not the child or the cat itself. */
function callOf(audience: string): string {
  const isKept = /宝宝|孩子|儿童|小朋友|婴|老人|猫|狗/u.test(audience) && !/家长|妈|爸|人$|的你/u.test(audience);
  return isKept ? `家里有${audience}的` : audience;
}

/** More of a fact than this is not said in one breath. */
const BREATH = 28;

/** A fact as a part of a sentence: without the mark at its end, and not more of it than is said in one breath. */
function clause(text: string): string {
  const said = text
    .trim()
    .replace(/^(?:[-•·*●]+|\d{1,2}[、.)）](?!\d))\s*/u, '')
    .replace(/[，。！？；、,.!?;\s]+$/u, '')
    .replaceAll(/[；;。]/gu, '，');
  if (Array.from(said).length <= BREATH) return said;
  const parts = said.split(/[，,]/u).map((part) => part.trim());
  let kept = parts[0]!;
  for (const part of parts.slice(1)) {
    if (Array.from(kept).length + Array.from(part).length > BREATH) break;
    kept = `${kept}，${part}`;
  }
  return kept;
}

/** 39.9 元/瓶 is said 39.9 元一瓶. */
function priceOf(price: string, measure: string): string {
  const said = price.trim();
  if (said === '') return '';
  const each = /^(.*?)\s*[/／]\s*(\p{Script=Han}{1,2})$/u.exec(said);
  if (each) return `${each[1]}一${each[2]}`;
  const isBare = /^[¥￥]?\s*[\d.,]+\s*(?:元|块)?$/u.test(said);
  const money = isBare ? `${said.replaceAll(/[¥￥元块\s]/gu, '')} 元` : said;
  return isBare && measure !== '' && measure !== '份' ? `${money}一${measure}` : money;
}

export type Filled = { text: string; taken: Map<string, number>; /** The fact that it speaks of. */ seen: string };

/** Signs become facts: points, pains and proofs one after another, and none twice. Null where one is missing. */
export function fill(way: string, words: Words, taken: ReadonlyMap<string, number> = new Map()): Filled | null {
  const next = new Map(taken);
  let isWhole = true;
  let seen = '';
  const text = way.replaceAll(/\{(\w+)\}/g, (_, sign: string) => {
    const isListed = LISTED.has(sign);
    const count = next.get(sign) ?? 0;
    const word = words[sign]?.[isListed ? count : 0];
    if (word === undefined) isWhole = false;
    if (isListed) next.set(sign, count + 1);
    if (isListed || sign === 'price' || sign === 'promo') seen = word ?? '';
    return word ?? '';
  });
  return isWhole ? { text, taken: next, seen } : null;
}
