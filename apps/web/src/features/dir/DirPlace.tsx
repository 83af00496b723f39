import { DownOutlined, FolderOutlined } from '@ant-design/icons';
import styles from './Dirs.module.css';

type Props = { name: string; is_open: boolean; onToggle: () => void };

/** Where the tree has no room beside the cards: where one is, and the way to it. */
export function DirPlace({ name, is_open, onToggle }: Props) {
  return (
    <button
      type="button"
      className={styles['place']}
      aria-expanded={is_open}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={onToggle}
    >
      <FolderOutlined aria-hidden="true" />
      {name}
      <DownOutlined aria-hidden="true" />
    </button>
  );
}
