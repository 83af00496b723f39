import { DeleteOutlined } from '@ant-design/icons';
import type { Dir, DirKind } from '@mixreel/contract';
import { useRef } from 'react';
import { BIN } from './dir-words.ts';
import { useDropPlace } from './drag.ts';
import { planDrop } from './drop-plan.ts';
import styles from './Dirs.module.css';

type Props = {
  kind: DirKind;
  count: number;
  is_open: boolean;
  can_edit: boolean;
  dirs: Dir[];
  onOpen: () => void;
};

/** The last line of the tree: what was deleted, and a place to drop what is to be. */
export function BinLine({ kind, count, is_open, can_edit, dirs, onOpen }: Props) {
  const line = useRef<HTMLButtonElement>(null);
  const isAimed = useDropPlace(line, {
    place: BIN,
    takes: (dragged) => can_edit && planDrop(kind, dirs, dragged, BIN) !== null,
  });
  return (
    <button
      ref={line}
      type="button"
      className={`${styles['line']} ${styles['bin']}`}
      aria-current={is_open ? 'page' : undefined}
      data-current={is_open}
      data-aimed={isAimed}
      onClick={onOpen}
    >
      <DeleteOutlined aria-hidden="true" />
      <span className={styles['name']}>回收站</span>
      <small>{count > 0 ? count : ''}</small>
    </button>
  );
}
