import { type Kind, PACE } from '@mixreel/document';
import { useEffect, useState } from 'react';
import type { OutputOf } from '#lib/call.ts';
import { randomId } from '#lib/random.ts';
import { useReach } from '#lib/reach.ts';
import { behindFrame, gather } from '#lib/timing.ts';
import { useStream } from '#lib/use-stream.ts';
import { keepActs, keepOpen, tellLoss } from './kept-acts.ts';
import { createLiveDocument, type LiveDocument } from './live-document.ts';
import { createPresence, type Presence } from './presence.ts';

/** What is not saved yet is written down so much later: behind the frame that shows it. */
const KEEP_MS = 30;

export type OpenDocument = { live: LiveDocument; presence: Presence };

/** A document for as long as the component is there: edited here and by others, kept on this machine until it is saved. */
export function useLiveDocument(opened: OutputOf<'document.open'>, kind: Kind): OpenDocument {
  const { document_id } = opened;
  const [client_id] = useState(() => randomId(8));
  const [live] = useState(() => createLiveDocument({ opened, kind, onLoss: tellLoss }));
  const [presence] = useState(() => createPresence(document_id, client_id));
  const [hear] = useState(() => {
    const take = (all: OutputOf<'document.changes'>[]) => {
      const acts = all.flatMap((told) => ('acts' in told ? told.acts : []));
      if (acts.length > 0) live.hear(acts);
      for (const told of all) if ('person' in told) presence.hear(told.person);
    };
    return gather((all: OutputOf<'document.changes'>[]) => void behindFrame().then(() => take(all)), PACE.hear_ms);
  });

  useStream(
    'document.changes',
    { document_id },
    {
      onMessage: hear,
      onOpen() {
        presence.arrive();
        // What was said while the line was broken may have been missed.
        void live.catchUp();
      },
      // Away for longer than the server remembers what was said: the line itself was never found broken.
      onError(error) {
        if (error) void live.catchUp();
      },
    },
  );
  useEffect(() => presence.start(), [presence]);
  useEffect(() => {
    let isKept = false;
    const keep = () => {
      const waiting = live.waiting();
      if (!isKept && waiting.acts.length === 0) return;
      isKept = waiting.acts.length > 0;
      keepActs(client_id, { document_id, ...waiting });
    };
    const end = live.start();
    const close = keepOpen(client_id);
    // A letter is shown first. A page that is left keeps what it has at once.
    let planned: ReturnType<typeof setTimeout> | undefined;
    const keepNow = () => {
      clearTimeout(planned);
      planned = undefined;
      keep();
    };
    const unsubscribe = live.view.subscribe(() => {
      planned ??= setTimeout(keepNow, KEEP_MS);
    });
    window.addEventListener('pagehide', keepNow);
    const goOn = () => void live.flush();
    window.addEventListener('online', goOn);
    const forget = useReach.subscribe(({ is_away }, before) => before.is_away && !is_away && goOn());
    return () => {
      unsubscribe();
      window.removeEventListener('pagehide', keepNow);
      keepNow();
      forget();
      window.removeEventListener('online', goOn);
      end();
      close();
      // What the last request brings is not seen here any more.
      const settled = live.view.subscribe(() => {
        keep();
        if (live.waiting().acts.length === 0) settled();
      });
    };
  }, [live, client_id, document_id]);
  return { live, presence };
}
