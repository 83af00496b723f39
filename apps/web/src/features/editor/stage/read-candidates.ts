import type { Candidate } from '@mixreel/contract';
import type { QueryClient } from '@tanstack/react-query';
import { question } from '#lib/answers.ts';

const PAGE = 100;
const FRESH_MS = 30_000;

/** Everything that may be shown or exported, in the order of choice. */
export async function readCandidates(cache: QueryClient, mproject_id: string): Promise<Candidate[]> {
  const read = (page_index: number) => {
    const input = { mproject_id, page_index, page_size: PAGE };
    return cache.fetchQuery({
      ...question('candidate.list', input),
      staleTime: FRESH_MS,
    });
  };
  const first = await read(1);
  const rest = Array.from({ length: Math.max(0, first.page_info.total_page - 1) }, (_, n) => read(n + 2));
  return [first, ...(await Promise.all(rest))].flatMap(({ items }) => items);
}

/** The one that follows, around the end. Of those that are gone the first one follows. */
export function neighbour<T extends { candidate_id: string }>(
  all: T[],
  candidate_id: string | null,
  by: -1 | 1,
): T | undefined {
  const at = all.findIndex((one) => one.candidate_id === candidate_id);
  if (at < 0) return by === 1 ? all[0] : all.at(-1);
  return all[(at + by + all.length) % all.length];
}
