import type { ScriptRow, StoryBrief } from '@mixreel/contract';
import type { Section } from './lines.ts';
import { OPENINGS, PLANS } from './plan.ts';
import { sayingsOf } from './sayings.ts';
import { wayOf } from './ways.ts';
import { fill, type Words, wordsOf } from './words.ts';
import { fittingStructures, grown, type Judge, ORDER, rowOf } from './write-script.ts';

/** A line that scripts of one brief may have, wherever its part stands. */
export type BankLine = Pick<ScriptRow, 'line' | 'picture'> & {
  section: Section;
  /** How it is said, without what is said: nobody says two things alike in one script. */
  way: string;
  /** The points, troubles and proofs that it speaks of; each is told once in a script. */
  facts: string[];
  /** Before all other points, behind one, or wherever. */
  place: 'first' | 'later' | 'any';
  /** How an opening opens; lines of one kind begin alike. */
  kind: string;
};

const LISTED = ['point', 'pain', 'proof', 'usage'] as const;

/** All that the built-in writer can say of a brief, part by part: scripts of one batch are put together from few of them. */
export function bankOf(brief: StoryBrief, judge: Judge): BankLine[] {
  const words = wordsOf(brief);
  // As it is said, a point may be shorter than the sheet has it.
  const pointOf = new Map(brief.points.map((point) => [wordsOf({ ...brief, points: [point] })['point']![0], point]));
  const lines = ORDER.flatMap((section) => {
    const points = section === 'solution' ? words['point']! : [''];
    return points.flatMap((point) =>
      sayingsOf(section, { brief, structure: null, point, turn: 0 }).flatMap((way, n) =>
        filledWith(way, section === 'solution' ? { ...words, point: [point] } : words).flatMap(
          ({ text, seen, facts }): BankLine[] => {
            const line = judge(text);
            if (!line) return [];
            const { picture } = rowOf(section, line, seen, { brief, words, n });
            const place = way.startsWith('^') ? 'first' : way.startsWith('+') ? 'later' : 'any';
            const told = facts.map((fact) => factOf(fact, pointOf));
            return [{ section, line, picture, way, facts: told, place, kind: section === 'hook' ? kindOf(way) : '' }];
          },
        ),
      ),
    );
  });
  return [...new Map(lines.map((one) => [`${one.section} ${one.line}`, one])).values()];
}

type Said = { text: string; seen: string; facts: string[] };

/** A way of saying something with each thing that can be said so. */
function filledWith(way: string, words: Words): Said[] {
  const sign = LISTED.find((one) => way.includes(`{${one}}`));
  const told = [way.includes('{price}') ? 'price' : '', way.includes('{promo}') ? 'promotion' : ''].filter(Boolean);
  return (sign ? words[sign]! : ['']).flatMap((word): Said[] => {
    const filled = fill(way.replace(/^[+^]/u, ''), sign ? { ...words, [sign]: [word] } : words);
    if (!filled) return [];
    const { text, seen } = filled;
    return [{ text, seen, facts: [...told, ...(sign ? [`${sign} ${word}`] : [])] }];
  });
}

function factOf(fact: string, pointOf: ReadonlyMap<string | undefined, string>): string {
  const said = fact.startsWith('point ') ? fact.slice('point '.length) : null;
  return said === null ? fact : `point ${pointOf.get(said) ?? said}`;
}

function kindOf(way: string): string {
  return Object.keys(OPENINGS).find((key) => OPENINGS[key]!.lines.includes(way)) ?? '';
}

/** The orders of parts that suit the thing: that of each structure, with what else there is to say. */
export function ordersOf(brief: StoryBrief): Section[][] {
  const words = wordsOf(brief);
  const { deal } = wayOf(brief);
  return fittingStructures(deal, words).map((key) => grown([...PLANS[key].sections], words, PLANS[key], null));
}
