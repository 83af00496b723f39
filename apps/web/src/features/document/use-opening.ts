import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSpace } from '#features/team/space.ts';
import { forgetAnswers } from '#lib/answers.ts';
import type { InputOf } from '#lib/call.ts';
import { useCall } from '#lib/use-call.ts';
import { sendKeptActs } from './kept-acts.ts';

type DetailKey = 'mix.detail' | 'audio.detail' | 'story.detail' | 'sheet.detail' | 'agentBatch.detail';

/** Reads a thing, then opens its document. What was read is forgotten on leaving: the next visit begins with the newest. */
export function useOpening<K extends DetailKey>(read: K, input: InputOf<K>, document_id: string) {
  const cache = useQueryClient();
  // Whether it may be changed is known with the space; nobody should be told "read only" in between.
  const hasSpace = useSpace((state) => state.current !== null);
  const [isSent, setIsSent] = useState(false);
  // What was not saved on an earlier visit comes first, so that it is in what is opened.
  useEffect(() => void sendKeptActs().finally(() => setIsSent(true)), []);
  const detail = useCall(read, input);
  const opened = useCall('document.open', { document_id }, { enabled: isSent, stale_ms: Infinity });
  const asked = JSON.stringify(input);
  useEffect(
    () => () => {
      forgetAnswers(cache, read, JSON.parse(asked) as InputOf<K>);
      forgetAnswers(cache, 'document.open', { document_id });
    },
    [cache, read, asked, document_id],
  );
  const failed = [detail, opened].find(({ error, isFetching }) => error && !isFetching);
  return { detail, opened: hasSpace ? opened.data : undefined, failed };
}
