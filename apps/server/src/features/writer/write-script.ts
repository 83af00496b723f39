import {
  EMPTY_ROW,
  type Fact,
  type ScriptRow,
  spokenSeconds,
  type StoryBrief,
  STRUCTURES,
  type StructureKey,
} from '@mixreel/contract';
import { checkFacts, factsIn } from '@mixreel/contract/fact';
import { findTaboo, rewriteTaboo } from '@mixreel/contract/taboo';
import { PICTURES, type Section } from './lines.ts';
import { OPENINGS, PLANS, type Structure } from './plan.ts';
import { sightOf } from './points.ts';
import { related } from './related.ts';
import { sayingsOf } from './sayings.ts';
import { type Deal, wayOf } from './ways.ts';
import { fill, type Filled, type Words, wordsOf } from './words.ts';

export type ScriptWish = {
  seconds: number;
  /** Null: another one for each version. */
  structure: StructureKey | null;
  /** An order of one's own instead; empty: that of the structure. */
  sections: Section[];
  /** Which version, from 0. */
  version: number;
  /** First lines that are there already. */
  hooks: readonly string[];
  /** The selling point that it is about, where it is about one. */
  lead?: string;
  /** What may not be said otherwise besides the brief itself. */
  facts?: Fact[];
  /** Words that the space allows although rules forbid them. */
  allowed?: string[];
  /** Of `judgeOf`, where many scripts of one brief are written: their lines are read once. */
  judge?: Judge;
};
type Script = { title: string; rows: ScriptRow[] };

/** A breath between two lines. */
const BREATH_S = 0.2;
const STRUCTURE_KEYS = Object.keys(STRUCTURES) as StructureKey[];

/**
 * A script by rules alone: whole clauses of the sheet in ways of speaking that suit them, so that nothing is said that the
 * sheet does not say. Numbers stay as they are, forbidden words are said otherwise, and together the rows take no longer
 * than was asked for. Null where every opening was taken.
 */
export function writeScript(brief: StoryBrief, wish: ScriptWish): Script | null {
  const { seconds, version } = wish;
  const words = wordsOf(brief, version, wish.lead);
  const judge = wish.judge ?? judgeOf(brief, wish);
  const structure = wish.structure ?? structureOf(brief, words, version);
  const opened = openingOf(brief, words, { ...wish, structure }, judge);
  if (!opened) return null;
  const compose = (sections: readonly Section[]) =>
    composed(sections, { brief, words, structure, version, opened, judge });
  const told = opened.opening === 'price' ? 'price' : opened.opening === 'offer' ? 'promotion' : null;
  const wanted = wish.sections.length > 0 ? wish.sections : PLANS[structure].sections;
  const own: Section[] = ['hook', ...wanted.filter((one) => one !== 'hook' && one !== told)];
  const all = wish.sections.length > 0 ? own : grown(own, words, PLANS[structure], told);
  // What matters most is put in first, each in its place, as long as there is time.
  const taken = new Set([0]);
  let rows = compose(['hook']);
  // Whatever it is about is said before what its structure needs, however short it is.
  const isLed = wish.lead !== undefined && !opened.filled.taken.get('point');
  for (const n of byWeight(all, PLANS[structure].needs, isLed)) {
    const sections = all.filter((_, at) => at === n || taken.has(at));
    const next = compose(sections);
    if (lengthOf(next) > seconds * 1000) continue;
    taken.add(n);
    rows = next;
  }
  if (wish.sections.length === 0) rows = fuller(rows, { seconds, told, compose });
  const title = `${wish.sections.length > 0 ? '自定结构' : STRUCTURES[structure]} · ${OPENINGS[opened.opening]!.name}`;
  return { title, rows };
}

/** From this share of the time on nothing is missed. */
const FULL = 0.9;
/** What else is said while there is much time left, as often as there are words for it. */
const FILLERS: Section[] = ['pain', 'proof', 'usage', 'results', 'price', 'promotion', 'solution', 'transition'];

type Filling = { seconds: number; told: Section | null; compose: (sections: readonly Section[]) => ScriptRow[] };

/** A script that is much too short says what its structure would leave out, as long as there is anything to say. */
function fuller(rows: ScriptRow[], { seconds, told, compose }: Filling): ScriptRow[] {
  let now = rows;
  for (const more of [...FILLERS, ...FILLERS]) {
    if (lengthOf(now) >= seconds * 1000 * FULL) break;
    if (more === told) continue;
    const sections = now.map(({ section }) => section as Section);
    const rank = ORDER.indexOf(more);
    const next = compose(sections.toSpliced(sections.findLastIndex((one) => ORDER.indexOf(one) <= rank) + 1, 0, more));
    if (next.length > now.length && lengthOf(next) <= seconds * 1000) now = next;
  }
  return now;
}

function lengthOf(rows: readonly ScriptRow[]): number {
  return rows.reduce((sum, { duration_ms }) => sum + (duration_ms ?? 0), 0);
}

/** Structures turn with the versions; those that do not suit the thing, or lack their facts, are passed over. */
function structureOf(brief: StoryBrief, words: Words, version: number): StructureKey {
  const fitting = fittingStructures(wayOf(brief).deal, words);
  return fitting[version % fitting.length]!;
}

export function fittingStructures(deal: Deal, words: Words): StructureKey[] {
  return STRUCTURE_KEYS.filter((key) => {
    const { for: deals, needs } = PLANS[key];
    if ((deals && !deals.includes(deal)) || (needs && words[FACT_OF[needs] ?? '']?.length === 0)) return false;
    // Before and after are of the same thing.
    return key !== 'versus' || related(words['pain']![0] ?? '', words['point']!).isRelated;
  });
}

/** A line as it may be said; null where it may not. */
export type Judge = (text: string) => string | null;

/** All that the brief says of numbers, names and claims. */
export function sheetOf(brief: StoryBrief): Fact[] {
  const { name, category, price, promotion, audience, points, pains, proofs } = brief;
  // With the price as it is said, too: 39.9 元一盒.
  const said = wordsOf(brief)['price'] ?? [];
  return factsIn([name, category, price, promotion, audience, ...points, ...pains, ...proofs, ...said].join('\n'));
}

/** Where one claim is put right, another may show that it hid. */
const PASSES = 3;

/** A line without what the law forbids; empty where nothing can be made of it. */
function lawfully(text: string, allowed: string[]): string {
  let said = text;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const found = findTaboo(said, allowed);
    if (found.length === 0) return said;
    said = rewriteTaboo(said, found);
  }
  return findTaboo(said, allowed).length === 0 ? said : '';
}

/** A line as it may be said, or null where it breaks a fact. Read once: versions try the same lines again and again. */
export function judgeOf(brief: StoryBrief, { facts = [], allowed = [] }: Pick<ScriptWish, 'facts' | 'allowed'>): Judge {
  const known = [...sheetOf(brief), ...facts];
  const judged = new Map<string, string | null>();
  // What the sheet itself says may be said.
  const own = [brief.price, brief.promotion, brief.name, ...brief.points, ...brief.pains, ...brief.proofs].map(plainly);
  const { never } = wayOf(brief);
  const isUnfit = (text: string) => {
    const around = own.reduce((rest, fact) => (fact ? rest.replace(fact, '') : rest), plainly(text));
    return never?.test(around) || (never && /[!！]/u.test(text));
  };
  return (text) => {
    if (isUnfit(text)) return null;
    if (!judged.has(text)) {
      const said = lawfully(text, allowed);
      // Where brief and board say otherwise of the same thing, the board is right.
      const isBroken = checkFacts(said, facts).some(({ kind }) => kind === 'changed');
      judged.set(text, said !== '' && !isBroken && checkFacts(said, known).length === 0 ? said : null);
    }
    return judged.get(text)!;
  };
}

type Opened = { opening: string; filled: Filled; line: string };

/** Of the openings that suit the structure the first of a kind that no version had; else any line that none had. */
function openingOf(
  brief: StoryBrief,
  words: Words,
  { structure, version, hooks }: ScriptWish & { structure: StructureKey },
  judge: Judge,
): Opened | null {
  const { deal } = wayOf(brief);
  const before = new Set(hooks.map(plainly));
  const keys = [...new Set([...PLANS[structure].openings, ...Object.keys(OPENINGS)])];
  const all = keys.flatMap((opening): Opened[] => {
    const { lines, for: deals } = OPENINGS[opening]!;
    if (deals && !deals.includes(deal)) return [];
    return lines.flatMap((way) => {
      const filled = fill(way, words);
      const line = filled && judge(filled.text);
      return filled && line ? { opening, filled, line } : [];
    });
  });
  const free = all.filter(({ line }) => !before.has(plainly(line)));
  // Whatever words it was filled with: of each kind one way of saying it is known by its beginning.
  const had = new Set(all.filter(({ line }) => before.has(plainly(line))).map(({ opening }) => opening));
  const fresh = free.filter(({ opening }) => !had.has(opening));
  const [first] = fresh.length > 0 ? fresh : free;
  if (!first) return null;
  const same = (fresh.length > 0 ? fresh : free).filter(({ opening }) => opening === first.opening);
  return same[version % same.length]!;
}

export function plainly(text: string): string {
  return text.replaceAll(/[\s\p{P}]/gu, '');
}

const FACT_OF: Partial<Record<Section, string>> = {
  pain: 'pain',
  proof: 'proof',
  price: 'price',
  promotion: 'promo',
  solution: 'point',
};
/** What is taken in while there is time, in this order. */
const MORE: Section[] = ['solution', 'pain', 'proof', 'price', 'promotion', 'usage', 'results'];
/** How parts usually follow each other. */
export const ORDER: Section[] = [
  'hook',
  'pain',
  'transition',
  'positioning',
  'solution',
  'usage',
  'results',
  'proof',
  'price',
  'promotion',
  'call',
];
/** The parts with as many more as the sheet has something to say in. */
export function grown(
  sections: Section[],
  words: Words,
  { more: also = MORE }: Structure,
  told: Section | null,
): Section[] {
  let now = sections;
  for (const more of also) {
    const sign = FACT_OF[more];
    // One trouble is enough, unless it is what the whole is about.
    const most = sign && more !== 'pain' ? words[sign]!.length : 1;
    while (more !== told && now.filter((one) => one === more).length < most) {
      const rank = ORDER.indexOf(more);
      now = now.toSpliced(now.findLastIndex((one) => ORDER.indexOf(one) <= rank) + 1, 0, more);
    }
  }
  return now;
}

/** What a script can least do without, first; of points the second and further ones weigh less. */
const WEIGHT: (Section | 'point')[] = [
  'call',
  'solution',
  'positioning',
  'point',
  'promotion',
  'price',
  'pain',
  'proof',
  'results',
  'usage',
  'transition',
];

function byWeight(sections: readonly Section[], needed: Section | undefined, isLed: boolean): number[] {
  const first = sections.indexOf('solution');
  const weight = (n: number) => {
    const section = sections[n]!;
    if (isLed && n === first) return -1;
    if (section === needed) return 1;
    return WEIGHT.indexOf(section === 'solution' && n !== first ? 'point' : section);
  };
  return sections
    .map((_, n) => n)
    .slice(1)
    .toSorted((a, b) => weight(a) - weight(b) || a - b);
}

type Setting = {
  brief: StoryBrief;
  words: Words;
  structure: StructureKey;
  version: number;
  opened: Opened;
  judge: Judge;
};

function composed(
  sections: readonly Section[],
  { brief, words, structure, version, opened, judge }: Setting,
): ScriptRow[] {
  const used = new Set<string>();
  let { taken } = opened.filled;
  let points = 0;
  const shown = { brief, words };
  const rows = [rowOf('hook', opened.line, opened.filled.seen, { ...shown, n: version })];
  for (const [n, section] of sections.entries()) {
    if (n === 0) continue;
    const point = words['point']![taken.get('point') ?? 0];
    const ways = sayingsOf(section, { brief, structure, point: point ?? '', turn: version + n }).filter(
      (way) => !used.has(way) && !(way.startsWith('^') && points > 0) && !(way.startsWith('+') && points === 0),
    );
    for (const way of ways) {
      const filled = fill(way.replace(/^[+^]/u, ''), words, taken);
      const line = filled && judge(filled.text);
      if (!filled || !line || rows.some((row) => row.line === line)) continue;
      used.add(way);
      ({ taken } = filled);
      if (section === 'solution') points += 1;
      rows.push(rowOf(section, line, filled.seen, { ...shown, n: n + version }));
      break;
    }
  }
  return rows;
}

type Shown = { brief: StoryBrief; words: Words; n: number };

const TALK = '两人对话，镜头在两张脸之间切换，字幕打出答的那一句';

/** With what is seen while it is said. */
export function rowOf(section: Section, line: string, seen: string, { brief, words, n }: Shown): ScriptRow {
  const ways = PICTURES[section];
  const [picture, shot_size, camera_move] = ways[n % ways.length]!;
  const about = { ...words, seen: [seen || line], point: [seen] };
  const isTalk = line.includes('”');
  const sight = isTalk ? TALK : section === 'solution' && seen ? sightOf(seen) : picture;
  const spoken = spokenSeconds(line) + BREATH_S;
  return {
    ...EMPTY_ROW,
    section,
    line,
    picture: fill(sight, about)?.text ?? line,
    shot_size,
    camera_move,
    duration_ms: Math.ceil(spoken * 10) * 100,
    people: isTalk ? '两人' : '',
    scene: ['hook', 'pain', 'usage'].includes(section) ? wayOf(brief).scene : '',
  };
}
