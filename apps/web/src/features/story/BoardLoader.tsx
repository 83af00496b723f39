import { ERRORS } from '@mixreel/contract';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { useOpening } from '#features/document/use-opening.ts';
import { useProjectOf } from '#features/project/current-project.ts';
import { CallError } from '#lib/call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { BoardScreen } from './BoardScreen.tsx';

export function BoardLoader({ story_board_id }: { story_board_id: string }) {
  const navigate = useNavigate();
  const { detail, opened, failed } = useOpening('story.detail', { story_board_id }, story_board_id);
  useProjectOf(detail.data?.project_id);

  if (detail.data && opened) return <BoardScreen board={detail.data} opened={opened} />;
  if (detail.error instanceof CallError && detail.error.code === ERRORS.not_found.code) {
    return (
      <EmptyState is_page title="找不到这个故事板" text={detail.error.message}>
        <Button type="primary" onClick={() => void navigate('/storyBoard')}>
          看全部故事板
        </Button>
      </EmptyState>
    );
  }
  if (failed?.error) {
    return <ErrorState title="故事板没有加载出来" error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  return <LoadingRows label="正在打开故事板" />;
}
