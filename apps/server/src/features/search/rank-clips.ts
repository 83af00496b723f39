import type { Candidate } from './find-candidates.ts';
import { packedLikeness } from './index-shot.ts';
import type { PartKind, Spelling, Term } from './understand.ts';

/** Where a word was found. `seen` is caption, tags and persons, `guess` what is not sure enough to be shown. */
export type Field = 'name' | 'seen' | 'text' | 'speech' | 'guess';
export type Hit = { term: Term; spelling: Spelling; fields: Field[] };
export type Ranked<T extends Candidate = Candidate> = T & {
  score: number;
  hits: Hit[];
  meaning_score: number;
  match_score: number;
};

/** Numbers of a tsvector's places, as `buildVector` writes them. */
const FIELD_AT: Record<string, Field> = { '1': 'name', '2': 'seen', '3': 'text', '4': 'speech', '5': 'guess' };
const FIELD_WEIGHT: Record<Field, number> = { name: 0.9, seen: 1, text: 0.9, speech: 0.8, guess: 0.6 };

/** Likeness of meaning below the first says nothing, above the second everything: how this model's values spread. */
const MEANING = { from: 0.4, to: 0.75 };
const MEANING_SHARE = 0.25;
/** Without any word in common, meaning must be this clear to count as found. */
const MEANING_ALONE = 0.35;
const QUALITY_SHARE = 0.04;
const FRESH_SHARE = 0.01;
/** What a model that compares sentences with pictures says, where there is one; from so much on it is there. */
const MATCH_SHARE = 0.5;
export const MATCHED = 0.4;
/** What is asked for by its look must be there, as long as anything has it. */
const SUBJECTS = new Set<PartKind>(['who', 'clothes', 'thing', 'count', 'negation']);
/** A hit weaker than this is no more than a hint. */
const HAD = 0.3;
const NO_MATCHES: ReadonlyMap<string, number> = new Map();

/** What was found, best first, the parts that nothing has, and those that everything found has. */
export type Ranking<T extends Candidate> = { ranked: Ranked<T>[]; missing: Term[]; required: Term[] };

/** What of the terms a shot has. */
export function findHits({ words }: Pick<Candidate, 'words'>, terms: Term[]): Hit[] {
  const wanted = new Set(terms.flatMap(({ spellings }) => spellings.flatMap(({ lexemes }) => lexemes)));
  const places = readPlaces(words ?? '', wanted);
  return terms.flatMap((term) => bestHit(term, places) ?? []);
}

/**
 * Orders candidates by how much of what was asked for they have. A part counts by how rare it is among the candidates;
 * a synonym, a guess, a word only heard, or a meaning that is near counts less. Quality and age decide between equals.
 * What was asked for by its look is required of every shot, unless none has it: then it is missing, and the others
 * decide. What must not be there is not. `matches` are how far shots show the sentence to a model that compares both: what
 * it sees is there, whatever the words say.
 */
export function rankClips<T extends Candidate>(
  candidates: T[],
  terms: Term[],
  meaning: Uint8Array | null,
  matches: ReadonlyMap<string, number> = NO_MATCHES,
): Ranking<T> {
  const wanted = new Set(terms.flatMap(({ spellings }) => spellings.flatMap(({ lexemes }) => lexemes)));
  const asked = terms.filter(({ is_refused }) => !is_refused);
  const refused = terms.filter(({ is_refused }) => is_refused);
  const found = candidates.flatMap((candidate) => {
    const places = readPlaces(candidate.words ?? '', wanted);
    if (refused.some((term) => isSeen(bestHit(term, places)))) return [];
    return { candidate, hits: asked.flatMap((term) => bestHit(term, places) ?? []) };
  });
  const having = (term: Term) =>
    found.filter(({ hits }) => hits.some((hit) => hit.term === term && strengthOf(hit) >= HAD));
  const counts = new Map(asked.map((term) => [term, having(term).length]));
  const missing = asked.filter((term) => term.kind !== 'word' && counts.get(term) === 0);
  const rarity = (term: Term) => Math.log(1 + (found.length + 1) / ((counts.get(term) ?? 0) + 0.5));
  const most = asked.reduce((sum, term) => sum + (missing.includes(term) ? 0 : rarity(term)), 0) || 1;
  const subjects = asked.filter((term) => SUBJECTS.has(term.kind) && !missing.includes(term));
  const subjectsOf = (hits: Hit[]) => subjects.filter((term) => hits.some((hit) => hit.term === term)).length;
  const required = Math.max(0, ...found.map(({ hits }) => subjectsOf(hits)));
  // What can be seen and is nowhere is not made up for by what means something like it.
  const isMeaningEnough = asked.every(({ kind }) => kind === 'word');
  const isAllRefused = asked.length === 0 && refused.length > 0;

  const ranked = found
    .map(({ candidate, hits }, age) => {
      const words = hits.reduce((sum, hit) => sum + rarity(hit.term) * strengthOf(hit), 0) / most;
      const likeness = meaning && candidate.meaning ? packedLikeness(meaning, candidate.meaning) : 0;
      const meant = Math.max(0, Math.min(1, (likeness - MEANING.from) / (MEANING.to - MEANING.from)));
      const matched = meaning ? (1 - MEANING_SHARE) * words + MEANING_SHARE * meant : words;
      const match = matches.get(candidate.shot_id) ?? 0;
      const shown = matches.size > 0 ? (1 - MATCH_SHARE) * matched + MATCH_SHARE * match : matched;
      const extra = (QUALITY_SHARE * (candidate.quality ?? 50)) / 100 + FRESH_SHARE * (1 - age / candidates.length);
      const isEnough = hits.length > 0 || (isMeaningEnough && meant >= MEANING_ALONE) || isAllRefused;
      return {
        ...candidate,
        hits,
        meaning_score: meant,
        match_score: match,
        isFound: match >= MATCHED || (isEnough && subjectsOf(hits) >= required),
        score: Math.min(1, shown * (1 - QUALITY_SHARE - FRESH_SHARE) + extra),
      };
    })
    .filter(({ isFound }) => isFound)
    .toSorted((a, b) => b.score - a.score || (a.shot_id < b.shot_id ? 1 : -1));
  const isShown = ranked.some(({ match_score }) => match_score >= MATCHED);
  return { ranked, missing: isShown ? [] : missing, required: required === subjects.length ? subjects : [] };
}

/** Refusing is by what is sure: a guess keeps nothing away. */
function isSeen(hit: Hit | null): boolean {
  return hit !== null && hit.fields.includes('seen');
}

function strengthOf({ spelling, fields }: Hit): number {
  return spelling.weight * Math.max(...fields.map((field) => FIELD_WEIGHT[field]));
}

function bestHit(term: Term, places: Map<string, Field[]>): Hit | null {
  let best: Hit | null = null;
  for (const spelling of term.spellings) {
    const [first = [], ...others] = spelling.lexemes.map((lexeme) => places.get(lexeme) ?? []);
    const fields = first.filter((field) => others.every((other) => other.includes(field)));
    if (fields.length === 0) continue;
    const hit = { term, spelling, fields };
    if (!best || strengthOf(hit) > strengthOf(best)) best = hit;
  }
  return best;
}

/** Of a tsvector as text (`'杯子':2B,3C 'milk':4`), the fields of the lexemes that are wanted. */
function readPlaces(vector: string, wanted: Set<string>): Map<string, Field[]> {
  const places = new Map<string, Field[]>();
  for (let at = 0; at < vector.length;) {
    const end = vector.indexOf("':", at + 1);
    if (end < 0) break;
    const space = vector.indexOf(' ', end);
    const stop = space < 0 ? vector.length : space;
    const lexeme = vector.slice(at + 1, end);
    if (wanted.has(lexeme)) {
      places.set(
        lexeme,
        vector
          .slice(end + 2, stop)
          .split(',')
          .flatMap((place) => FIELD_AT[place.charAt(0)] ?? []),
      );
    }
    at = stop + 1;
  }
  return places;
}
