import { document, ERRORS, story } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { sendKeptActs } from '#features/document/kept-acts.ts';
import { useProjectOf } from '#features/project/current-project.ts';
import { useSpace } from '#features/team/space.ts';
import { CallError } from '#lib/call.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { BoardScreen } from './BoardScreen.tsx';

/** Reads the board, then opens it. What was read is forgotten on leaving, so that the next visit begins with the newest. */
export function BoardLoader({ story_board_id }: { story_board_id: string }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const hasSpace = useSpace((state) => state.current !== null);
  const [isSent, setIsSent] = useState(false);
  // What was not saved on an earlier visit comes first, so that it is in what is opened.
  useEffect(() => void sendKeptActs().finally(() => setIsSent(true)), []);
  const detail = useCall('story.detail', { story_board_id });
  const opened = useCall('document.open', { document_id: story_board_id }, { enabled: isSent, stale_ms: Infinity });
  useProjectOf(detail.data?.project_id);
  useEffect(
    () => () => {
      cache.removeQueries({ queryKey: [story.detail.path, { story_board_id }] });
      cache.removeQueries({ queryKey: [document.open.path, { document_id: story_board_id }] });
    },
    [cache, story_board_id],
  );

  // Whether it may be changed is known with the space; nobody should be told "read only" in between.
  if (detail.data && opened.data && hasSpace) return <BoardScreen board={detail.data} opened={opened.data} />;
  if (detail.error instanceof CallError && detail.error.code === ERRORS.not_found.code) {
    return (
      <EmptyState is_page title="找不到这个故事板" text={detail.error.message}>
        <Button type="primary" onClick={() => void navigate('/storyBoard')}>
          看全部故事板
        </Button>
      </EmptyState>
    );
  }
  const failed = [detail, opened].find(({ error, isFetching }) => error && !isFetching);
  if (failed?.error) {
    return <ErrorState title="故事板没有加载出来" error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  return <LoadingRows label="正在打开故事板" />;
}
