import { document, ERRORS } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { sendKeptActs } from '#features/document/kept-acts.ts';
import { useProjectOf } from '#features/project/current-project.ts';
import { useSpace } from '#features/team/space.ts';
import { CallError } from '#lib/call.ts';
import { useCall } from '#lib/use-call.ts';
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
  const cache = useQueryClient();
  const hasSpace = useSpace((state) => state.current !== null);
  const [isSent, setIsSent] = useState(false);
  // What was not saved on an earlier visit comes first, so that it is in what is opened.
  useEffect(() => void sendKeptActs().finally(() => setIsSent(true)), []);
  const detail = useCall('agentBatch.detail', { agent_batch_config_id: id }, { enabled: isSent });
  const opened = useCall('document.open', { document_id: id }, { enabled: isSent, stale_ms: Infinity });
  useProjectOf(detail.data?.project_id);
  useEffect(() => () => cache.removeQueries({ queryKey: [document.open.path, { document_id: id }] }), [cache, id]);
  if (detail.data && opened.data && hasSpace) return <BatchScreen batch={detail.data} opened={opened.data} />;
  if (detail.error instanceof CallError && detail.error.code === ERRORS.not_found.code) {
    return <NoBatch title="找不到这个批次" text={detail.error.message} />;
  }
  const failed = [detail, opened].find(({ error, isFetching }) => error && !isFetching);
  if (failed?.error) {
    return <ErrorState title="批次没有加载出来" error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  return <LoadingRows label="正在打开批次" />;
}
