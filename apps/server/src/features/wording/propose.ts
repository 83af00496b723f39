import type { Fact } from '@mixreel/contract';
import { checkFacts } from '@mixreel/contract/fact';
import { findTaboo } from '@mixreel/contract/taboo';
import { textLikeness } from '@mixreel/media';
import { guard, keepsFacts } from './guard.ts';
import { hasWords, openings, steps } from './rewrite.ts';

/** Other ways to say a line, and why there are no more. */
export type Proposed = {
  /** `near` is the one before it, counted from 0, that it is most like; null where that is what there is already. */
  wordings: { text: string; likeness: number; near: number | null }[];
  note: string;
};

type Known = Map<string, Set<string>>;

const MOST = 6;
export const FEW_WORDINGS = 3;
/** More alike than this a wording is not worth recording. */
const ALIKE = 0.75;
/** Longer than this rules would change a word here and there and leave the whole as it was. */
const LONGEST = 60;
const DEPTH = 6;
const BEAM = 20;
/** The server waits meanwhile: a line full of words that can be swapped must not hold it up. */
const ROUND = 120;

export type Asked = {
  names: string[];
  others: string[];
  /** What no wording may say otherwise. */
  facts?: Fact[];
};

/**
 * Other ways to say a line by rules alone: names, numbers and quotes stay, the length stays within what is said in the
 * same seconds, and nothing forbidden comes in that was not there. Those are chosen that have least in common with what
 * is there already and with one another, by the measure that judges finished videos.
 */
export function proposeWordings(line: string, { names, others, facts = [] }: Asked): Proposed {
  const text = line.trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return { wordings: [], note: '先写一句台词，再想别的说法。' };
  if (!/\p{Script=Han}/u.test(text)) return { wordings: [], note: '目前只会改写中文台词，这一句请自己写。' };
  if (Array.from(text).length > LONGEST) {
    return { wordings: [], note: `一句超过 ${LONGEST} 字，换几个词听不出差别：先拆成几句，再逐句改写。` };
  }
  const { text: guarded, restore } = guard(text, names);
  if (!hasWords(guarded)) return { wordings: [], note: '这一句除了名称和数字没有可换的词，请自己写。' };
  const before = [text, ...others];
  const known: Known = new Map();
  const wordings = choose(
    variantsOf(guarded, known).flatMap((one) => {
      const said = restore(one);
      return said !== null && isFit(said, text) ? said : [];
    }),
    before,
    known,
    facts,
  );
  return { wordings, note: noteFor(wordings.length) };
}

/** Of what somebody wrote the wordings that say what the line says, least alike first: judged as those of the rules are. */
export function chooseWordings(
  found: string[],
  line: string,
  { names, others, facts = [] }: Asked,
): Proposed['wordings'] {
  const fit = found.map((one) => one.trim()).filter((one) => isFit(one, line) && keepsFacts(one, line, names));
  return choose([...new Set(fit)], [line, ...others], new Map(), facts);
}

function noteFor(count: number): string {
  if (count >= FEW_WORDINGS) return '';
  return count === 0 ? '没有想出意思不变的说法，请自己写一种。' : `只想出 ${count} 种意思不变的说法，其余请自己写。`;
}

/** What a few steps make of a line, widest apart first: of each round the least alike go on. */
function variantsOf(text: string, known: Known): string[] {
  const seen = new Map<string, number>();
  let round = [text];
  for (let n = 0; n < DEPTH && round.length > 0; n += 1) {
    const made = new Set(round.flatMap(steps).filter((one) => one !== text && !seen.has(one)));
    const next = spread([...made], ROUND);
    for (const one of next) seen.set(one, textLikeness(one, text, known));
    round = next.toSorted((a, b) => seen.get(a)! - seen.get(b)!).slice(0, BEAM);
  }
  const found = [...seen.keys()].toSorted((a, b) => seen.get(a)! - seen.get(b)!).slice(0, BEAM * DEPTH);
  return [...found, ...found.slice(0, BEAM).flatMap(openings)];
}

/** So many of them, from the first to the last alike. */
function spread(all: string[], most: number): string[] {
  const step = Math.max(1, all.length / most);
  return all.filter((_, n) => Math.floor(n / step) !== Math.floor((n - 1) / step));
}

/** A character more or less in seven is spoken in the same time without being noticed. */
function isFit(said: string, line: string): boolean {
  const [length, before] = [spokenUnits(said), spokenUnits(line)];
  if (length > before * 1.15 + 1 || length < before * 0.6) return false;
  return !isDoubled(said);
}

/** Said twice what is said once: 还要还要, 无论不管. */
function isDoubled(said: string): boolean {
  return /(\p{Script=Han}{2,4})\1|(?:不管|无论|不论).*(?:不管|无论|不论)/u.test(said);
}

function spokenUnits(text: string): number {
  return text.match(/\p{Script=Han}|[\p{L}\p{N}]+/gu)?.length ?? 0;
}

/** One after another the one that has least in common with all that there are. */
function choose(found: string[], before: string[], known: Known, facts: Fact[]): Proposed['wordings'] {
  const chosen: Proposed['wordings'] = [];
  const forbidden = new Set(findTaboo(before[0] ?? '').map(({ word }) => word));
  const isNews = (text: string) =>
    findTaboo(text).some(({ word }) => !forbidden.has(word)) ||
    (facts.length > 0 && checkFacts(text, facts).some(({ said }) => !before[0]?.includes(said)));
  const most = (text: string) => Math.max(...before.map((one) => textLikeness(text, one, known)));
  const waiting = new Map(found.map((text) => [text, { likeness: most(text), near: null as number | null }]));
  while (chosen.length < MOST && waiting.size > 0) {
    const [text, like] = [...waiting].reduce((best, one) => (one[1].likeness < best[1].likeness ? one : best));
    if (like.likeness > ALIKE) break;
    // Asked of those that are chosen alone: reading a text against all rules takes longer than all the rest.
    if (isNews(text)) {
      waiting.delete(text);
      continue;
    }
    const near = chosen.push({ text, ...like }) - 1;
    waiting.delete(text);
    for (const [other, so] of waiting) {
      const likeness = textLikeness(other, text, known);
      if (likeness > so.likeness) waiting.set(other, { likeness, near });
    }
  }
  return chosen;
}
