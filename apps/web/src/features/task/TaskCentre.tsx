import { BellOutlined } from '@ant-design/icons';
import { BADGE_MAX } from '@mixreel/contract';
import { Badge } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useSpace } from '#features/team/space.ts';
import { useKeys } from '#lib/keys.ts';
import { useCall } from '#lib/use-call.ts';
import { useTaskFeed } from './task-feed.ts';
import bar from '#ui/BarButton.module.css';

const TaskDrawer = lazy(async () => ({ default: (await import('./TaskDrawer.tsx')).TaskDrawer }));

/** The bell: how much is new, and the list behind it. */
export function TaskCentre() {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const hasSpace = useSpace((state) => state.current !== null);
  const list = useCall('task.list', { page_size: 50 }, { enabled: hasSpace });
  const unread = list.data?.unread_count ?? 0;
  useTaskFeed();

  const open = () => {
    setWasOpened(true);
    setIsOpen(true);
  };
  useKeys({ t: open });

  return (
    <>
      <button
        type="button"
        className={`${bar['button']} ${bar['icon']}`}
        aria-label={unread > 0 ? `任务中心，${unread} 条未读` : '任务中心'}
        aria-haspopup="dialog"
        onClick={open}
      >
        <Badge count={unread} overflowCount={BADGE_MAX} size="small" offset={[4, 0]} title="">
          <BellOutlined className={bar['bell'] ?? ''} aria-hidden="true" />
        </Badge>
      </button>
      {wasOpened && (
        <Suspense fallback={null}>
          <TaskDrawer isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
