import { HeatMapOutlined } from '@ant-design/icons';
import { LIKENESS_AT_ONCE } from '@mixreel/contract';
import { Button, type ButtonProps } from 'antd';
import { useCanEdit } from '#features/team/space.ts';
import { onward } from '#lib/go.ts';
import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';
import { likenessPath } from './likeness-path.ts';

type Props = Pick<ButtonProps, 'type' | 'size' | 'disabled'> & {
  project_id: string;
  artwork_ids: string[];
  label?: string;
};

/** Measures how alike finished videos are, and opens the report. Only for those who may change things. */
export function LikenessButton({ project_id, artwork_ids, label = '查重', disabled = false, ...look }: Props) {
  const canEdit = useCanEdit();
  const add = useSend('likeness.add', { refresh: ['task.list'] });
  if (!canEdit) return null;
  const measure = async () => {
    if (artwork_ids.length > LIKENESS_AT_ONCE) {
      showToast('warning', `一次最多比较 ${LIKENESS_AT_ONCE} 条`);
      return;
    }
    const goOn = onward();
    const { task_id } = await add.mutateAsync({ artwork_ids });
    goOn(likenessPath(task_id, project_id));
  };
  return (
    <Button
      {...look}
      icon={<HeatMapOutlined aria-hidden="true" />}
      disabled={disabled || artwork_ids.length === 0}
      loading={add.isPending}
      onClick={() => void measure().catch(() => {})}
    >
      {label}
    </Button>
  );
}
