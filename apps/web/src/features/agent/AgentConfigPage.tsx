import { ERRORS } from '@mixreel/contract';
import { Button } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { useProjectOf } from '#features/project/current-project.ts';
import { CallError } from '#lib/call.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { AgentScreen } from './AgentScreen.tsx';
import styles from '#features/mix/Workspace.module.css';

/** What an agent works from: `agentProjectId` of the address says which. */
export function AgentConfigPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const agent_project_id = params.get('agentProjectId');
  const detail = useCall('agent.detail', { agent_project_id: agent_project_id ?? '' }, { enabled: !!agent_project_id });
  useProjectOf(detail.data?.project_id);
  const isGone = detail.error instanceof CallError && detail.error.code === ERRORS.not_found.code;
  if (!agent_project_id || isGone) {
    return (
      <EmptyState
        is_page
        title={isGone ? '找不到这个智能体' : '先选一个智能体'}
        text={isGone ? '它可能已被删除，或不在这个空间里。' : '在列表里打开一个，或新建一个。'}
      >
        <Button type="primary" onClick={() => void navigate('/agentSelect')}>
          看全部智能体
        </Button>
      </EmptyState>
    );
  }
  if (detail.data) return <AgentScreen key={agent_project_id} agent={detail.data} />;
  if (detail.error && !detail.isFetching) {
    return <ErrorState title="智能体没有加载出来" error={detail.error} onRetry={() => void detail.refetch()} />;
  }
  return (
    <div className={styles['page']}>
      <LoadingRows label="正在打开智能体" />
    </div>
  );
}
