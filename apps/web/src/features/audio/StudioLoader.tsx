import { audio, ERRORS } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
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
  const detail = useCall('audio.detail', { ai_audio_id });
  useEffect(() => () => cache.removeQueries({ queryKey: [audio.detail.path, { ai_audio_id }] }), [cache, ai_audio_id]);

  // Whether it may be changed is known with the space; nobody should be told "read only" in between.
  if (detail.data && hasSpace) return <Studio piece={detail.data} />;
  if (detail.error instanceof CallError && detail.error.code === ERRORS.not_found.code) {
    return (
      <EmptyState is_page title="找不到这篇配音" text={detail.error.message}>
        <Button type="primary" onClick={() => void navigate('/audioStudio')}>
          看全部配音
        </Button>
      </EmptyState>
    );
  }
  if (detail.error && !detail.isFetching) {
    return <ErrorState title="配音没有加载出来" error={detail.error} onRetry={() => void detail.refetch()} />;
  }
  return <StudioSkeleton />;
}
