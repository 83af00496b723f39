import { Button } from 'antd';
import { useCall, useSend } from '#lib/use-call.ts';

/** Everything of the space is read. */
export function MarkAllButton({ size = 'middle' }: { size?: 'small' | 'middle' }) {
  const list = useCall('task.list', { page_size: 50 });
  const markRead = useSend('task.markRead', { refresh: ['task.list'] });
  return (
    <Button
      size={size}
      disabled={!list.data?.unread_count}
      loading={markRead.isPending}
      onClick={() => markRead.mutate({})}
    >
      全部标为已读
    </Button>
  );
}
