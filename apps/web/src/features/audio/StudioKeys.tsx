import { Modal } from 'antd';
import { COMMAND_KEY } from '#lib/keys.ts';
import styles from './StudioKeys.module.css';

const KEYS: { title: string; keys: [string, string][] }[] = [
  {
    title: '写台词时',
    keys: [
      ['Enter', '在下面加一行，或从光标处断开'],
      ['Backspace', '在行首与上一行合并，空行删除'],
      ['Alt ↑ ↓', '上移、下移这一行'],
      ['Esc', '离开文字，选中这一行'],
    ],
  },
  {
    title: '选中行时',
    keys: [
      ['空格', '播放或停止'],
      ['↑ ↓', '上一行、下一行'],
      ['Enter', '写这一行'],
      ['Delete', '删除选中的行'],
      [`${COMMAND_KEY} A`, '选中全部行'],
    ],
  },
  {
    title: '随时',
    keys: [
      [`${COMMAND_KEY} Enter`, '合成整篇'],
      [`${COMMAND_KEY} Z`, '撤销'],
      [`${COMMAND_KEY} Shift Z`, '重做'],
      ['?', '看这张表'],
    ],
  },
];

export function StudioKeys({ onClose }: { onClose: () => void }) {
  return (
    <Modal open centered width={720} title="音频工坊的快捷键" footer={null} onCancel={onClose}>
      <div className={styles['columns']}>
        {KEYS.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, does]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
