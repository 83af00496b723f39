import { findTaboo, type TabooFound } from '@mixreel/contract/taboo';
import { useMemo } from 'react';
import { useSpace } from '#features/team/space.ts';
import { showToast } from '#lib/toast.ts';
import { useCall, useSend } from '#lib/use-call.ts';

/** Whatever says that a word is forbidden. */
const OUTDATED = ['taboo.exceptions', 'candidate.check', 'caption.analyze'] as const;

/** The forbidden words of a text as this space sees them, and the way for its owner to allow one. */
export function useTaboo() {
  const exceptions = useCall('taboo.exceptions', {}, { stale_ms: 60_000 });
  const isOwner = useSpace(({ current }) => current?.role === 'owner');
  const send = useSend('taboo.allow', { refresh: [...OUTDATED] });
  const back = useSend('taboo.disallow', { refresh: [...OUTDATED] });
  const { data } = exceptions;
  /** Nothing until it is known what the space allows: a word must not flash up and go. */
  const find = useMemo(() => {
    const allowed = data?.map(({ word }) => word);
    return (text: string): TabooFound[] => (allowed ? findTaboo(text, allowed) : []);
  }, [data]);
  return {
    find,
    can_allow: isOwner,
    allow: async (word: string, note = '') => {
      const { exception_id } = await send.mutateAsync({ word, note });
      const run = () => void back.mutateAsync({ exception_id }).catch(() => {});
      showToast('success', `「${word}」以后不再提醒，记在你名下`, { ms: 8000, action: { label: '撤销', run } });
    },
    is_busy: send.isPending,
  };
}
