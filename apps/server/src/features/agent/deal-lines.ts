import type { AgentBrief, AgentShot } from '@mixreel/contract';
import { type CombinePart, type CombineVideo, lookShare, overlapOf } from '@mixreel/media';
import type { BankLine } from '#features/writer/line-bank.ts';
import type { Section } from '#features/writer/lines.ts';
import { LENGTH_SLACK, lineSeconds, type Looks, shownOf } from './foretell.ts';

/** A line with its shot: what rows are put together from. */
export type RowPart = { said: BankLine; shot: AgentShot; isMade: boolean };

/** A place of rows and the lines that may stand there, those first that are used first. */
export type LinePlace = { sections: Section[]; lines: BankLine[] };

/** Ways to fill a place: two hundred rows need fewer. */
const WAYS = 24;
/** So many openings are different in any case: nothing is looked at as closely. */
const OPENINGS_LEAST = 8;

const NEEDED: Section[][] = [['hook'], ['positioning'], ['solution'], ['call']];
/** What else there is to say: what it costs comes before how it is used where there is time for one alone. */
const OTHERS: Section[][] = [
  ['promotion', 'price', 'proof'],
  ['usage', 'results', 'pain'],
];

/**
 * The places of rows: what every row needs, then as much else as there is time for. Lines come again, to be shown with
 * another shot, where a place has few of them. None where there is no time for what every row needs.
 */
export function placeLines(bank: BankLine[], points: string[], seconds: number): LinePlace[] {
  const short = dealPlaces(bank, points, seconds, 1);
  // Where there is more time than there is to say, what takes long is said rather than what is short.
  return short.left > MUCH * seconds ? dealPlaces(bank, points, seconds, -1).places : short.places;
}

/** Time without words that is worth longer ones. */
const MUCH = 0.15;

/** `by`: what is short comes first, or, where it is negative, what is long. */
function dealPlaces(
  bank: BankLine[],
  points: string[],
  seconds: number,
  by: 1 | -1,
): { places: LinePlace[]; left: number } {
  const others = OTHERS.map((sections) => sections.filter((one) => bank.some(({ section }) => section === one)));
  const placeFor = (sections: Section[], fits: (said: BankLine) => boolean): LinePlace[] => {
    const own = bank.filter((said) => sections.includes(said.section) && fits(said));
    return own.length > 0 ? [{ sections, lines: inTurns(own, { sections, points, by }) }] : [];
  };
  const needed = NEEDED.flatMap((sections) => placeFor(sections, canStand));
  const spare = others.flatMap((sections) => placeFor(sections, canStand));
  // Where there is much time, other points are told as well, and one thing of each other kind.
  const later = points.slice(1).flatMap(() => placeFor(['solution'], isLater));
  const again = [1, 2].flatMap((times) => spare.filter(({ sections }) => sections.length > times));
  const places = [...needed];
  let left = seconds - needed.reduce((sum, place) => sum + typicalSeconds(place), 0);
  if (left < -(LENGTH_SLACK - 1) * seconds) return { places: [], left: 0 };
  for (const place of [...spare, ...later, ...again]) {
    if (typicalSeconds(place) > left) continue;
    places.push(place);
    left -= typicalSeconds(place);
  }
  return { places, left };
}

/** How long a line of a place takes, or is shown, in the mean of those that come first. */
export function typicalSeconds({ lines }: LinePlace, secondsOf = (line: string) => lineSeconds(line)): number {
  const lengths = lines.slice(0, 9).map(({ line }) => secondsOf(line));
  return lengths.reduce((sum, one) => sum + one, 0) / lengths.length;
}

function canStand({ section, facts, place }: BankLine): boolean {
  if (section === 'hook') return facts.every((fact) => fact.startsWith('pain '));
  if (section === 'results') return facts.length === 0;
  return section !== 'solution' || place !== 'later';
}

function isLater({ section, place }: BankLine): boolean {
  return section === 'solution' && place !== 'first';
}

/** What is short and fits anywhere comes first, and openings that leave a trouble to be told. */
function weightOf({ facts, place, line }: BankLine, by: 1 | -1): number {
  const isTrouble = facts.some((fact) => fact.startsWith('pain '));
  return (isTrouble ? 2 : 0) + (place === 'any' ? 0 : 0.5) + (by * lineSeconds(line)) / 10;
}

type Dealt = { sections: Section[]; points: string[]; by: 1 | -1 };

/** Sections, points and kinds of openings take turns; of each the short ones first, and what fits anywhere. */
function inTurns(lines: BankLine[], { sections, points, by }: Dealt): BankLine[] {
  const groupOf = ({ section, facts, kind }: BankLine) =>
    section === 'solution'
      ? points.findIndex((point) => facts.includes(`point ${point}`))
      : kind || sections.indexOf(section);
  const groups = [
    ...Map.groupBy(
      lines.toSorted((a, b) => weightOf(a, by) - weightOf(b, by)),
      groupOf,
    ),
  ];
  const sorted = sections[0] === 'hook' ? groups : groups.toSorted(([a], [b]) => Number(a) - Number(b));
  const turns = sorted.flatMap(([, own], at) => own.map((said, turn) => ({ said, turn, at })));
  const all = turns.toSorted((a, b) => a.turn - b.turn || a.at - b.at).map(({ said }) => said);
  return Array.from({ length: Math.max(WAYS, all.length) }, (_, n) => all[n % all.length]!);
}

/**
 * Ways that a place needs for so many rows: q of them give q² rows of which no two share two parts; of openings there are
 * more. `most` leaves room for a batch more and for lines that are too long or clash.
 */
export function waysFor(count: number, places: number): { openings: number; least: number; most: number } {
  const least = Math.max(places - 1, Math.ceil(Math.sqrt(count)));
  const openings = Math.max(least, Math.min(count, OPENINGS_LEAST));
  return { openings, least, most: Math.max(openings, Math.ceil(Math.sqrt((1 + ROOM) * count))) + SPARE };
}

/** More rows that a batch leaves room for, as a share of its own: a second one then needs nearly nothing new. */
export const ROOM = 0.9;
const SPARE = 2;

/** How many places further down the list a shot is worth that looks like none that is taken. */
const LIKE = 20;

/** Of the shots that the library has for a line the best one of those that fewest other lines have, or look like. */
export function chooseShot(
  options: AgentShot[],
  line: string,
  parts: Pick<RowPart, 'said' | 'shot'>[],
  secondsOf: (line: string) => number,
  contents: ReadonlyMap<string, string>,
  looks: Looks,
): { shot: AgentShot; isFree: boolean } | null {
  const others = parts.map(({ said, shot }) => shownOf(shot, secondsOf(said.line), contents, looks));
  const shown = options.map((shot) => shownOf(shot, secondsOf(line), contents, looks));
  const like = shown.map((own) => others.reduce((sum, other) => sum + lookShare(own, other), 0));
  const uses = shown.map(
    (own) => others.filter((one) => one.content === own.content && overlapOf(own, one) > 0).length,
  );
  // What merely is there is shown rather than what another line has, never rather than what fits and is free.
  const costs = options.map(
    ({ is_guess }, rank) => 100 * uses[rank]! + (is_guess ? 50 : 0) + LIKE * like[rank]! + rank,
  );
  const best = costs.indexOf(Math.min(...costs));
  const shot = options[best];
  return shot ? { shot, isFree: uses[best] === 0 } : null;
}

/** A part as the planner takes it. */
export function toPart(
  { said, shot, isMade }: RowPart,
  { is_spoken }: Pick<AgentBrief, 'is_spoken'>,
  seconds: number,
  contents: ReadonlyMap<string, string>,
  looks: Looks,
): CombinePart {
  const { line, section, way, facts } = said;
  return {
    shown: shownOf(shot, seconds, contents, looks),
    text: line,
    isSaid: is_spoken,
    seconds,
    about: [way, ...facts, ...(section === 'solution' ? [] : [section])],
    cost: isMade ? 0 : seconds,
  };
}

/** Rows about these points, one after another: what each may say in each place. */
export function toVideos(lists: number[][], parts: RowPart[], count: number, points: string[]): CombineVideo[] {
  const groups = Math.ceil(count / OPENINGS_LEAST);
  return Array.from({ length: count }, (_, n) => {
    const lead = `point ${points[n % points.length]}`;
    const wished = [...parts.keys()].filter((part) => {
      const { section, facts } = parts[part]!.said;
      return section === 'solution' ? facts.includes(lead) : points[0] === '';
    });
    return { places: lists, wished, group: String(n % groups) };
  });
}

/** In the order of a structure; the point that a row is about comes before all others. */
export function inOrder(said: BankLine[], order: Section[]): number[] {
  const lead = leadOf(said);
  const rank = (n: number) => {
    const { section } = said[n]!;
    if (section === 'pain') return 0.5;
    const at = section === 'solution' && n !== lead ? order.lastIndexOf(section) : order.indexOf(section);
    return at < 0 ? order.length - 1.5 : at;
  };
  return [...said.keys()].toSorted((a, b) => rank(a) - rank(b) || a - b);
}

/** Where the point stands that a row is about. */
export function leadOf(said: BankLine[]): number {
  return said.findIndex(({ section }) => section === 'solution');
}

/**
 * The ways to show one line, in an order that a later batch finds again. Numbered otherwise, its words would be those of
 * another code, and share more with the words that were used.
 */
export function inKnownOrder(list: number[], parts: RowPart[]): number[] {
  const ways = Map.groupBy(list, (part) => parts[part]!.said.line);
  const sorted = new Map(
    Array.from(ways, ([line, own]) => [
      line,
      own
        .toSorted((a, b) => Number(parts[b]!.isMade) - Number(parts[a]!.isMade) || byShot(parts[a]!, parts[b]!))
        .values(),
    ]),
  );
  return list.map((part) => sorted.get(parts[part]!.said.line)!.next().value ?? part);
}

function byShot(a: RowPart, b: RowPart): number {
  // Those that are made come in the order of `madeOf`.
  if (a.isMade) return 0;
  return compareShots(a.shot, b.shot);
}

export function compareShots(a: RowPart['shot'], b: RowPart['shot']): number {
  return a.material_id < b.material_id ? -1 : a.material_id > b.material_id ? 1 : a.start_ms - b.start_ms;
}
