import { type Dir, DIR_NOUNS, type DirKind } from '@mixreel/contract';
import { Fragment, type KeyboardEvent, useRef, useState } from 'react';
import { setDirOpen, useClosedDirs } from './closed-dirs.ts';
import { linesOf, plainChildren } from './dir-tree.ts';
import { AllLine, DirLine } from './DirLine.tsx';
import { DirNameInput } from './DirNameInput.tsx';
import type { DirAct, Typing } from './DirPanel.tsx';
import styles from './Dirs.module.css';

type Props = {
  kind: DirKind;
  label: string;
  dirs: Dir[];
  /** The whole tree: what may be dropped where depends on it. */
  all_dirs: Dir[];
  /** The line above all directories. */
  all?: { count: number; onOpen: () => void };
  is_smart?: boolean;
  current: string | null;
  typing: Typing | null;
  can_edit: boolean;
  onAct: (what: DirAct, dir_id: string) => void;
  onTyped: (text: string) => void;
  onStopTyping: () => void;
};

const TOP = '';

/** A tree with the keys of one: arrows walk and open, Enter shows, F2 renames, Delete deletes. */
export function DirTree(props: Props) {
  const {
    kind,
    label,
    dirs,
    all_dirs,
    all,
    is_smart = false,
    current,
    typing,
    can_edit,
    onAct,
    onTyped,
    onStopTyping,
  } = props;
  const closed = useClosedDirs((state) => state.closed);
  const [focused, setFocused] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const lines = is_smart
    ? dirs.map((dir, n) => ({ dir, level: 1, position: n + 1, siblings: dirs.length, is_open: false }))
    : linesOf(dirs, closed);
  const ids = [...(all ? [TOP] : []), ...lines.map(({ dir }) => dir.dir_id)];
  const at =
    focused !== null && ids.includes(focused) ? focused : ids.includes(current ?? TOP) ? (current ?? TOP) : ids[0];

  const focus = (id: string | undefined) => {
    if (id === undefined) return;
    setFocused(id);
    list.current?.querySelector<HTMLElement>(`[data-dir="${id}"]`)?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (target.getAttribute('role') !== 'treeitem' || event.altKey || event.ctrlKey || event.metaKey) return;
    const id = target.dataset['dir'] ?? TOP;
    const index = ids.indexOf(id);
    const line = lines.find(({ dir }) => dir.dir_id === id);
    const hasBelow = line !== undefined && !is_smart && plainChildren(line.dir).length > 0;
    const keys: Record<string, () => void> = {
      ArrowDown: () => focus(ids[index + 1]),
      ArrowUp: () => focus(ids[index - 1]),
      Home: () => focus(ids[0]),
      End: () => focus(ids.at(-1)),
      ArrowRight: () => {
        if (line && hasBelow && !line.is_open) setDirOpen(id, true);
        else if (line?.is_open) focus(ids[index + 1]);
      },
      ArrowLeft: () => {
        if (line?.is_open) setDirOpen(id, false);
        else if (line) focus(line.dir.parent_id ?? (all ? TOP : undefined));
      },
      Enter: () => (line ? onAct('open', id) : all?.onOpen()),
      ' ': () => (line ? onAct('open', id) : all?.onOpen()),
      ...(line &&
        can_edit && {
          F2: () => onAct('rename', id),
          Delete: () => onAct('delete', id),
          m: () => !is_smart && onAct('move', id),
          n: () => !is_smart && onAct('add', id),
        }),
    };
    const run = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  const isAddingHere = (parent_id: string | null) =>
    !is_smart && typing?.kind === 'add' && typing.parent_id === parent_id;
  const adding = (level: number) => (
    <DirNameInput
      label={`新${DIR_NOUNS[kind]}的名称`}
      level={level}
      initial=""
      onDone={onTyped}
      onCancel={onStopTyping}
    />
  );
  return (
    <ul ref={list} className={styles['tree']} role="tree" aria-label={label} onKeyDown={handleKey}>
      {all && (
        <AllLine
          kind={kind}
          count={all.count}
          is_current={current === null}
          is_stop={at === TOP}
          can_edit={can_edit}
          all_dirs={all_dirs}
          onOpen={all.onOpen}
          onFocus={() => setFocused(TOP)}
        />
      )}
      {isAddingHere(null) && adding(1)}
      {lines.map((line) => {
        const { dir_id } = line.dir;
        const isRenamed = typing?.kind === 'rename' && typing.dir_id === dir_id;
        return isRenamed ? (
          <DirNameInput
            key={dir_id}
            label={`「${line.dir.dir_name}」的新名称`}
            level={line.level}
            initial={line.dir.dir_name}
            onDone={onTyped}
            onCancel={onStopTyping}
          />
        ) : (
          <Fragment key={dir_id}>
            <DirLine
              line={line}
              all_dirs={all_dirs}
              is_current={current === dir_id}
              is_stop={at === dir_id}
              can_edit={can_edit}
              onAct={(what) => onAct(what, dir_id)}
              onFocus={() => setFocused(dir_id)}
            />
            {isAddingHere(dir_id) && adding(line.level + 1)}
          </Fragment>
        );
      })}
    </ul>
  );
}
