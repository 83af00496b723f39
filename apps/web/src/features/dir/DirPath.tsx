import type { Dir, DirKind } from '@mixreel/contract';
import type { ReactNode } from 'react';
import { pathTo } from './dir-tree.ts';
import { DIR_WORDS } from './dir-words.ts';
import styles from './Dirs.module.css';

type Props = {
  kind: DirKind;
  dirs: Dir[];
  dir: Dir;
  onOpen: (dir_id: string | null) => void;
  children?: ReactNode;
};

/** Where one is, with the way up. */
export function DirPath({ kind, dirs, dir, onOpen, children }: Props) {
  const path = pathTo(dirs, dir.dir_id);
  return (
    <nav className={styles['path']} aria-label="位置">
      <button type="button" onClick={() => onOpen(null)}>
        {DIR_WORDS[kind].all}
      </button>
      {path.map(({ dir_id, dir_name }, n) => (
        <span key={dir_id}>
          <i aria-hidden="true">/</i>
          {n === path.length - 1 ? (
            <b aria-current="page">{dir_name}</b>
          ) : (
            <button type="button" onClick={() => onOpen(dir_id)}>
              {dir_name}
            </button>
          )}
        </span>
      ))}
      {children && <div>{children}</div>}
    </nav>
  );
}
