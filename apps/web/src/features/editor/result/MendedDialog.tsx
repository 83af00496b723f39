import { Button, Modal } from 'antd';
import { formatShare } from '#lib/format.ts';
import type { Mended } from './use-mend.ts';
import styles from './Pair.module.css';

type Props = { mended: Mended; onTakeBack: () => void; onClose: () => void };

/** What 修到 L2 has changed, video by video. */
export function MendedDialog({ mended: { changed, left }, onTakeBack, onClose }: Props) {
  return (
    <Modal
      open
      centered
      width={560}
      title={changed.length === 0 ? '没有改动' : `改了 ${changed.length} 条`}
      onCancel={onClose}
      footer={[
        ...(changed.length > 0
          ? [
              <Button key="back" onClick={onTakeBack}>
                全部撤销
              </Button>,
            ]
          : []),
        <Button key="ok" type="primary" onClick={onClose}>
          好
        </Button>,
      ]}
    >
      <ul className={styles['mended']}>
        {changed.map(({ candidate_id, number, changes, likeness_before, likeness }) => (
          <li key={candidate_id}>
            <b>第 {number} 条</b>
            <span>
              重复度 {formatShare(likeness_before)} → {formatShare(likeness)}
            </span>
            {changes.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </li>
        ))}
      </ul>
      {left > 0 ? (
        <p>还有 {left} 条换什么都降不到 L2：右侧「建议」里有怎么加片段、说法或声音，或者取消选用它们。</p>
      ) : (
        <p>已选的两两都在 L2 以内。</p>
      )}
    </Modal>
  );
}
