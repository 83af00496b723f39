import type { Clip, MaterialType, PageInfo, PageInput, SEARCH_SORTS } from '@mixreel/contract';
import type { App } from '#context.ts';
import { browseClips } from './browse-clips.ts';
import { askFor, type ClipFilter, type ClipWhere, buildClipWhere } from './clip-filter.ts';
import { explainAll } from './explain-clips.ts';
import { type Candidates, findCandidates, readCandidates } from './find-candidates.ts';
import { findLookAlikes, readModel, toModel } from './find-look-alikes.ts';
import { applyLessons, readLessons } from './lessons.ts';
import { readMatches } from './query-match.ts';
import { readMeaning } from './query-meaning.ts';
import { findHits, type Ranked, rankClips } from './rank-clips.ts';
import { pageOf, readClips } from './search.queries.ts';
import { type Term, type Understood, understand } from './understand.ts';

export type SearchSort = (typeof SEARCH_SORTS)[number];
type Question = {
  q?: string | undefined;
  similar_to?: string | undefined;
  look?: string | undefined;
  sort: SearchSort;
};
type Page = { items: Clip[]; page_info: PageInfo; is_total_exact: boolean };
type Answer = Page & {
  kinds: Partial<Record<MaterialType, number>>;
  understood: Pick<Understood, 'words'> & { missing: string[]; has_meaning: boolean };
};
type Service = Pick<App, 'db' | 'pool' | 'ai' | 'secret' | 'memory'>;

const NOTHING = { kinds: {}, understood: { words: [], missing: [], has_meaning: false } };

/** The one search: a sentence, a look, filters, or all of them together. */
export async function findClips(
  app: Service,
  filter: ClipFilter,
  question: Question,
  page: PageInput,
): Promise<Answer> {
  const { q, similar_to, look, sort } = question;
  if (similar_to || look) {
    const model = similar_to ? await readModel(app, filter.space_id, similar_to) : toModel(look ?? '');
    return { ...(await pageOfAlike(app, await findLookAlikes(app, filter, model), page)), ...NOTHING };
  }
  if (!q) {
    const { shot_ids, ...rest } = await browseClips(app, buildClipWhere(filter), sort, page);
    return { items: await readClips(app, shot_ids), ...rest, ...NOTHING };
  }

  const understood = understand(q);
  const { ranked, taught, missing, has_meaning, beyond } = await rankFor(app, filter, understood);
  const found = beyond ? await pageBeyond(app, ranked, beyond, sort, page) : await pageOfAll(app, ranked, sort, page);
  const isFound = found.page_info.total > 0;
  return {
    ...found,
    items: found.items.map((clip) => {
      const lesson = taught.get(clip.shot_id);
      return lesson ? { ...clip, reasons: [...clip.reasons, lesson] } : clip;
    }),
    kinds: countKinds(ranked),
    understood: { words: understood.words, missing: isFound ? missing.map(({ word }) => word) : [], has_meaning },
  };
}

async function pageOfAlike(app: Service, alike: { shot_id: string; score: number }[], page: PageInput): Promise<Page> {
  const { part, page_info } = pageOf(alike, page);
  const clips = await readClips(
    app,
    part.map(({ shot_id }) => shot_id),
  );
  const scores = new Map(alike.map(({ shot_id, score }) => [shot_id, score]));
  const items = clips.map((clip) => {
    const score = scores.get(clip.shot_id) ?? 0;
    const text = `${Math.round(score * 100)}%`;
    return { ...clip, score, reasons: [{ kind: 'look' as const, text, words: [] }] };
  });
  return { items, page_info, is_total_exact: true };
}

async function pageOfAll(app: Service, ranked: Ranked[], sort: SearchSort, page: PageInput): Promise<Page> {
  const { part, page_info } = pageOf(sortRanked(ranked, sort), page);
  return { items: await explainAll(app, part), page_info, is_total_exact: true };
}

/** How to go on behind what was ranked: the same filter with the words asked for, and all that is asked for. */
type Beyond = { where: ClipWhere; terms: Term[] };

/**
 * A page of a library of which only the best candidates were ranked: they come first, then all others with the same
 * words, newest first. In any other order, all that have the words.
 */
async function pageBeyond(
  app: Service,
  ranked: Ranked[],
  { where, terms }: Beyond,
  sort: SearchSort,
  page: PageInput,
): Promise<Page> {
  const first = (page.page_index - 1) * page.page_size;
  const best = sort === 'relevance' ? ranked : [];
  const part = best.slice(first, first + page.page_size);
  const counted = (total: number, is_total_exact: boolean) => ({
    page_info: { ...page, total, total_page: Math.ceil(total / page.page_size) },
    is_total_exact,
  });
  if (part.length === page.page_size) return { items: await explainAll(app, part), ...counted(best.length + 1, false) };

  const others = excluding(where, best);
  const from = Math.max(0, first - best.length);
  const { shot_ids, total, is_total_exact } = await browseRange(app, others, sort, from, page.page_size - part.length);
  const rows = await readCandidates(app.pool, shot_ids);
  const behind = rows.map((row) => ({
    ...row,
    score: 0,
    hits: findHits(row, terms),
    meaning_score: 0,
    match_score: 0,
  }));
  return {
    items: await explainAll(app, [...part, ...behind]),
    ...counted(best.length + total, is_total_exact),
  };
}

function excluding(where: ClipWhere, best: Ranked[]): ClipWhere {
  if (best.length === 0) return where;
  const values = [...where.values, best.map(({ shot_id }) => shot_id)];
  return { ...where, values, rest: [...where.rest, `shot_id <> all($${values.length}::text[])`] };
}

/** Shots from a place of the list on, which need not be where one of its pages begins. */
async function browseRange(app: Service, where: ClipWhere, sort: SearchSort, from: number, count: number) {
  const asked = sort === 'relevance' ? 'newest' : sort;
  const page_index = Math.floor(from / count) + 1;
  const skipped = from - (page_index - 1) * count;
  const before = await browseClips(app, where, asked, { page_index, page_size: count });
  const after =
    skipped > 0 ? await browseClips(app, where, asked, { page_index: page_index + 1, page_size: count }) : null;
  const { page_info, is_total_exact } = after ?? before;
  const shot_ids = [...before.shot_ids, ...(after?.shot_ids ?? [])].slice(skipped, skipped + count);
  return { shot_ids, total: page_info.total, is_total_exact };
}

function countKinds(ranked: Ranked[]): Answer['kinds'] {
  const kinds: Answer['kinds'] = {};
  for (const { material_type } of ranked) kinds[material_type] = (kinds[material_type] ?? 0) + 1;
  return kinds;
}

/** Everything that answers a sentence, best first; of a large library the best, and how to ask for the others. */
export async function rankFor(app: Service, filter: ClipFilter, { text, terms }: Understood) {
  const isText = /[\p{L}\p{N}]/u.test(text);
  const asked = terms.filter((term) => !term.is_refused);
  const where = buildClipWhere(filter);
  const [{ candidates, beyond }, meaning, lessons] = await Promise.all([
    isText ? findCandidates(app, where, asked) : { candidates: [], beyond: null },
    isText ? readMeaning(app, text) : null,
    readLessons(app.pool, filter.space_id, terms),
  ]);
  const has_meaning = meaning !== null && candidates.some((candidate) => candidate.meaning !== null);
  // To compare with what must not be there would find it.
  const isComparable = isText && asked.length === terms.length;
  const ids = isComparable ? candidates.map(({ shot_id }) => shot_id) : [];
  const matches = await readMatches(app, text, ids);
  const { ranked: found, missing, required } = rankClips(candidates, terms, has_meaning ? meaning : null, matches);
  const { ranked, taught } = await applyLessons(app.pool, found, lessons);
  return { ranked, taught, missing, has_meaning, beyond: beyond && planBeyond(where, beyond, required, terms) };
}

function planBeyond(
  where: ClipWhere,
  beyond: NonNullable<Candidates['beyond']>,
  required: Term[],
  terms: Term[],
): Beyond {
  const asked = [...new Set([...beyond.terms, ...required])].map(beyond.words);
  const refused = terms.filter(({ is_refused }) => is_refused).map((term) => `!${beyond.words(term).text}`);
  const not = refused.map((text) => ({ text, share: 1 }));
  return { where: askFor(where, [...asked, ...not]), terms: terms.filter(({ is_refused }) => !is_refused) };
}

function sortRanked(ranked: Ranked[], sort: SearchSort): Ranked[] {
  if (sort === 'newest') return ranked.toSorted((a, b) => (a.shot_id < b.shot_id ? 1 : -1));
  if (sort === 'quality') return ranked.toSorted((a, b) => (b.quality ?? 0) - (a.quality ?? 0) || b.score - a.score);
  if (sort === 'least_used') return ranked.toSorted((a, b) => a.used_count - b.used_count || b.score - a.score);
  return ranked;
}
