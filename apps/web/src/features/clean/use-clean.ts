import { AppError, type CleanDetail, type CleanMark } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSpace } from '#features/team/space.ts';
import { call } from '#lib/call.ts';
import { readAgain } from '#lib/read-again.ts';
import { debounce } from '#lib/timing.ts';
import { useStream } from '#lib/use-stream.ts';

const SAVE_MS = 500;

/** Reads cleanings again whenever one of their tasks has gone on. */
export function useCleanFeed(): void {
  const cache = useQueryClient();
  const space = useSpace((state) => state.current);
  const again = useMemo(() => debounce(() => void readAgain(cache, ['clean.list', 'clean.detail']), 150), [cache]);
  useStream(
    'task.changes',
    { team_id: space?.team_id },
    { onMessage: ({ about }) => about['clean_id'] && again(), onOpen: again },
    { enabled: space !== null },
  );
}

type Marks = { marks: CleanMark[]; change: (next: CleanMark[]) => void; flush: () => Promise<void> };

/** The marks as they are being edited: shown at once, saved a moment later, one save after the other. */
export function useMarks(detail: CleanDetail): Marks {
  const cache = useQueryClient();
  const [draft, setDraft] = useState<CleanMark[] | null>(null);
  const state = useRef({ revision: detail.revision, wanted: null as CleanMark[] | null, saving: Promise.resolve() });
  const isIdle = draft === null;
  useEffect(() => {
    if (isIdle) state.current.revision = detail.revision;
  }, [detail.revision, isIdle]);
  const { clean_id } = detail;
  const save = useMemo(() => {
    const write = async () => {
      const { wanted, revision } = state.current;
      if (!wanted) return;
      try {
        const saved = await call('clean.update', { clean_id, revision, marks: wanted });
        state.current.revision = saved.revision;
        if (state.current.wanted === wanted) {
          state.current.wanted = null;
          await readAgain(cache, 'clean.detail', { clean_id });
          setDraft(null);
        } else await write();
      } catch (error) {
        state.current.wanted = null;
        setDraft(null);
        await readAgain(cache, ['clean.detail', 'clean.list']);
        // Said by the request itself.
        if (!(error instanceof AppError)) throw error;
      }
    };
    const now = () => (state.current.saving = state.current.saving.then(write).catch(() => {}));
    return { now, later: debounce(() => void now(), SAVE_MS) };
  }, [cache, clean_id]);
  useEffect(() => () => void save.now(), [save]);
  return {
    marks: draft ?? detail.marks,
    change(next) {
      state.current.wanted = next;
      setDraft(next);
      save.later();
    },
    flush: () => save.now(),
  };
}
