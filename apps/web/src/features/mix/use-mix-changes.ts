import { useState } from 'react';
import { useSession } from '#lib/session.ts';
import { useStream } from '#lib/use-stream.ts';
import type { MixEdits } from './mix-edits.ts';

/** Parts of a mix that stand in the document itself. */
const OF_DOCUMENT = new Set(['mproject', 'shootings', 'narrations']);

/** Reads the document again when it has changed elsewhere. Says who changed it last, if it was somebody else. */
export function useMixChanges(edits: MixEdits): string | null {
  const [others, setOthers] = useState<string | null>(null);
  const me = useSession(({ user_info }) => user_info?.user_uid ?? null);
  const { mproject_id } = edits.mix;
  useStream(
    'mix.changes',
    { mproject_id },
    {
      onMessage: ({ part, user_uid, user_name }) => {
        if (!OF_DOCUMENT.has(part)) return;
        edits.refresh();
        if (user_uid === null || user_uid === me) return;
        edits.noteOther(user_name);
        setOthers(`${user_name} 也在改`);
      },
      // What was said while the line was broken may have been missed.
      onOpen: () => edits.refresh(),
    },
  );
  return others;
}
