import { DeleteOutlined, FolderAddOutlined, PlusOutlined } from '@ant-design/icons';
import type { Dir } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Tooltip } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import type { OutputOf } from '#lib/call.ts';
import type { useCall } from '#lib/use-call.ts';
import { ListStates } from '#ui/ListStates.tsx';
import { deleteArtworks, moveArtworks } from './artwork-actions.ts';
import { type ArtworkView, BIN, type ChangeView } from './artwork-view.ts';
import { WORDS } from './artwork-words.ts';
import { setDirOpen } from './closed-dirs.ts';
import { addDir, deleteDir, moveDir, updateDir } from './dir-actions.ts';
import { findDir, pathTo, smartDirs } from './dir-tree.ts';
import { DirTree } from './DirTree.tsx';
import { useDropPlace, useDrops } from './drag.ts';
import { planDrop } from './drop-plan.ts';
import styles from './Dirs.module.css';

const MoveDirDialog = lazy(async () => ({ default: (await import('./MoveDirDialog.tsx')).MoveDirDialog }));
const SmartDirDialog = lazy(async () => ({ default: (await import('./SmartDirDialog.tsx')).SmartDirDialog }));

type Tree = OutputOf<'dir.tree'>;
type Props = {
  project_id: string;
  view: ArtworkView;
  change: ChangeView;
  tree: ReturnType<typeof useCall<'dir.tree'>>;
  /** Where it does not stand beside the videos: whether it lies over them. */
  is_open: boolean;
  onClose: () => void;
};

/** What is being typed into the tree: another name, or a directory that is not there yet. */
export type Typing = { kind: 'rename'; dir_id: string } | { kind: 'add'; parent_id: string | null };
export type DirAct = 'open' | 'add' | 'rename' | 'move' | 'rule' | 'delete';
type Dialog = { kind: 'move'; dir: Dir } | { kind: 'rule'; dir: Dir | null };

/** The directories of finished videos: opened, made, renamed, moved and deleted here, and the place to drop videos on. */
export function DirPanel({ project_id, view, change, tree, is_open, onClose }: Props) {
  const cache = useQueryClient();
  const canEdit = useCanEdit();
  const [typing, setTyping] = useState<Typing | null>(null);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const dirs = tree.data?.dirs ?? [];
  const open = (dir: string | null) => {
    onClose();
    change({ dir, video: null });
  };
  const failed = () => {};

  const act = (what: DirAct, dir_id: string, parent_id?: string | null) => {
    const dir = findDir(dirs, dir_id);
    if (!dir) return;
    if (what === 'open') return open(dir_id);
    if (!canEdit) return;
    if (what === 'add') {
      setDirOpen(dir_id, true);
      setTyping({ kind: 'add', parent_id: dir_id });
    } else if (what === 'rename') setTyping({ kind: 'rename', dir_id });
    else if (what === 'rule') setDialog({ kind: 'rule', dir });
    else if (what === 'move' && parent_id === undefined) setDialog({ kind: 'move', dir });
    else if (what === 'move') {
      const name = parent_id ? (findDir(dirs, parent_id)?.dir_name ?? '') : '';
      if (parent_id) setDirOpen(parent_id, true);
      moveDir(cache, dir, { parent_id: parent_id ?? null, name }).catch(failed);
    } else {
      // Whoever stands in what goes is led to what stays.
      const isInside = view.dir !== null && pathTo([dir], view.dir).length > 0;
      if (isInside) open(dir.parent_id);
      deleteDir(cache, dir).catch(failed);
    }
  };

  useDrops((dragged, place) => {
    const drop = planDrop(dirs, dragged, place);
    if (drop?.kind === 'move') {
      const dir = findDir(dirs, drop.dir_id);
      if (dir) moveArtworks(cache, drop.artworks, dir).catch(failed);
    } else if (drop?.kind === 'delete') deleteArtworks(cache, drop.artworks).catch(failed);
    else if (drop?.kind === 'delete_dir') act('delete', drop.dir_id);
    else if (drop) act('move', drop.dir_id, drop.parent_id);
  });

  const type = async (text: string) => {
    const dir_name = text.trim();
    const now = typing;
    setTyping(null);
    if (!now || dir_name === '') return;
    if (now.kind === 'add') {
      const made = await addDir(cache, { project_id, parent_id: now.parent_id, dir_name });
      return open(made.dir_id);
    }
    if (findDir(dirs, now.dir_id)?.dir_name !== dir_name) await updateDir(cache, { dir_id: now.dir_id, dir_name });
  };
  const shared = {
    all_dirs: dirs,
    current: view.dir,
    typing,
    can_edit: canEdit,
    onAct: act,
    onTyped: (text: string) => void type(text).catch(failed),
    onStopTyping: () => setTyping(null),
  };
  const smart = smartDirs(dirs);
  return (
    <nav className={styles['panel']} aria-label={WORDS.dirs} data-open={is_open}>
      <div className={styles['head']}>
        <h2>目录</h2>
        {canEdit && (
          <Tooltip title="新建目录">
            <Button
              type="text"
              size="small"
              icon={<FolderAddOutlined aria-hidden="true" />}
              aria-label="新建目录"
              onClick={() => setTyping({ kind: 'add', parent_id: null })}
            />
          </Tooltip>
        )}
      </div>
      <ListStates query={tree} isEmpty={() => false} empty={null} loading={<DirGhosts />}>
        {({ item_count }: Tree) => (
          <DirTree {...shared} label="目录" dirs={dirs} all={{ count: item_count, onOpen: () => open(null) }} />
        )}
      </ListStates>
      {tree.data && (canEdit || smart.length > 0) && (
        <div className={styles['head']}>
          <h2>智能目录</h2>
          {canEdit && (
            <Tooltip title="新建智能目录：按条件自动收集">
              <Button
                type="text"
                size="small"
                icon={<PlusOutlined aria-hidden="true" />}
                aria-label="新建智能目录"
                onClick={() => setDialog({ kind: 'rule', dir: null })}
              />
            </Tooltip>
          )}
        </div>
      )}
      {tree.data && smart.length > 0 && <DirTree {...shared} label="智能目录" dirs={smart} is_smart />}
      {tree.data && smart.length === 0 && canEdit && (
        <p className={styles['hint']}>比如「待审」「近 7 天通过的」，符合条件的成片自动出现在里面。</p>
      )}
      {tree.data && (
        <BinLine
          count={tree.data.deleted_count + tree.data.deleted_dirs.length}
          is_open={view.dir === BIN}
          can_edit={canEdit}
          dirs={dirs}
          onOpen={() => open(BIN)}
        />
      )}
      <Suspense fallback={null}>
        {dialog?.kind === 'move' && (
          <MoveDirDialog
            dir={dialog.dir}
            dirs={dirs}
            onMove={(parent_id) => {
              setDialog(null);
              act('move', dialog.dir.dir_id, parent_id);
            }}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog?.kind === 'rule' && (
          <SmartDirDialog
            project_id={project_id}
            dir={dialog.dir}
            rule={dialog.dir?.rule ?? {}}
            onSaved={(dir_id) => {
              setDialog(null);
              open(dir_id);
            }}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </nav>
  );
}

type BinProps = { count: number; is_open: boolean; can_edit: boolean; dirs: Dir[]; onOpen: () => void };

function BinLine({ count, is_open, can_edit, dirs, onOpen }: BinProps) {
  const line = useRef<HTMLButtonElement>(null);
  const isAimed = useDropPlace(line, {
    place: BIN,
    takes: (dragged) => can_edit && planDrop(dirs, dragged, BIN) !== null,
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
      <span className={styles['name']}>{WORDS.bin}</span>
      <small>{count > 0 ? count : ''}</small>
    </button>
  );
}

function DirGhosts() {
  return (
    <div role="status" aria-label="正在加载目录">
      {Array.from({ length: 5 }, (_, n) => (
        <div key={n} className={`skeleton ${styles['ghost']}`} />
      ))}
    </div>
  );
}
