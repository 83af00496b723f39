import { AppstoreOutlined, CaretRightOutlined, FilterOutlined, FolderOutlined, MoreOutlined } from '@ant-design/icons';
import { type Dir, DIR_NOUNS, type DirKind } from '@mixreel/contract';
import { Dropdown, type MenuProps } from 'antd';
import { useRef } from 'react';
import { setDirOpen } from './closed-dirs.ts';
import { type DirLine as Line, isSmart, plainChildren } from './dir-tree.ts';
import { DIR_WORDS } from './dir-words.ts';
import type { DirAct } from './DirPanel.tsx';
import { useDraggable, useDropPlace } from './drag.ts';
import { planDrop } from './drop-plan.ts';
import styles from './Dirs.module.css';

type Props = {
  line: Line;
  all_dirs: Dir[];
  is_current: boolean;
  /** The one of the tree that Tab leads to. */
  is_stop: boolean;
  can_edit: boolean;
  onAct: (what: DirAct) => void;
  onFocus: () => void;
};

const MENU: { key: DirAct; label: string; keys?: string; danger?: true; for: 'all' | 'plain' | 'smart' }[] = [
  { key: 'add', label: '新建子{}', keys: 'N', for: 'plain' },
  { key: 'rule', label: '修改条件…', for: 'smart' },
  { key: 'rename', label: '重命名', keys: 'F2', for: 'all' },
  { key: 'move', label: '移动到…', keys: 'M', for: 'plain' },
  { key: 'share', label: '分享…', for: 'plain' },
  { key: 'delete', label: '删除', keys: 'Delete', danger: true, for: 'all' },
];

/** One directory: opens on a click, takes what is dropped on it, can be dragged itself. */
export function DirLine({ line, all_dirs, is_current, is_stop, can_edit, onAct, onFocus }: Props) {
  const { dir, level, position, siblings, is_open } = line;
  const { dir_id, dir_name } = dir;
  const row = useRef<HTMLDivElement>(null);
  const smart = isSmart(dir);
  const hasBelow = !smart && plainChildren(dir).length > 0;
  const isDragged = useDraggable(
    row,
    () => (can_edit && !smart ? { kind: 'dir', dir_id } : null),
    () => dir_name,
  );
  const isAimed = useDropPlace(row, {
    place: dir_id,
    takes: (dragged) => can_edit && planDrop(dir.kind, all_dirs, dragged, dir_id) !== null,
    onLinger: () => hasBelow && setDirOpen(dir_id, true),
  });
  const menu: MenuProps = {
    items: MENU.filter((one) => one.for === 'all' || one.for === (smart ? 'smart' : 'plain')).map(
      ({ key, label, keys, danger }) => ({
        key,
        label: label.replace('{}', DIR_NOUNS[dir.kind]),
        ...(keys && { extra: keys }),
        ...(danger && { danger }),
      }),
    ),
    onClick: ({ key, domEvent }) => {
      domEvent.stopPropagation();
      onAct(key as DirAct);
    },
  };
  const count = smart ? dir.item_count : dir.total_count;
  return (
    <li role="none">
      <Dropdown trigger={['contextMenu']} menu={menu} disabled={!can_edit}>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree around it has the keys */}
        <div
          ref={row}
          className={styles['line']}
          role="treeitem"
          tabIndex={is_stop ? 0 : -1}
          aria-level={level}
          aria-posinset={position}
          aria-setsize={siblings}
          aria-selected={is_current}
          aria-label={`${dir_name} ${DIR_WORDS[dir.kind].items(count)}`}
          {...(hasBelow && { 'aria-expanded': is_open })}
          title={dir_name}
          data-dir={dir_id}
          data-current={is_current}
          data-aimed={isAimed}
          data-dragged={isDragged}
          style={{ paddingLeft: 4 + (level - 1) * 12 }}
          onClick={() => onAct('open')}
          onDoubleClick={() => can_edit && onAct('rename')}
          onFocus={onFocus}
        >
          <span
            className={styles['caret']}
            data-open={is_open}
            data-shown={hasBelow}
            aria-hidden="true"
            onClick={(event) => {
              if (!hasBelow) return;
              event.stopPropagation();
              setDirOpen(dir_id, !is_open);
            }}
          >
            <CaretRightOutlined />
          </span>
          {smart ? <FilterOutlined aria-hidden="true" /> : <FolderOutlined aria-hidden="true" />}
          <span className={styles['name']}>{dir_name}</span> <small aria-hidden="true">{count}</small>
          {can_edit && (
            <Dropdown trigger={['click']} menu={menu} placement="bottomRight">
              <button
                type="button"
                className={styles['more']}
                aria-label={`「${dir_name}」的更多操作`}
                aria-haspopup="menu"
                tabIndex={is_stop ? 0 : -1}
                onClick={(event) => event.stopPropagation()}
                onDoubleClick={(event) => event.stopPropagation()}
              >
                <MoreOutlined aria-hidden="true" />
              </button>
            </Dropdown>
          )}
        </div>
      </Dropdown>
    </li>
  );
}

type AllProps = {
  kind: DirKind;
  count: number;
  is_current: boolean;
  is_stop: boolean;
  can_edit: boolean;
  all_dirs: Dir[];
  onOpen: () => void;
  onFocus: () => void;
};

/** Everything, whatever directory it is in. Directories that are dropped here go to the top, materials out of theirs. */
export function AllLine({ kind, count, is_current, is_stop, can_edit, all_dirs, onOpen, onFocus }: AllProps) {
  const row = useRef<HTMLLIElement>(null);
  const isAimed = useDropPlace(row, {
    place: null,
    takes: (dragged) => can_edit && planDrop(kind, all_dirs, dragged, null) !== null,
  });
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree around it has the keys
    <li
      ref={row}
      className={styles['line']}
      role="treeitem"
      tabIndex={is_stop ? 0 : -1}
      aria-level={1}
      aria-selected={is_current}
      aria-label={`${DIR_WORDS[kind].all} ${DIR_WORDS[kind].items(count)}`}
      data-dir=""
      data-current={is_current}
      data-aimed={isAimed}
      style={{ paddingLeft: 4 }}
      onClick={onOpen}
      onFocus={onFocus}
    >
      <span className={styles['caret']} aria-hidden="true" />
      <AppstoreOutlined aria-hidden="true" />
      <span className={styles['name']}>{DIR_WORDS[kind].all}</span> <small aria-hidden="true">{count}</small>
    </li>
  );
}
