import { ScheduleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { useSpace } from '#features/team/space.ts';
import { useKeysInHelp, type KeyGroup } from '#lib/page-keys.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { MarkAllButton } from './MarkAllButton.tsx';
import { NothingFound } from './NothingFound.tsx';
import { RetryAllButton } from './RetryAllButton.tsx';
import { filterOf, isNarrowed, NO_VIEW, useTaskView } from './task-view.ts';
import { TaskFilters } from './TaskFilters.tsx';
import { TaskList } from './TaskList.tsx';
import styles from './Task.module.css';

const KEYS: KeyGroup[] = [
  {
    title: '任务',
    keys: [
      ['↑ ↓', '上一个、下一个任务'],
      ['Enter', '展开或收起步骤'],
    ],
  },
];

/** Every piece of background work of the space. */
export function TaskPage() {
  const { view, change } = useTaskView();
  const hasSpace = useSpace((state) => state.current !== null);
  useKeysInHelp(KEYS);
  return (
    <div className={styles['page']}>
      <header className={styles['pageHead']}>
        <h1>任务中心</h1>
        <div className={styles['tools']}>
          {hasSpace && <RetryAllButton />}
          {hasSpace && <MarkAllButton />}
        </div>
      </header>
      <TaskFilters view={view} onChange={change} />
      <div className={styles['sheet']}>
        {hasSpace ? (
          <TaskList
            key={JSON.stringify(view)}
            label="任务"
            filter={filterOf(view)}
            empty={isNarrowed(view) ? <NothingFound onClear={() => change(NO_VIEW)} /> : <NothingYet />}
          />
        ) : (
          <LoadingRows label="正在加载任务" />
        )}
      </div>
    </div>
  );
}

function NothingYet() {
  const navigate = useNavigate();
  return (
    <EmptyState
      icon={<ScheduleOutlined />}
      title="还没有任务"
      text="导入、分析、导出这类要花时间的事，会在这里显示进度、结果和要处理的问题。"
    >
      <Button type="primary" onClick={() => void navigate('/home/material')}>
        去素材库
      </Button>
    </EmptyState>
  );
}
