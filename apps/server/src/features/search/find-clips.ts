import type { Clip, MaterialType, PageInfo, PageInput, SEARCH_SORTS } from '@mixreel/contract';
import type { App } from '#context.ts';
import { browseClips } from './browse-clips.ts';
import { type ClipFilter, buildClipWhere } from './clip-filter.ts';
import { explain } from './explain.ts';
import { findCandidates } from './find-candidates.ts';
import { findLookAlikes } from './find-look-alikes.ts';
import { readMeaning } from './query-meaning.ts';
import { type Ranked, rankClips } from './rank-clips.ts';
import { pageOf, readClips } from './search.queries.ts';
import { type Understood, understand } from './understand.ts';

export type SearchSort = (typeof SEARCH_SORTS)[number];
type Question = { q?: string | undefined; similar_to?: string | undefined; sort: SearchSort };
type Answer = {
  items: Clip[];
  page_info: PageInfo;
  kinds: Partial<Record<MaterialType, number>>;
  understood: Pick<Understood, 'words'> & { missing: string[]; has_meaning: boolean };
};
type Service = Pick<App, 'db' | 'pool' | 'ai' | 'secret'>;

const NOTHING = { words: [], missing: [], has_meaning: false };

/** The one search: a sentence, a look, filters, or all of them together. */
export async function findClips(
  app: Service,
  filter: ClipFilter,
  question: Question,
  page: PageInput,
): Promise<Answer> {
  const { q, similar_to, sort } = question;
  if (similar_to) {
    const alike = await findLookAlikes(app, filter, similar_to);
    const { part, page_info } = pageOf(alike, page);
    const clips = await readClips(
      app,
      part.map(({ shot_id }) => shot_id),
    );
    const scores = new Map(alike.map(({ shot_id, score }) => [shot_id, score]));
    const items = clips.map((clip) => {
      const score = scores.get(clip.shot_id) ?? 0;
      const text = `画面相似 ${Math.round(score * 100)}%`;
      return { ...clip, score, reasons: [{ kind: 'look' as const, text, words: [] }] };
    });
    return { items, page_info, kinds: {}, understood: NOTHING };
  }
  if (!q) {
    const { shot_ids, page_info } = await browseClips(app.pool, buildClipWhere(filter), sort, page);
    return { items: await readClips(app, shot_ids), page_info, kinds: {}, understood: NOTHING };
  }

  const understood = understand(q);
  const { ranked, missing, has_meaning } = await rankFor(app, filter, understood);
  const { part, page_info } = pageOf(sortRanked(ranked, sort), page);
  const { words } = understood;
  return {
    items: await explainAll(app, part),
    page_info,
    kinds: countKinds(ranked),
    understood: { words, missing: ranked.length > 0 ? missing.map(({ word }) => word) : [], has_meaning },
  };
}

function countKinds(ranked: Ranked[]): Answer['kinds'] {
  const kinds: Answer['kinds'] = {};
  for (const { material_type } of ranked) kinds[material_type] = (kinds[material_type] ?? 0) + 1;
  return kinds;
}

/** Everything that answers a sentence, best first. */
export async function rankFor(app: Service, filter: ClipFilter, { text, terms }: Understood) {
  const isText = /[\p{L}\p{N}]/u.test(text);
  const [candidates, meaning] = await Promise.all([
    isText
      ? findCandidates(
          app.pool,
          buildClipWhere(filter),
          terms.filter((term) => !term.is_refused),
        )
      : [],
    isText ? readMeaning(app, text) : null,
  ]);
  const has_meaning = meaning !== null && candidates.some((candidate) => candidate.meaning !== null);
  return { ...rankClips(candidates, terms, has_meaning ? meaning : null), has_meaning };
}

/** Cards of what was found, with the reasons; what has gone meanwhile is left out. */
export async function explainAll(app: Service, ranked: Ranked[]): Promise<Clip[]> {
  const clips = await readClips(
    app,
    ranked.map(({ shot_id }) => shot_id),
  );
  const found = new Map(ranked.map((each) => [each.shot_id, each]));
  return clips.map((clip) => {
    const { score = 0, hits = [], meaning_score = 0 } = found.get(clip.shot_id) ?? {};
    return { ...clip, score, reasons: explain(hits, clip, meaning_score) };
  });
}

function sortRanked(ranked: Ranked[], sort: SearchSort): Ranked[] {
  if (sort === 'newest') return ranked.toSorted((a, b) => (a.shot_id < b.shot_id ? 1 : -1));
  if (sort === 'quality') return ranked.toSorted((a, b) => (b.quality ?? 0) - (a.quality ?? 0) || b.score - a.score);
  if (sort === 'least_used') return ranked.toSorted((a, b) => a.used_count - b.used_count || b.score - a.score);
  return ranked;
}
