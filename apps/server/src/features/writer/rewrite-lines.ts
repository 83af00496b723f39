import { type Fact, spokenSeconds, type StoryBrief, type StoryRow, type Tone } from '@mixreel/contract';
import { quantitiesIn } from '@mixreel/contract/fact';
import { proposeWordings } from '#features/wording/propose.ts';
import { giveTurns } from '#turns.ts';
import { inTone } from './lead-ins.ts';
import type { Section } from './lines.ts';
import { PLANS } from './plan.ts';
import { sayingsOf } from './sayings.ts';
import { fill, type Words, wordsOf } from './words.ts';
import { judgeOf, plainly } from './write-script.ts';

const CHOICES = 3;
/** So much longer than its row may a line be: an end is spoken a little faster. */
const OVER_S = 0.3;
/** So much longer may a choice be where a person looks at it, and gives the row its seconds. */
const LONGER_S = 1.5;

type Held = { facts?: Fact[]; allowed?: string[] };
type Said = Pick<StoryRow, 'section' | 'line' | 'duration_ms'>;

/** One line in three other ways, of the same facts: those that fit its seconds first, then what takes a little longer. */
export function otherLines(row: Said, brief: StoryBrief, held: Held = {}): string[] {
  const said = [...tonesFrom(brief.tone)].flatMap((tone) => sayingsLike(row, { ...brief, tone }, held));
  // Words of somebody's own, of which no sheet knows anything, are at least begun otherwise.
  const begun = [...tonesFrom(brief.tone)].flatMap((tone) => inTone(row.line, tone).slice(0, 1));
  const all = [...said, ...wordingsOf(row.line, brief), ...begun].filter((line) => plainly(line) !== plainly(row.line));
  const each = [...new Map(all.toReversed().map((line) => [plainly(line), line])).values()].toReversed();
  const isWithin = (line: string, over: number) => spokenSeconds(line) <= secondsOf(row) + over;
  const fitting = each.filter((line) => isWithin(line, OVER_S));
  const longer = each.filter((line) => !isWithin(line, OVER_S) && isWithin(line, LONGER_S));
  return [...fitting, ...longer].slice(0, CHOICES);
}

/** Its own first: others help out where it has too few words. */
function tonesFrom(tone: Tone): Set<Tone> {
  return new Set([tone, 'plain', 'warm', 'expert', 'lively']);
}

/** The same rows in another tone: the parts and their order stay, and so do the facts. Where nothing fits, the line. */
export async function changeTone(
  rows: readonly Said[],
  brief: StoryBrief,
  tone: Tone,
  held: Held = {},
): Promise<string[]> {
  const giveTurn = giveTurns();
  const used = new Set<string>();
  const lines: string[] = [];
  let points = 0;
  for (const row of rows) {
    await giveTurn();
    const place = points > 0 ? 'later' : 'first';
    if (row.section === 'solution') points += 1;
    const others = toneOf(row, { ...brief, tone }, held, { turn: used.size, place });
    // What is said so in that tone, too, stays.
    const isThere = others.some((one) => plainly(one) === plainly(row.line) && one.endsWith(row.line.at(-1) ?? ''));
    const isFit = (one: string) => !used.has(one) && spokenSeconds(one) <= secondsOf(row) + OVER_S;
    const line = isThere ? row.line : (others.find(isFit) ?? row.line);
    used.add(line);
    lines.push(line);
  }
  return lines;
}

/** Of an opening of ours the way it opens is what it is; where no sheet knows of the line, it is only begun otherwise. */
function toneOf(row: Said, brief: StoryBrief, held: Held, at: Place): string[] {
  if (row.line.trim() === '') return [];
  const hasSheet = brief.name !== '' || brief.points.length > 0;
  const others = row.section === 'hook' ? [] : sayingsLike(row, brief, held, at);
  if (others.length > 0 || (row.section === 'hook' && hasSheet)) return others;
  const begun = inTone(row.line, brief.tone);
  const shortest = begun.at(-1);
  const leads = begun.slice(0, -1);
  const from = leads.length > 0 ? at.turn % leads.length : 0;
  return [
    ...leads.slice(from),
    ...leads.slice(0, from),
    ...(shortest && shortest !== row.line.trim() ? [shortest] : []),
  ];
}

function secondsOf({ line, duration_ms }: Said): number {
  return Math.max(spokenSeconds(line), (duration_ms ?? 0) / 1000);
}

function wordingsOf(line: string, { name }: StoryBrief): string[] {
  return proposeWordings(line, { names: name ? [name] : [], others: [] }).wordings.map(({ text }) => text);
}

const SECTION_OF: Record<string, Section> = {
  point: 'solution',
  pain: 'pain',
  proof: 'proof',
  price: 'price',
  promo: 'promotion',
};

type Place = { turn: number; /** Whether it is the first point of the board. */ place: 'first' | 'later' | null };

/** What else is said in that part of the same facts. Lines that speak of none of them are somebody's own words. */
function sayingsLike(
  { section, line }: Said,
  brief: StoryBrief,
  held: Held,
  { turn, place }: Place = { turn: 0, place: null },
): string[] {
  const words = wordsOf(brief);
  const about = aboutOf(line, words);
  const facts = about.filter(([sign]) => sign in SECTION_OF);
  const part = section ?? (facts[0] && SECTION_OF[facts[0][0]]);
  const isNamed = part === 'positioning' && brief.name !== '' && line.includes(brief.name);
  if (!part || (facts.length === 0 && !isNamed && !isOurs(line, part, brief, words))) return [];
  const kept: Words = { ...words, ...Object.fromEntries(about.map(([sign, word]) => [sign, [word]])) };
  const judge = judgeOf(brief, held);
  if (facts.length > 0 && hasMore(line, facts)) return [];
  const point = facts.find(([sign]) => sign === 'point')?.[1] ?? '';
  const isIn = (way: string) =>
    !(place === 'later' && way.startsWith('^')) && !(place === 'first' && way.startsWith('+'));
  const ways = sayingsOf(part, { brief, structure: null, point, turn }).filter(isIn);
  // What stands anywhere first.
  const ordered = ways.toSorted((a, b) => Number(/^[+^]/u.test(a)) - Number(/^[+^]/u.test(b)));
  return ordered.flatMap((way) => {
    if (!facts.every(([sign]) => way.includes(`{${sign}}`))) return [];
    // A fact more than the line had would be said twice in the whole.
    const isMore = (sign: string) => way.includes(`{${sign}}`) && !facts.some(([one]) => one === sign);
    if (Object.keys(SECTION_OF).some(isMore)) return [];
    const usages = part === 'usage' ? words['usage']! : [''];
    return usages.flatMap((usage) => {
      const filled = fill(way.replace(/^[+^]/u, ''), usage ? { ...kept, usage: [usage] } : kept);
      const said = filled && judge(filled.text);
      return said ?? [];
    });
  });
}

/** Which facts a line speaks of: of each sign the longest. */
function aboutOf(line: string, words: Words): [sign: string, word: string][] {
  return Object.entries(words).flatMap(([sign, all]) => {
    const [word] = all.filter((one) => one.length > 1 && line.includes(one)).toSorted((a, b) => b.length - a.length);
    return word ? [[sign, word]] : [];
  });
}

/** Whether the line is one that is said in this part of any product of the kind, in whatever tone. */
function isOurs(line: string, part: Section, brief: StoryBrief, words: Words): boolean {
  const tones: Tone[] = ['plain', 'lively', 'warm', 'expert'];
  const said = plainly(line);
  const ways = tones.flatMap((tone) =>
    sayingsOf(part, { brief: { ...brief, tone }, structure: null, point: '', turn: 0 }),
  );
  const own = Object.values(PLANS).flatMap(({ lines }) => lines?.[part] ?? []);
  const usages = part === 'usage' ? words['usage']! : [''];
  return [...ways, ...own].some((way) =>
    usages.some((usage) => {
      const filled = fill(way.replace(/^[+^]/u, ''), usage ? { ...words, usage: [usage] } : words);
      return filled !== null && plainly(filled.text) === said;
    }),
  );
}

/** Whether there are numbers besides those of the facts that it speaks of: they would be lost. */
function hasMore(line: string, facts: readonly [string, string][]): boolean {
  const rest = facts.reduce((text, [, word]) => text.replace(word, ''), line).replace(/^第[一二三四五]条/u, '');
  return quantitiesIn(rest).some(({ isLoose }) => !isLoose);
}
