import { OrderedListOutlined } from '@ant-design/icons';
import { TaskRow } from '#features/task/TaskRow.tsx';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { WORDS } from './material-words.ts';
import task from '#features/task/Task.module.css';
import styles from './Library.module.css';

/** The project's background work. */
export function TasksPart({ project_id }: { project_id: string }) {
  const list = useCall('task.list', { project_id, page_size: 100 });
  return (
    <div className={styles['tasks']}>
      <ListStates
        query={list}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState icon={<OrderedListOutlined />} title={WORDS.tasks_title} text={WORDS.tasks_text} />}
      >
        {({ items }) => (
          <ul className={task['list']} aria-label="任务">
            {items.map((one) => (
              <TaskRow key={one.task_id} task={one} />
            ))}
          </ul>
        )}
      </ListStates>
    </div>
  );
}
