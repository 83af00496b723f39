import type { Task } from '@mixreel/contract';
import { Button, Progress } from 'antd';
import { Link } from 'react-router';
import { useTaskActions } from '#features/task/task-actions.ts';
import { useCanEdit } from '#features/team/space.ts';
import { call } from '#lib/call.ts';
import { formatAgo, formatLeft } from '#lib/format.ts';
import { startDownload } from '#lib/start-download.ts';
import { useCall } from '#lib/use-call.ts';
import { ListStates } from '#ui/ListStates.tsx';
import styles from './Box.module.css';

const NEWEST = 30;

/** What the tools did last in this project. */
export function BoxResults({ project_id }: { project_id: string }) {
  const list = useCall('task.list', { project_id, task_type: ['ai_box'], page_size: NEWEST });
  return (
    <section aria-label="最近处理的">
      <h2>最近处理的</h2>
      <ListStates
        query={list}
        isEmpty={({ items }) => items.length === 0}
        empty={<p className={styles['about']}>还没有处理过素材</p>}
      >
        {({ items }) => (
          <ul className={styles['results']} data-keeps-focus>
            {items.map((task) => (
              <li key={task.task_id}>
                <span>{task.title}</span>
                <State task={task} project_id={project_id} />
                <small>{formatAgo(task.created_at)}</small>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </section>
  );
}

function State({ task, project_id }: { task: Task; project_id: string }) {
  const canEdit = useCanEdit();
  const { busy, cancel, retry } = useTaskActions(task);
  const { title, status, progress, error, result, eta_s } = task;
  if (status === 'canceling') return <em>正在取消</em>;
  if (status === 'queued' || status === 'running') {
    return (
      <>
        {status === 'queued' ? (
          <em>排队中</em>
        ) : (
          <Progress percent={Math.floor(progress)} size="small" aria-label={title} />
        )}
        {eta_s !== null && <small>还要{formatLeft(eta_s)}</small>}
        {canEdit && (
          <Button type="link" size="small" aria-label={`取消「${title}」`} loading={busy === 'cancel'} onClick={cancel}>
            取消
          </Button>
        )}
      </>
    );
  }
  if (status === 'canceled' || status === 'failed') {
    return (
      <em data-bad={status === 'failed' || undefined}>
        {status === 'failed' ? (error?.message ?? '没有成功') : '已取消'}
        {canEdit && (error?.can_retry ?? true) && (
          <Button type="link" size="small" aria-label={`重试「${title}」`} loading={busy === 'retry'} onClick={retry}>
            重试
          </Button>
        )}
      </em>
    );
  }
  const ids = Array.isArray(result?.['material_ids']) ? (result['material_ids'] as string[]) : [];
  const files = Array.isArray(result?.['files']) ? (result['files'] as { vlc_id: string; file_name: string }[]) : [];
  if (files.length > 0) {
    const take = async ({ vlc_id, file_name }: (typeof files)[number]) =>
      startDownload((await call('file.jumpLink', { vlc_id })).url, file_name);
    return files.map((file, n) => (
      <Button
        key={file.vlc_id}
        type="link"
        size="small"
        title={file.file_name}
        onClick={() => void take(file).catch(() => {})}
      >
        {files.length > 1 ? `下载 ${n + 1}` : '下载'}
      </Button>
    ));
  }
  const [first] = ids;
  if (!first) return <em>没有结果</em>;
  const label = ids.length > 1 ? `查看结果（${ids.length} 个）` : '查看结果';
  return <Link to={`/home/material?projectId=${project_id}&open=${first}`}>{label}</Link>;
}
