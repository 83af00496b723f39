import { RedoOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useCanEdit } from '#features/team/space.ts';
import type { InputOf } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { TROUBLE_STATUSES } from './task-words.ts';

type Props = { scope?: InputOf<'task.retryAll'>; size?: 'small' | 'middle' };

/** Takes up everything of one's own that did not end well and that another try can help. */
export function RetryAllButton({ scope = {}, size = 'middle' }: Props) {
  const canEdit = useCanEdit();
  const trouble = useCall('task.list', { ...scope, status: TROUBLE_STATUSES, only_mine: true, page_size: 1 });
  const retry = useSend('task.retryAll', { refresh: ['task.list', 'task.listByMixProject'] });
  const count = trouble.data?.page_info.total ?? 0;
  if (!canEdit || count === 0) return null;
  const retryAll = () =>
    retry.mutate(scope, {
      onSuccess: ({ retried }) =>
        retried > 0
          ? showToast('success', `已重新开始 ${retried} 个任务`)
          : showToast('warning', '这些任务重试也不会成功，请按每条的说明处理'),
    });
  return (
    <Button size={size} icon={<RedoOutlined aria-hidden="true" />} loading={retry.isPending} onClick={retryAll}>
      全部重试
    </Button>
  );
}
