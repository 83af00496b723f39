import { Button, Drawer, Segmented } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { EmptyState } from '#ui/EmptyState.tsx';
import { MarkAllButton } from './MarkAllButton.tsx';
import { RetryAllButton } from './RetryAllButton.tsx';
import { OPEN_STATUSES, TROUBLE_STATUSES } from './task-words.ts';
import { TaskList } from './TaskList.tsx';
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

/** The tasks beside whatever page is open; the page of its own has the filters. */
export function TaskDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const [view, setView] = useState<View>('all');
  const status = view === 'open' ? OPEN_STATUSES : view === 'trouble' ? TROUBLE_STATUSES : undefined;
  const openPage = () => {
    onClose();
    void navigate('/home/task');
  };

  return (
    <Drawer
      title="任务中心"
      open={isOpen}
      onClose={onClose}
      size={440}
      destroyOnHidden
      extra={<MarkAllButton size="small" />}
      footer={
        <div className={styles['drawerFoot']}>
          <RetryAllButton size="small" />
          <Button size="small" type="link" onClick={openPage}>
            查看全部任务
          </Button>
        </div>
      }
      styles={{ body: { display: 'flex', flexDirection: 'column', padding: 0, overflow: 'hidden' } }}
    >
      <div className={styles['views']}>
        <Segmented<View> block aria-label="显示哪些任务" options={VIEWS} value={view} onChange={setView} />
      </div>
      <TaskList
        key={view}
        label="任务"
        filter={status ? { status } : {}}
        empty={<EmptyState title={EMPTY[view].title} text={EMPTY[view].text} />}
        onLeave={onClose}
      />
    </Drawer>
  );
}
