import type { Task } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { call } from '#lib/call.ts';
import type { InputOf } from '#lib/call.ts';
import { readAgain } from '#lib/read-again.ts';
import { useSparsePages } from '#lib/use-sparse-pages.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { RowList } from '#ui/RowList.tsx';
import { OPEN_STATUSES } from './task-words.ts';
import { TaskRow } from './TaskRow.tsx';
import styles from './Task.module.css';

const ROW_PX = 76;
/** Looked at for this long, the end of a task is known. */
const SEEN_MS = 3000;
/** When those in line will be done changes with what others do: asked again this often. */
const LINE_MS = 10_000;
const READ_MAX = 100;

type Props = {
  label: string;
  filter: InputOf<'task.list'>;
  empty: ReactNode;
  /** A link was followed. */
  onLeave?: () => void;
};

/**
 * Tasks, newest first, as many as there are. What has ended and was looked at becomes read, except in a list of the
 * unread: there it would slip away under the eyes. Use a `key` to begin anew with another filter.
 */
export function TaskList({ label, filter, empty, onLeave = () => {} }: Props) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [seen, setSeen] = useState({ first: 0, last: -1 });
  const list = useSparsePages('task.list', filter);
  const { itemAt, total, refetch } = list;
  useSeen(itemAt, seen, { enabled: !filter.unread });

  const hasLine = [...visible(itemAt, seen)].some(({ status }) => status === 'queued');
  const askAgain = useEffectEvent(() => refetch());
  useEffect(() => {
    if (!hasLine) return;
    const timer = setInterval(() => askAgain(), LINE_MS);
    return () => clearInterval(timer);
  }, [hasLine]);

  const toggle = (task_id: string) =>
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(task_id)) next.add(task_id);
      return next;
    });
  const handleSeen = useCallback((first: number, last: number) => setSeen({ first, last }), []);

  if (list.error) return <ErrorState error={list.error} onRetry={refetch} isRetrying={list.is_fetching} />;
  if (total === undefined) return <LoadingRows label="正在加载任务" />;
  if (total === 0) return empty;
  return (
    <div className={styles['list']}>
      <RowList
        label={label}
        total={total}
        expected_height={ROW_PX}
        itemAt={itemAt}
        keyOf={({ task_id }) => task_id}
        is_busy={list.is_fetching}
        onRange={list.onRange}
        onSeen={handleSeen}
        renderRow={(task) => (
          <TaskRow
            task={task}
            is_open={open.has(task.task_id)}
            onToggle={() => toggle(task.task_id)}
            onLeave={onLeave}
          />
        )}
      />
    </div>
  );
}

type Range = { first: number; last: number };

function* visible(itemAt: (index: number) => Task | undefined, { first, last }: Range): Generator<Task> {
  for (let index = first; index <= last; index += 1) {
    const item = itemAt(index);
    if (item) yield item;
  }
}

/** Marks what has ended and stays in view. */
function useSeen(itemAt: (index: number) => Task | undefined, range: Range, { enabled }: { enabled: boolean }): void {
  const cache = useQueryClient();
  const fresh = [...visible(itemAt, range)]
    .filter(({ read, status }) => !read && !OPEN_STATUSES.includes(status))
    .slice(0, READ_MAX)
    .map(({ task_id }) => task_id)
    .join(' ');
  const mark = useEffectEvent(async (task_ids: string[]) => {
    if (document.visibilityState !== 'visible') return;
    await call('task.markRead', { task_ids }, { is_quiet: true }).catch(() => {});
    await readAgain(cache, 'task.list');
  });
  useEffect(() => {
    if (!enabled || fresh === '') return;
    const timer = setTimeout(() => void mark(fresh.split(' ')), SEEN_MS);
    return () => clearTimeout(timer);
  }, [enabled, fresh]);
}
