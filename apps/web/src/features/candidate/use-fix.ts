import { callOf, type CallKey, type ExportProblem, type ProblemFix } from '@mixreel/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '#lib/toast.ts';
import { mend, mendAll } from './mend.ts';

const UNDO_MS = 8000;
const OUTDATED: CallKey[] = [
  'mix.detail',
  'candidate.check',
  'candidate.list',
  'candidate.summary',
  'candidate.matrix',
];

/** Does what a problem suggests, or everything that all of them suggest. Either is taken back by one click. */
export function useFix(mproject_id: string) {
  const cache = useQueryClient();
  const refresh = async () => {
    await Promise.all(OUTDATED.map((key) => cache.invalidateQueries({ queryKey: [callOf(key).path] })));
  };
  const tell = async (text: string, takeBack: () => Promise<unknown>) => {
    await refresh();
    const run = () => void takeBack().then(refresh, refresh);
    showToast('success', text, { ms: UNDO_MS, action: { label: '撤销', run } });
  };
  const one = useMutation({
    mutationFn: ({ problem, fix }: { problem: ExportProblem; fix: ProblemFix }) => mend(mproject_id, problem, fix),
    onSuccess: (takeBack) => tell('改好了', takeBack),
    onError: refresh,
  });
  const all = useMutation({
    mutationFn: () => mendAll(mproject_id),
    onSuccess: ({ count, takeBack }) => tell(`改好了 ${count} 处`, takeBack),
    onError: refresh,
  });
  return { fix: one.mutate, fixAll: all.mutate, is_busy: one.isPending || all.isPending, is_all: all.isPending };
}
