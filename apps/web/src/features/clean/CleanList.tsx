import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { Clean, TaskWork } from '@mixreel/contract';
import { Button, Tooltip } from 'antd';
import type { OutputOf } from '#lib/call.ts';
import { formatLeft } from '#lib/format.ts';
import { useSend } from '#lib/use-call.ts';
import { ListStates } from '#ui/ListStates.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { confirmBox } from '#ui/message-box.ts';
import { MiddleCut } from '#ui/MiddleCut.tsx';
import { RemoteImage } from '#ui/RemoteImage.tsx';
import { AbilityTabs } from './AbilityTabs.tsx';
import styles from './Clean.module.css';

type Props = {
  list: Parameters<typeof ListStates<OutputOf<'clean.list'>>>[0]['query'];
  opened: string | null;
  can_edit: boolean;
  is_adding: boolean;
  onPick: () => void;
  onOpen: (clean_id: string | null) => void;
};

/** What was picked, the newest first, and how far each is. */
export function CleanList({ list, opened, can_edit, is_adding, onPick, onOpen }: Props) {
  const remove = useSend('clean.remove', { refresh: ['clean.list'] });
  const drop = async ({ clean_id, material_name }: Clean) => {
    const asked = { title: `删除「${material_name}」的记录？`, text: '还没保存的结果会一起删除，素材库里的不受影响。' };
    if (!(await confirmBox({ ...asked, ok_label: '删除', is_danger: true }))) return;
    await remove.mutateAsync({ clean_ids: [clean_id] });
    if (clean_id === opened) onOpen(null);
  };
  return (
    <div className={styles['side']}>
      <AbilityTabs />
      {can_edit && (
        <Button
          className={styles['pick'] ?? ''}
          type="primary"
          icon={<PlusOutlined aria-hidden="true" />}
          loading={is_adding}
          onClick={onPick}
        >
          选视频或图片
        </Button>
      )}
      <ListStates
        query={list}
        loading={<LoadingRows />}
        isEmpty={({ items }) => items.length === 0}
        empty={<p className={styles['hint']}>还没有要处理的素材</p>}
      >
        {({ items }) => (
          <ul className={styles['list']} aria-label="要处理的素材">
            {items.map((item) => (
              <li key={item.clean_id} data-on={item.clean_id === opened}>
                <button type="button" aria-current={item.clean_id === opened} onClick={() => onOpen(item.clean_id)}>
                  <RemoteImage src={item.cover_url} alt="" />
                  <span className={styles['name']}>
                    <MiddleCut text={item.material_name} />
                    <small data-state={stateOf(item).tone}>{stateOf(item).text}</small>
                  </span>
                </button>
                {can_edit && (
                  <Tooltip title="删除记录">
                    <Button
                      size="small"
                      type="text"
                      aria-label={`删除「${item.material_name}」的记录`}
                      icon={<DeleteOutlined aria-hidden="true" />}
                      onClick={() => void drop(item).catch(() => {})}
                    />
                  </Tooltip>
                )}
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </div>
  );
}

const isOpen = (work: TaskWork | null) => work !== null && ['queued', 'running', 'canceling'].includes(work.status);

function stateOf({ find, make, result, marks_count }: Clean): {
  text: string;
  tone: 'busy' | 'bad' | 'good' | 'plain';
} {
  for (const [work, words] of [
    [make, '正在去除'],
    [find, '正在查找文字'],
  ] as const) {
    if (!work || !isOpen(work)) continue;
    if (work.status === 'queued') return { text: '排队中', tone: 'busy' };
    const left = work.eta_s === null ? '' : `，还要${formatLeft(work.eta_s)}`;
    return { text: `${words} ${Math.floor(work.progress)}%${left}`, tone: 'busy' };
  }
  if (make?.status === 'failed') return { text: make.error?.message ?? '没有成功', tone: 'bad' };
  if (result) return { text: result.material_id ? '已保存' : '已去除，还没保存', tone: 'good' };
  if (find?.status === 'failed') return { text: find.error?.message ?? '没有找成', tone: 'bad' };
  return { text: marks_count > 0 ? `勾选了 ${marks_count} 处` : '还没有勾选', tone: 'plain' };
}
