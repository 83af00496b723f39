import { FolderAddOutlined, PlusOutlined } from '@ant-design/icons';
import type { Dir, DirKind, DirTree as Tree } from '@mixreel/contract';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { Button, Tooltip } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import { ListStates } from '#ui/ListStates.tsx';
import { BinLine } from './BinLine.tsx';
import { setDirOpen } from './closed-dirs.ts';
import { addDir, deleteDir, moveDir, updateDir } from './dir-actions.ts';
import { findDir, pathTo, smartDirs } from './dir-tree.ts';
import { BIN, DIR_WORDS } from './dir-words.ts';
import { DirTree } from './DirTree.tsx';
import { useDrops } from './drag.ts';
import { type Filed, planDrop } from './drop-plan.ts';
import styles from './Dirs.module.css';

const MoveDirDialog = lazy(async () => ({ default: (await import('./MoveDirDialog.tsx')).MoveDirDialog }));

type Props = {
  kind: DirKind;
  project_id: string;
  tree: UseQueryResult<Tree>;
  /** The directory that is shown; the bin; or null for everything. */
  current: string | null;
  /** Where it does not stand beside the cards: whether it lies over them. */
  is_open: boolean;
  onOpen: (dir: string | null) => void;
  onClose: () => void;
  onMoveItems: (items: Filed[], to: Dir | null) => void;
  onDeleteItems: (items: Filed[]) => void;
  onShare: (dir: Dir) => void;
  /** Asks what must be asked before one goes; false when it is to stay. */
  mayDelete?: (dir: Dir) => Promise<boolean>;
  /** Of a kind that has smart ones: makes one (null) or changes its rule. */
  smart?: { hint: string; onEdit: (dir: Dir | null) => void };
};

/** What is being typed into the tree: another name, or a directory that is not there yet. */
export type Typing = { kind: 'rename'; dir_id: string } | { kind: 'add'; parent_id: string | null };
export type DirAct = 'open' | 'add' | 'rename' | 'move' | 'share' | 'rule' | 'delete';

const failed = () => {};

/** The directories of a project: opened, made, renamed, moved and deleted here, and the place to drop things on. */
export function DirPanel(props: Props) {
  const { kind, project_id, tree, current, is_open, smart, onClose, onMoveItems, onDeleteItems, onShare } = props;
  const { mayDelete = async () => true } = props;
  const cache = useQueryClient();
  const canEdit = useCanEdit();
  const [typing, setTyping] = useState<Typing | null>(null);
  const [moving, setMoving] = useState<Dir | null>(null);
  const words = DIR_WORDS[kind];
  const dirs = tree.data?.dirs ?? [];
  const opened = useRef(0);
  const open = (dir: string | null) => {
    opened.current += 1;
    onClose();
    props.onOpen(dir);
  };
  const remove = async (dir: Dir) => {
    if (!(await mayDelete(dir))) return;
    // Whoever stands in what goes is led to what stays.
    const isInside = current !== null && pathTo([dir], current).length > 0;
    if (isInside) open(dir.parent_id);
    await deleteDir(cache, dir);
  };

  const act = (what: DirAct, dir_id: string, parent_id?: string | null) => {
    const dir = findDir(dirs, dir_id);
    if (!dir) return;
    if (what === 'open') return open(dir_id);
    if (!canEdit) return;
    if (what === 'add') {
      setDirOpen(dir_id, true);
      setTyping({ kind: 'add', parent_id: dir_id });
    } else if (what === 'rename') setTyping({ kind: 'rename', dir_id });
    else if (what === 'rule') smart?.onEdit(dir);
    else if (what === 'share') onShare(dir);
    else if (what === 'move' && parent_id === undefined) setMoving(dir);
    else if (what === 'move') {
      const name = parent_id ? (findDir(dirs, parent_id)?.dir_name ?? '') : '';
      if (parent_id) setDirOpen(parent_id, true);
      moveDir(cache, dir, { parent_id: parent_id ?? null, name }).catch(failed);
    } else remove(dir).catch(failed);
  };

  useDrops((dragged, place) => {
    const drop = planDrop(kind, dirs, dragged, place);
    if (drop?.kind === 'move') onMoveItems(drop.items, drop.dir_id === null ? null : findDir(dirs, drop.dir_id));
    else if (drop?.kind === 'delete') onDeleteItems(drop.items);
    else if (drop?.kind === 'delete_dir') act('delete', drop.dir_id);
    else if (drop) act('move', drop.dir_id, drop.parent_id);
  });

  const type = async (text: string) => {
    const dir_name = text.trim();
    const now = typing;
    setTyping(null);
    if (!now || dir_name === '') return;
    if (now.kind === 'add') {
      const before = opened.current;
      const made = await addDir(cache, { kind, project_id, parent_id: now.parent_id, dir_name });
      // Whoever has opened another one meanwhile stays there.
      if (opened.current === before) open(made.dir_id);
      return;
    }
    if (findDir(dirs, now.dir_id)?.dir_name !== dir_name) await updateDir(cache, { dir_id: now.dir_id, dir_name });
  };
  const shared = {
    kind,
    all_dirs: dirs,
    current,
    typing,
    can_edit: canEdit,
    onAct: act,
    onTyped: (text: string) => void type(text).catch(failed),
    onStopTyping: () => setTyping(null),
  };
  const smartOnes = smartDirs(dirs);
  return (
    <nav className={styles['panel']} aria-label={words.panel} data-kind={kind} data-open={is_open}>
      <div className={styles['head']}>
        <h2>{words.noun}</h2>
        {canEdit && (
          <Tooltip title={`新建${words.noun}`}>
            <Button
              type="text"
              size="small"
              icon={<FolderAddOutlined aria-hidden="true" />}
              aria-label={`新建${words.noun}`}
              onClick={() => setTyping({ kind: 'add', parent_id: null })}
            />
          </Tooltip>
        )}
      </div>
      <ListStates query={tree} isEmpty={() => false} empty={null} loading={<DirGhosts noun={words.noun} />}>
        {({ item_count }: Tree) => (
          <DirTree {...shared} label={words.noun} dirs={dirs} all={{ count: item_count, onOpen: () => open(null) }} />
        )}
      </ListStates>
      {smart && tree.data && (canEdit || smartOnes.length > 0) && (
        <div className={styles['head']}>
          <h2>智能目录</h2>
          {canEdit && (
            <Tooltip title="新建智能目录：按条件自动收集">
              <Button
                type="text"
                size="small"
                icon={<PlusOutlined aria-hidden="true" />}
                aria-label="新建智能目录"
                onClick={() => smart.onEdit(null)}
              />
            </Tooltip>
          )}
        </div>
      )}
      {tree.data && smartOnes.length > 0 && <DirTree {...shared} label="智能目录" dirs={smartOnes} is_smart />}
      {smart && tree.data && smartOnes.length === 0 && canEdit && <p className={styles['hint']}>{smart.hint}</p>}
      {tree.data && (
        <BinLine
          kind={kind}
          count={tree.data.deleted_count + tree.data.deleted_dirs.length}
          is_open={current === BIN}
          can_edit={canEdit}
          dirs={dirs}
          onOpen={() => open(BIN)}
        />
      )}
      {moving && (
        <Suspense fallback={null}>
          <MoveDirDialog
            dir={moving}
            dirs={dirs}
            onMove={(parent_id) => {
              setMoving(null);
              act('move', moving.dir_id, parent_id);
            }}
            onClose={() => setMoving(null)}
          />
        </Suspense>
      )}
    </nav>
  );
}

function DirGhosts({ noun }: { noun: string }) {
  return (
    <div role="status" aria-label={`正在加载${noun}`}>
      {Array.from({ length: 5 }, (_, n) => (
        <div key={n} className={`skeleton ${styles['ghost']}`} />
      ))}
    </div>
  );
}
