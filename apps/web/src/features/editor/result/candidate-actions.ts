import type { Candidate } from '@mixreel/contract';
import type { QueryClient } from '@tanstack/react-query';
import { changeAnswers } from '#lib/answers.ts';
import { call, type OutputOf } from '#lib/call.ts';
import { readAgain } from '#lib/read-again.ts';
import { showToast } from '#lib/toast.ts';

type Page = OutputOf<'candidate.list'>;
type Change = Partial<Pick<Candidate, 'is_picked' | 'is_excluded'>>;

/** Ticks stand at once; a refusal takes them back. */
export async function changeCandidates(cache: QueryClient, candidate_ids: string[], change: Change): Promise<void> {
  if (candidate_ids.length === 0) return;
  patchCandidates(cache, new Set(candidate_ids), change);
  try {
    await call('candidate.update', { candidate_ids, ...change });
  } finally {
    await refreshCandidates(cache, change.is_excluded !== undefined);
  }
}

/** Excluded ones leave the list and can be brought back by a press. */
export async function excludeCandidates(cache: QueryClient, candidate_ids: string[]): Promise<void> {
  if (candidate_ids.length === 0) return;
  await changeCandidates(cache, candidate_ids, { is_excluded: true });
  showToast('info', `已排除 ${candidate_ids.length} 条，重新挑选时不会再出现`, {
    action: {
      label: '恢复',
      run: () => void changeCandidates(cache, candidate_ids, { is_excluded: false }).catch(() => {}),
    },
  });
}

function patchCandidates(cache: QueryClient, ids: ReadonlySet<string>, change: Change): void {
  const patch = (items: Candidate[]) => items.map((one) => (ids.has(one.candidate_id) ? { ...one, ...change } : one));
  // Pages, and the whole list where somebody has read that.
  changeAnswers(cache, 'candidate.list', (held: Page | Candidate[]) =>
    Array.isArray(held) ? patch(held) : { ...held, items: patch(held.items) },
  );
}

async function refreshCandidates(cache: QueryClient, isListChanged: boolean): Promise<void> {
  await readAgain(cache, [
    'candidate.summary',
    'candidate.list',
    ...(isListChanged ? ['candidate.matrix' as const] : []),
  ]);
}
