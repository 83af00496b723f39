import type { ExportProblem, ProblemFix } from '@mixreel/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { offerUndo, useMixActs } from '../document/mix-acts.ts';
import { acceptFact, mend, mendAll } from './mend.ts';
import { refreshResult } from './refresh-result.ts';

/** Does what a problem suggests, or everything that all of them suggest. Either is taken back by one click. */
export function useFix(mproject_id: string) {
  const cache = useQueryClient();
  const acts = useMixActs();
  const refresh = () => refreshResult(cache, { with_mix: true });
  const tell = async (count: number) => {
    await refresh();
    const undo = () => void acts.undo(count).then(refresh, refresh);
    if (count > 0) offerUndo('success', count > 1 ? `改好了 ${count} 处` : '改好了', undo);
  };
  const one = useMutation({
    mutationFn: ({ problem, fix }: { problem: ExportProblem; fix: ProblemFix }) =>
      mend(acts, mproject_id, problem, fix),
    onSuccess: (isDone) => tell(isDone ? 1 : 0),
    onError: refresh,
  });
  const accepting = useMutation({
    mutationFn: (problem: ExportProblem) => acceptFact(acts, problem),
    onSuccess: (isDone) => tell(isDone ? 1 : 0),
    onError: refresh,
  });
  const all = useMutation({
    mutationFn: () => mendAll(acts, mproject_id),
    onSuccess: tell,
    onError: refresh,
  });
  return {
    fix: one.mutate,
    fixAll: all.mutate,
    accept: accepting.mutate,
    is_busy: one.isPending || all.isPending || accepting.isPending,
    is_all: all.isPending,
  };
}
