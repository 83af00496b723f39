import type { CleanDetail, CleanMark } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
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
  const [saver] = useState(() =>
    createSaver(
      detail.clean_id,
      () => readAgain(cache, ['clean.detail', 'clean.list']),
      () => setDraft(null),
    ),
  );
  useEffect(() => () => void saver.flush(), [saver]);
  return {
    marks: draft ?? detail.marks,
    change(next) {
      setDraft(next);
      saver.want(next, detail.revision);
    },
    flush: saver.flush,
  };
}

/** Writes what is wanted last, reads what is there then, and says when nothing is left to write, written or refused. */
function createSaver(clean_id: string, read: () => Promise<void>, onRest: () => void) {
  let wanted: CleanMark[] | null = null;
  let revision: number | null = null;
  let saving: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    while (wanted !== null && revision !== null) {
      const marks = wanted;
      wanted = null;
      // Said by the request itself when it is refused; what others wrote is shown then.
      const saved = await call('clean.update', { clean_id, revision, marks }).catch(() => null);
      revision = saved?.revision ?? null;
      if (revision === null) wanted = null;
    }
    revision = null;
    await read();
    // Somebody may have gone on meanwhile.
    if (wanted === null) onRest();
  };
  const flush = () => {
    later.cancel();
    if (wanted !== null) saving = saving.then(write).catch(() => {});
    return saving;
  };
  const later = debounce(() => void flush(), SAVE_MS);
  return {
    flush,
    want(marks: CleanMark[], from: number) {
      wanted = marks;
      revision ??= from;
      later();
    },
  };
}
