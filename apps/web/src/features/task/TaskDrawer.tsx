import { Button, Drawer, Segmented } from 'antd';
import { useState } from 'react';
import { useCall, useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { OPEN_STATUSES, TROUBLE_STATUSES } from './task-words.ts';
import { TaskRow } from './TaskRow.tsx';
import styles from './Task.module.css';

type View = 'all' | 'open' | 'trouble';

const VIEWS = [
  { value: 'all' as const, label: '全部' },
  { value: 'open' as const, label: '进行中' },
  { value: 'trouble' as const, label: '需要处理' },
];

const EMPTY: Record<View, { title: string; text: string }> = {
  all: { title: '还没有任务', text: '导入、分析、导出这类要花时间的事，会在这里显示进度。' },
  open: { title: '没有正在进行的任务', text: '新的任务一开始就会出现在这里。' },
  trouble: { title: '没有要处理的任务', text: '失败或只完成一部分的任务会列在这里。' },
};

export function TaskDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [view, setView] = useState<View>('all');
  const status = view === 'open' ? OPEN_STATUSES : view === 'trouble' ? TROUBLE_STATUSES : undefined;
  const list = useCall('task.list', { page_size: 50, ...(status && { status }) }, { enabled: isOpen });
  const markRead = useSend('task.markRead', { refresh: ['task.list'] });

  return (
    <Drawer
      title="任务中心"
      open={isOpen}
      onClose={onClose}
      size={440}
      extra={
        <Button
          size="small"
          disabled={!list.data?.unread_count}
          loading={markRead.isPending}
          onClick={() => markRead.mutate({})}
        >
          全部标为已读
        </Button>
      }
      styles={{ body: { padding: 0 } }}
    >
      <div className={styles['views']}>
        <Segmented<View> block aria-label="显示哪些任务" options={VIEWS} value={view} onChange={setView} />
      </div>
      <ListStates
        query={list}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={EMPTY[view].title} text={EMPTY[view].text} />}
      >
        {({ items }) => (
          <ul className={styles['list']}>
            {items.map((task) => (
              <TaskRow key={task.task_id} task={task} />
            ))}
          </ul>
        )}
      </ListStates>
    </Drawer>
  );
}
