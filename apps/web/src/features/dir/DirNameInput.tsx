import { FolderOutlined } from '@ant-design/icons';
import { DIR_NAME_MAX } from '@mixreel/contract';
import { useRef } from 'react';
import styles from './Dirs.module.css';

type Props = {
  label: string;
  level: number;
  initial: string;
  onDone: (text: string) => void;
  onCancel: () => void;
};

/** A name typed where it will stand. Enter or leaving keeps it, Escape does not. */
export function DirNameInput({ label, level, initial, onDone, onCancel }: Props) {
  // Leaving the field after Enter or Escape must not say it a second time.
  const isOver = useRef(false);
  const end = (run: () => void) => {
    if (isOver.current) return;
    isOver.current = true;
    run();
  };
  return (
    <li className={styles['typing']} role="none" style={{ paddingLeft: 4 + (level - 1) * 12 }}>
      <span className={styles['caret']} aria-hidden="true" />
      <FolderOutlined aria-hidden="true" />
      <input
        ref={(input) => {
          if (!input || document.activeElement === input) return;
          input.focus();
          input.select();
        }}
        aria-label={label}
        placeholder="名称"
        maxLength={DIR_NAME_MAX}
        defaultValue={initial}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing) return;
          const { value } = event.currentTarget;
          if (event.key === 'Enter') end(() => onDone(value));
          if (event.key === 'Escape') end(onCancel);
        }}
        onBlur={(event) => {
          const { value } = event.currentTarget;
          end(() => (value.trim() === '' ? onCancel() : onDone(value)));
        }}
      />
    </li>
  );
}
