import { ERRORS } from '@mixreel/contract';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { useOpening } from '#features/document/use-opening.ts';
import { CallError } from '#lib/call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Studio } from './Studio.tsx';
import { StudioSkeleton } from './StudioSkeleton.tsx';

export function StudioLoader({ ai_audio_id }: { ai_audio_id: string }) {
  const navigate = useNavigate();
  const { detail, opened, failed } = useOpening('audio.detail', { ai_audio_id }, ai_audio_id);

  if (detail.data && opened) return <Studio piece={detail.data} opened={opened} />;
  if (detail.error instanceof CallError && detail.error.code === ERRORS.not_found.code) {
    return (
      <EmptyState is_page title="找不到这篇配音" text={detail.error.message}>
        <Button type="primary" onClick={() => void navigate('/audioStudio')}>
          看全部配音
        </Button>
      </EmptyState>
    );
  }
  if (failed?.error) {
    return <ErrorState title="配音没有加载出来" error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  return <StudioSkeleton />;
}
