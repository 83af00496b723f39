import { ShoppingOutlined } from '@ant-design/icons';
import type { SkuMark } from '@mixreel/contract';
import { Button, Progress } from 'antd';
import { useCanEdit } from '#features/team/space.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { confirmBox } from '#ui/message-box.ts';
import { Pill } from '#ui/Pill.tsx';
import { isLearning, resultWords, SKU_STATUS_NAMES, SKU_STATUS_TONES } from './sku-words.ts';
import styles from './Sku.module.css';

type Props = { sku: SkuMark; onEdit: () => void; onHits: () => void };

/** One product: how well it is known, what was found, what to do better. */
export function SkuRow({ sku, onEdit, onHits }: Props) {
  const { sku_mark_id, sku_name, merchant_name, category, status, message, pictures, marked_shots, task_id } = sku;
  const canEdit = useCanEdit();
  const remove = useSend('sku.delete', { refresh: ['sku.list'] });
  const again = useSend('sku.addVideos', { refresh: ['sku.list'] });
  // The list of the task centre, which its stream keeps up to date.
  const tasks = useCall('task.list', { page_size: 50 }, { enabled: isLearning(sku) });
  const task = tasks.data?.items.find((one) => one.task_id === task_id);
  const shown = pictures.filter(({ is_excluded }) => !is_excluded);

  const askAndRemove = async () => {
    const text = '它在镜头上的标签会一起去掉，商品图片还留在素材库里。';
    if (await confirmBox({ title: `不再识别「${sku_name}」？`, text, ok_label: '不再识别', is_danger: true })) {
      remove.mutate({ sku_mark_id });
    }
  };
  return (
    <li className={styles['sku']} aria-busy={isLearning(sku)}>
      <span className={styles['picture']} aria-hidden="true">
        {shown[0] ? <img src={shown[0].url} alt="" loading="lazy" /> : <ShoppingOutlined />}
      </span>
      <div className={styles['words']}>
        <p className={styles['name']}>
          <strong>{sku_name}</strong>
          <Pill tone={SKU_STATUS_TONES[status]}>{SKU_STATUS_NAMES[status]}</Pill>
        </p>
        <p className={styles['quiet']}>
          {[merchant_name, category, `${shown.length} 张图片`].filter(Boolean).join(' · ')}
        </p>
        {resultWords(sku) && <p className={styles['result']}>{resultWords(sku)}</p>}
        {isLearning(sku) && (
          <Progress
            percent={Math.floor(task?.progress ?? 0)}
            size="small"
            status="active"
            aria-label={`${sku_name}的学习进度`}
          />
        )}
        {message && (
          <p className={styles['advice']} data-bad={status === 'failed'}>
            {message}
          </p>
        )}
      </div>
      <div className={styles['actions']}>
        {status === 'ready' && (
          <Button size="small" aria-label={`看镜头 ${marked_shots}，「${sku_name}」`} onClick={onHits}>
            看镜头 {marked_shots}
          </Button>
        )}
        {canEdit && !isLearning(sku) && (
          <>
            <Button
              size="small"
              type="text"
              aria-label={`${status === 'failed' ? '换图片' : '修改'}「${sku_name}」`}
              onClick={onEdit}
            >
              {status === 'failed' ? '换图片' : '修改'}
            </Button>
            {status === 'ready' && (
              <Button
                size="small"
                type="text"
                loading={again.isPending}
                aria-label={`再找一遍「${sku_name}」`}
                onClick={() => again.mutate({ sku_mark_id })}
              >
                再找一遍
              </Button>
            )}
          </>
        )}
        {canEdit && (
          <Button
            size="small"
            type="text"
            danger
            aria-label={`删除「${sku_name}」`}
            onClick={() => void askAndRemove()}
          >
            删除
          </Button>
        )}
      </div>
    </li>
  );
}
