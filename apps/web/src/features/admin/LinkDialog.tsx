import { Button, Input, Modal } from 'antd';
import { copyText } from '#lib/clipboard.ts';
import styles from './Admin.module.css';

type Props = { title: string; text: string; link: string; onClose: () => void };

/** A link that is shown once, to be copied. */
export function LinkDialog({ title, text, link, onClose }: Props) {
  return (
    <Modal open centered width={520} title={title} footer={null} onCancel={onClose}>
      <p>{text}</p>
      <div className={styles['link']}>
        <Input readOnly value={link} aria-label="链接" onFocus={(event) => event.target.select()} />
        <Button type="primary" onClick={() => void copyText(link)}>
          复制
        </Button>
      </div>
      <p className={styles['quiet']}>关闭后就看不到这个链接了。</p>
    </Modal>
  );
}
