import { ERRORS } from '@mixreel/contract';
import { Button } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { useOpening } from '#features/document/use-opening.ts';
import { useProjectOf } from '#features/project/current-project.ts';
import { CallError } from '#lib/call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { BatchScreen } from './BatchScreen.tsx';

/** A batch: `agentBatchConfigId` of the address says which. */
export function AgentDetailPage() {
  const [params] = useSearchParams();
  const id = params.get('agentBatchConfigId');
  if (id) return <BatchLoader key={id} id={id} />;
  return <NoBatch title="先选一个批次" text="打开一个智能体，在右边选一个批次，或规划一批新的。" />;
}

function NoBatch({ title, text }: { title: string; text: string }) {
  const navigate = useNavigate();
  return (
    <EmptyState is_page title={title} text={text}>
      <Button type="primary" onClick={() => void navigate('/agentSelect')}>
        看全部智能体
      </Button>
    </EmptyState>
  );
}

function BatchLoader({ id }: { id: string }) {
  const { detail, opened, failed } = useOpening('agentBatch.detail', { agent_batch_config_id: id }, id);
  useProjectOf(detail.data?.project_id);
  if (detail.data && opened) return <BatchScreen batch={detail.data} opened={opened} />;
  if (detail.error instanceof CallError && detail.error.code === ERRORS.not_found.code) {
    return <NoBatch title="找不到这个批次" text={detail.error.message} />;
  }
  if (failed?.error) {
    return <ErrorState title="批次没有加载出来" error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  return <LoadingRows label="正在打开批次" />;
}
