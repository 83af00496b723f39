import type { ChangedCandidate } from '@mixreel/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/call.ts';
import { formatShare } from '#lib/format.ts';
import { showToast } from '#lib/toast.ts';
import { useStage } from '../stage/stage-state.ts';
import { refreshResult } from './refresh-result.ts';

const UNDO_MS = 8000;

/** What was changed to make candidates less alike; null while nobody asked. */
export type Mended = { changed: ChangedCandidate[]; left: number };

/** 修到 L2 and 换掉这一段: what is changed is told, and can be taken back. */
export function useMend(mproject_id: string, onMended: (mended: Mended) => void) {
  const cache = useQueryClient();
  const refresh = async () => {
    useStage.setState(({ version }) => ({ version: version + 1 }));
    await refreshResult(cache);
  };
  const takeBack = async (changed: ChangedCandidate[]) => {
    const videos = changed.map(({ candidate_id, before, signature }) => ({ candidate_id, ...before, signature }));
    await call('candidate.revise', { mproject_id, videos });
    await refresh();
    showToast('success', '改回去了');
  };
  const mend = useMutation({
    mutationFn: () => call('candidate.mend', { mproject_id }),
    onSuccess: async (mended) => {
      await refresh();
      onMended(mended);
    },
  });
  const replace = useMutation({
    mutationFn: (place: { candidate_id: string; slot_id: string }) =>
      call('candidate.replace', { mproject_id, ...place }),
    onSuccess: async (one) => {
      await refresh();
      const run = () => void takeBack([one]).catch(() => {});
      const most = `最高重复度 ${formatShare(one.likeness_before)} → ${formatShare(one.likeness)}`;
      showToast('success', `第 ${one.number} 条${one.changes.join('；')}，${most}`, {
        ms: UNDO_MS,
        action: { label: '撤销', run },
      });
    },
  });
  return {
    mend: () => mend.mutate(),
    replace: (place: { candidate_id: string; slot_id: string }) => replace.mutate(place),
    takeBack: (changed: ChangedCandidate[]) => void takeBack(changed).catch(() => {}),
    is_mending: mend.isPending,
    is_replacing: replace.isPending,
  };
}
