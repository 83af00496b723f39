import { document, ERRORS, sheet } from '@mixreel/contract';
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
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { SheetStudio } from './SheetStudio.tsx';

/** Reads the picture, then opens it. What was read is forgotten on leaving, so that the next visit begins with the newest. */
export function SheetLoader({ sheet_id }: { sheet_id: string }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const hasSpace = useSpace((state) => state.current !== null);
  const [isSent, setIsSent] = useState(false);
  // What was not saved on an earlier visit comes first, so that it is in what is opened.
  useEffect(() => void sendKeptActs().finally(() => setIsSent(true)), []);
  const detail = useCall('sheet.detail', { sheet_id });
  const opened = useCall('document.open', { document_id: sheet_id }, { enabled: isSent, stale_ms: Infinity });
  useEffect(
    () => () => {
      cache.removeQueries({ queryKey: [sheet.detail.path, { sheet_id }] });
      cache.removeQueries({ queryKey: [document.open.path, { document_id: sheet_id }] });
    },
    [cache, sheet_id],
  );
  if (detail.data && opened.data && hasSpace) return <SheetStudio card={detail.data} opened={opened.data} />;
  if (detail.error instanceof CallError && detail.error.code === ERRORS.not_found.code) {
    return (
      <EmptyState is_page title="找不到这张图片" text={detail.error.message}>
        <Button type="primary" onClick={() => void navigate('/videoGenerate/image/editor')}>
          看全部图片
        </Button>
      </EmptyState>
    );
  }
  const failed = [detail, opened].find(({ error, isFetching }) => error && !isFetching);
  if (failed?.error) {
    return <ErrorState title="图片没有加载出来" error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  return <LoadingRows label="正在打开图片" />;
}
