import type { CleanDetail, CleanMark } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useSpace } from '#features/team/space.ts';
import { call } from '#lib/call.ts';
import { readAgain } from '#lib/read-again.ts';
import { debounce } from '#lib/timing.ts';
import { useStream } from '#lib/use-stream.ts';
import { createMarkSaver } from './mark-saver.ts';

/** Reads cleanings again whenever one of their tasks has gone on, or somebody changed one. */
export function useCleanFeed(project_id: string): void {
  const cache = useQueryClient();
  const space = useSpace((state) => state.current);
  const again = useMemo(() => debounce(() => void readAgain(cache, ['clean.list', 'clean.detail']), 150), [cache]);
  useStream(
    'task.changes',
    { team_id: space?.team_id },
    { onMessage: ({ about }) => about['clean_id'] && again(), onOpen: again },
    { enabled: space !== null },
  );
  useStream('clean.changes', { project_id }, { onMessage: again });
}

/** What takes the last change back or does it again; null where there is none. */
export type MarkSteps = { undo: (() => void) | null; redo: (() => void) | null };
type Marks = {
  marks: CleanMark[];
  change: (next: CleanMark[]) => void;
  flush: () => Promise<boolean>;
  steps: MarkSteps;
};
type Past = { undo: CleanMark[][]; redo: CleanMark[][]; at: number };

const NO_PAST: Past = { undo: [], redo: [], at: 0 };
const STEPS_MOST = 100;
/** Changes that follow so closely are one: a drag, a word that is typed. */
const ONE_STEP_MS = 700;

/** The marks as they are being edited: shown at once, saved a moment later, one save after the other. */
export function useMarks(detail: CleanDetail): Marks {
  const cache = useQueryClient();
  const [draft, setDraft] = useState<CleanMark[] | null>(null);
  const [past, setPast] = useState(NO_PAST);
  const [saver] = useState(() =>
    createMarkSaver({
      // Said by the request itself when it is refused; what others wrote is shown then.
      write: async (marks, revision) => {
        const saved = await call('clean.update', { clean_id: detail.clean_id, revision, marks }).catch(() => null);
        return saved?.revision ?? null;
      },
      read: () => readAgain(cache, ['clean.detail', 'clean.list']),
      onRest: (isRefused) => {
        setDraft(null);
        if (isRefused) setPast(NO_PAST);
      },
    }),
  );
  useEffect(() => () => void saver.flush(), [saver]);
  const marks = draft ?? detail.marks;
  // What somebody else or the search wrote meanwhile is not taken back together with own steps.
  const [seen, setSeen] = useState(detail.revision);
  if (detail.revision !== seen) {
    setSeen(detail.revision);
    if (draft === null && detail.revision !== saver.own()) setPast(NO_PAST);
  }
  const show = (next: CleanMark[]) => {
    setDraft(next);
    saver.want(next, detail.revision);
  };
  const step = (from: 'undo' | 'redo') => {
    const to = from === 'undo' ? 'redo' : 'undo';
    const next = past[from].at(-1);
    if (!next) return null;
    return () => {
      setPast({ ...past, [from]: past[from].slice(0, -1), [to]: [...past[to], marks], at: 0 });
      show(next);
    };
  };
  return {
    marks,
    change(next) {
      const now = Date.now();
      const isOne = now - past.at < ONE_STEP_MS && past.undo.length > 0;
      setPast({ undo: isOne ? past.undo : [...past.undo, marks].slice(-STEPS_MOST), redo: [], at: now });
      show(next);
    },
    flush: saver.flush,
    steps: { undo: step('undo'), redo: step('redo') },
  };
}
