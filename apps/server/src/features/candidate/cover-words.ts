import type { Queryable } from '#db/connect.ts';
import { and, asc, eq, isNotNull } from '#db/orm.ts';
import { candidate } from './candidate.tables.ts';

/** What somebody wrote on a cover, and which one that is, in words. */
export type CoverWords = { name: string; text: string };

/** The words that candidates have on covers of their own, each once; the others show the title of the mix. */
export async function readCoverWords(db: Queryable, mproject_id: string): Promise<CoverWords[]> {
  const rows = await db
    .select({ number: candidate.number, cover: candidate.cover })
    .from(candidate)
    .where(and(eq(candidate.mproject_id, mproject_id), eq(candidate.is_excluded, false), isNotNull(candidate.cover)))
    .orderBy(asc(candidate.number));
  const written = rows.flatMap(({ number, cover }) => {
    const text = cover?.title?.text.trim() ?? '';
    return text === '' ? [] : { name: `第 ${number} 条的封面标题`, text };
  });
  return [...new Map(written.map((one) => [one.text, one])).values()];
}
