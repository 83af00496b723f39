import { OrderedListOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { NothingFound } from '#features/task/NothingFound.tsx';
import { RetryAllButton } from '#features/task/RetryAllButton.tsx';
import { filterOf, isNarrowed, NO_VIEW, type TaskView } from '#features/task/task-view.ts';
import { EDITING_TYPES } from '#features/task/task-words.ts';
import { TaskFilters } from '#features/task/TaskFilters.tsx';
import { TaskList } from '#features/task/TaskList.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { WORDS } from './material-words.ts';
import task from '#features/task/Task.module.css';

/** What the project makes of its material: exports, drafts, archives, measurements. */
export function TasksPart({ project_id }: { project_id: string }) {
  const [view, setView] = useState<TaskView>(NO_VIEW);
  const change = (to: Partial<TaskView>) => setView((now) => ({ ...now, ...to }));
  const scope = { project_id, task_type: EDITING_TYPES };
  return (
    <div className={task['sheet']}>
      <div className={task['partHead']}>
        <TaskFilters view={view} onChange={change} types={EDITING_TYPES} />
        <RetryAllButton scope={scope} />
      </div>
      <TaskList
        key={JSON.stringify(view)}
        label="剪辑任务"
        filter={{ ...scope, ...filterOf(view) }}
        empty={
          isNarrowed(view) ? (
            <NothingFound onClear={() => setView(NO_VIEW)} />
          ) : (
            <EmptyState icon={<OrderedListOutlined />} title={WORDS.tasks_title} text={WORDS.tasks_text} />
          )
        }
      />
    </div>
  );
}
