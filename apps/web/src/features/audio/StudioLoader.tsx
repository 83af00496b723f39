import { audio, document, ERRORS } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { sendKeptActs } from '#features/document/kept-acts.ts';
import { useSpace } from '#features/team/space.ts';
import { CallError } from '#lib/call.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Studio } from './Studio.tsx';
import { StudioSkeleton } from './StudioSkeleton.tsx';

/** Reads the piece, then opens it. What was read is forgotten on leaving, so that the next visit begins with the newest. */
export function StudioLoader({ ai_audio_id }: { ai_audio_id: string }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const hasSpace = useSpace((state) => state.current !== null);
  const [isSent, setIsSent] = useState(false);
  // What was not saved on an earlier visit comes first, so that it is in what is opened.
  useEffect(() => void sendKeptActs().finally(() => setIsSent(true)), []);
  const detail = useCall('audio.detail', { ai_audio_id });
  const opened = useCall('document.open', { document_id: ai_audio_id }, { enabled: isSent, stale_ms: Infinity });
  useEffect(
    () => () => {
      cache.removeQueries({ queryKey: [audio.detail.path, { ai_audio_id }] });
      cache.removeQueries({ queryKey: [document.open.path, { document_id: ai_audio_id }] });
    },
    [cache, ai_audio_id],
  );

  // Whether it may be changed is known with the space; nobody should be told "read only" in between.
  if (detail.data && opened.data && hasSpace) return <Studio piece={detail.data} opened={opened.data} />;
  if (detail.error instanceof CallError && detail.error.code === ERRORS.not_found.code) {
    return (
      <EmptyState is_page title="找不到这篇配音" text={detail.error.message}>
        <Button type="primary" onClick={() => void navigate('/audioStudio')}>
          看全部配音
        </Button>
      </EmptyState>
    );
  }
  const failed = [detail, opened].find(({ error, isFetching }) => error && !isFetching);
  if (failed?.error) {
    return <ErrorState title="配音没有加载出来" error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  return <StudioSkeleton />;
}
