import type { Kind } from '@mixreel/document';
import { useEffect, useState } from 'react';
import type { OutputOf } from '#lib/call.ts';
import { randomId } from '#lib/random.ts';
import { useReach } from '#lib/reach.ts';
import { useStream } from '#lib/use-stream.ts';
import { keepActs, tellLoss } from './kept-acts.ts';
import { createLiveDocument, type LiveDocument } from './live-document.ts';
import { createPresence, type Presence } from './presence.ts';

export type OpenDocument = { live: LiveDocument; presence: Presence };

/** A document for as long as the component is there: edited here and by others, kept on this machine until it is saved. */
export function useLiveDocument(opened: OutputOf<'document.open'>, kind: Kind): OpenDocument {
  const { document_id } = opened;
  const [client_id] = useState(() => randomId(8));
  const [live] = useState(() => createLiveDocument({ opened, kind, onLoss: tellLoss }));
  const [presence] = useState(() => createPresence(document_id, client_id));

  useStream(
    'document.changes',
    { document_id },
    {
      onMessage: (told) => ('acts' in told ? live.hear(told.acts) : presence.hear(told.person)),
      // What was said while the line was broken may have been missed.
      onOpen: () => void live.catchUp(),
    },
  );
  useEffect(() => presence.start(), [presence]);
  useEffect(() => {
    const keep = () => keepActs(client_id, { document_id, ...live.waiting() });
    const end = live.start();
    const unsubscribe = live.view.subscribe(keep);
    const goOn = () => void live.flush();
    window.addEventListener('online', goOn);
    const forget = useReach.subscribe(({ is_away }, before) => before.is_away && !is_away && goOn());
    return () => {
      unsubscribe();
      forget();
      window.removeEventListener('online', goOn);
      end();
      // What the last request brings is not seen here any more.
      const settled = live.view.subscribe(() => {
        keep();
        if (live.waiting().acts.length === 0) settled();
      });
    };
  }, [live, client_id, document_id]);
  return { live, presence };
}
