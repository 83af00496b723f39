import { Modal } from 'antd';
import { COMMAND_KEY } from '#lib/keys.ts';
import { type KeyGroup, usePageKeys } from '#lib/page-keys.ts';
import styles from './KeysHelp.module.css';

const KEYS: KeyGroup[] = [
  {
    title: '到处都能用',
    keys: [
      [`${COMMAND_KEY} K`, '快速打开任何功能'],
      ['T', '打开任务中心'],
      ['[', '收起或展开导航'],
      ['?', '看这张表'],
      ['Esc', '关闭弹窗'],
    ],
  },
  {
    title: '快速打开、切换项目里',
    keys: [
      ['↑ ↓', '上下移动'],
      ['Enter', '打开'],
      ['Tab', '到旁边的按钮'],
    ],
  },
];

export function KeysHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const groups = [...usePageKeys((state) => state.groups), ...KEYS];
  return (
    <Modal open={isOpen} centered width={groups.length > 2 ? 640 : 520} title="快捷键" footer={null} onCancel={onClose}>
      <div className={styles['columns']}>
        {groups.map(({ title, keys }) => (
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
