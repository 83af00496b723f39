import type { Candidate, PageInput } from '@mixreel/contract';
import { contentKey } from '@mixreel/media';
import type { App } from '#context.ts';
import { levelOf, rangeOf } from '#features/standard/level.ts';
import { type Book, openBook } from './book.ts';
import { problemReader } from './candidate-problem.ts';
import { type CandidateRow, readPage } from './candidate.queries.ts';
import { type MixState, possible } from './choose.ts';
import { coverReader } from './list-covers.ts';

type Filter = Omit<Parameters<typeof readPage>[1], 'voice' | 'likeness'> & {
  voice?: string | undefined;
  level?: number | undefined;
};

/** A page of candidates, each with how long it is by now and how much of it exists already. */
export async function listCandidates(
  app: App,
  state: MixState,
  filter: Filter,
  page: PageInput,
): Promise<{ items: Candidate[]; page_info: Awaited<ReturnType<typeof readPage>>['page_info'] }> {
  const { voice, level, ...rest } = filter;
  const own = state.factors.voices[0]?.id;
  const { rows, page_info } = await readPage(
    app.db,
    {
      ...rest,
      ...(voice !== undefined && { voice: voice === own ? null : voice }),
      ...(level !== undefined && { likeness: rangeOf(level, state.standard) }),
    },
    page,
  );
  const book = await openBook(app, state.document, state.heard, { isDraft: false });
  const problemOf = problemReader(state);
  const coverOf = await coverReader(
    app,
    state,
    book,
    rows.map(({ row }) => row),
  );
  try {
    const items: Candidate[] = [];
    for (const { row, status, error } of rows) {
      const { readiness, key, duration, built } = await lookAt(app, state, book, row);
      const problem = problemOf(row);
      items.push({
        ...row,
        status: status === 'planned' && readiness === 1 ? 'previewable' : status,
        readiness,
        duration,
        level: levelOf(row.most_likeness, state.standard),
        cover_url: await coverOf(row, key === row.exported_key ? row.artwork_id : null, built),
        error: status === 'failed' ? error : null,
        is_stale: row.exported_key !== null && row.exported_key !== key,
        problem,
      });
    }
    return { items, page_info };
  } finally {
    await book.close();
  }
}

/** One whose clips are no longer all there can't be made: it has no parts and is not what was exported. */
async function lookAt(app: App, { plan }: MixState, book: Book, row: CandidateRow) {
  if (possible(plan, [row]).length === 0) return { readiness: 0, key: null, duration: row.duration, built: null };
  const built = await book.build(row);
  const { variant, seconds } = built;
  return { readiness: app.engine.readiness(variant), key: contentKey(variant), duration: seconds, built };
}
