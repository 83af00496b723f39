import { ERRORS } from '@mixreel/contract';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { useOpening } from '#features/document/use-opening.ts';
import { CallError } from '#lib/call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { SheetStudio } from './SheetStudio.tsx';

export function SheetLoader({ sheet_id }: { sheet_id: string }) {
  const navigate = useNavigate();
  const { detail, opened, failed } = useOpening('sheet.detail', { sheet_id }, sheet_id);

  if (detail.data && opened) return <SheetStudio card={detail.data} opened={opened} />;
  if (detail.error instanceof CallError && detail.error.code === ERRORS.not_found.code) {
    return (
      <EmptyState is_page title="找不到这张图片" text={detail.error.message}>
        <Button type="primary" onClick={() => void navigate('/videoGenerate/image/editor')}>
          看全部图片
        </Button>
      </EmptyState>
    );
  }
  if (failed?.error) {
    return <ErrorState title="图片没有加载出来" error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  return <LoadingRows label="正在打开图片" />;
}
