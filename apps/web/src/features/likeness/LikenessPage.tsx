import { HeatMapOutlined } from '@ant-design/icons';
import { ERRORS } from '@mixreel/contract';
import { Button } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { CallError } from '#lib/call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { finishedPath } from './likeness-path.ts';
import { Measuring } from './Measuring.tsx';
import { Report } from './Report.tsx';
import { isOpen, useReport, useTasks } from './use-report.ts';
import styles from './Likeness.module.css';

/** How alike finished videos are: `task` of the address says which measurement. */
export function LikenessPage() {
  const [params] = useSearchParams();
  const task_id = params.get('task');
  return task_id ? (
    <Loader key={task_id} task_id={task_id} />
  ) : (
    <NoReport text="在「成片」里选几条，点「查重」，这里会告诉你它们有多像、哪两条最像、换什么能更不一样。" />
  );
}

function Loader({ task_id }: { task_id: string }) {
  const tasks = useTasks([task_id]);
  const task = tasks.data?.[0];
  const isDone = task?.status === 'succeeded' || task?.status === 'partial';
  const report = useReport(task_id, { enabled: isDone });
  const error = tasks.error ?? report.error;
  if (report.data) return <Report key={task_id} report={report.data} />;
  if (isGone(error) || tasks.data?.length === 0) return <NoReport text="这份报告不存在，或你不在它的空间里。" />;
  if (error) {
    return (
      <ErrorState
        title="报告没有打开"
        error={error}
        onRetry={() => void (tasks.error ? tasks.refetch() : report.refetch())}
        isRetrying={tasks.isFetching || report.isFetching}
      />
    );
  }
  if (task && (isOpen(task) || !isDone)) return <Measuring task={task} />;
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <span className={`skeleton ${styles['ghostName']}`} />
      </header>
      <LoadingRows />
    </div>
  );
}

function isGone(error: Error | null): boolean {
  return error instanceof CallError && error.code === ERRORS.not_found.code;
}

function NoReport({ text }: { text: string }) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return (
    <EmptyState is_page icon={<HeatMapOutlined />} title="查重" text={text}>
      <Button type="primary" onClick={() => void navigate(finishedPath(params.get('projectId')))}>
        去选成片
      </Button>
    </EmptyState>
  );
}
