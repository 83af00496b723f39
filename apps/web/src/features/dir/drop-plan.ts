import type { Dir, DirKind } from '@mixreel/contract';
import { findDir, isSmart, moveProblem } from './dir-tree.ts';
import { BIN } from './dir-words.ts';

/** Something that lies in a directory, or in none; undefined where that is not known. */
export type Filed = { id: string; dir_id: string | null | undefined };
/** What is being dragged. */
export type Dragged = { kind: 'items'; items: Filed[] } | { kind: 'dir'; dir_id: string };
/** A line of the tree: a directory, the bin, or null for the top. */
export type DropPlace = string | null;

type Drop =
  | { kind: 'move'; items: Filed[]; dir_id: string | null }
  | { kind: 'move_dir'; dir_id: string; parent_id: string | null }
  | { kind: 'delete'; items: Filed[] }
  | { kind: 'delete_dir'; dir_id: string };

/** What dropping there does; null when nothing would change or it can't be. */
export function planDrop(kind: DirKind, dirs: Dir[], dragged: Dragged, place: DropPlace): Drop | null {
  if (dragged.kind === 'dir') {
    const { dir_id } = dragged;
    if (place === BIN) return { kind: 'delete_dir', dir_id };
    const moved = findDir(dirs, dir_id);
    return moved && moveProblem(dirs, moved, place) === null ? { kind: 'move_dir', dir_id, parent_id: place } : null;
  }
  const items = dragged.items.filter(({ dir_id }) => dir_id !== place);
  if (items.length === 0) return null;
  if (place === BIN) return { kind: 'delete', items };
  // A finished video is always in a directory; a material need not be.
  if (place === null) return kind === 'material' ? { kind: 'move', items, dir_id: null } : null;
  const dir = findDir(dirs, place);
  return dir && !isSmart(dir) ? { kind: 'move', items, dir_id: place } : null;
}
