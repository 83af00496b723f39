import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DocumentDesk } from '#features/document/document-desk.ts';
import { readAgain } from '#lib/read-again.ts';
import { useStream } from '#lib/use-stream.ts';

/** A moment behind the last letter: checks take some, and nobody reads them while writing. */
const QUIET_MS = 1200;

/** What the server says of a batch is read again when something was made of it, and when its words were changed. */
export function useFreshBatch(desk: DocumentDesk, agent_batch_config_id: string): void {
  const cache = useQueryClient();
  const again = () => void readAgain(cache, ['agentBatch.detail', 'agentBatch.tasks', 'agentAsk.everywhere']);
  useStream('agentBatch.changes', { agent_batch_config_id }, { onMessage: again, onOpen: again });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const off = desk.live.view.subscribe((now, before) => {
      if (now.state === before.state) return;
      clearTimeout(timer);
      timer = setTimeout(() => void readAgain(cache, 'agentBatch.detail'), QUIET_MS);
    });
    return () => {
      clearTimeout(timer);
      off();
    };
  }, [desk, cache]);
}
