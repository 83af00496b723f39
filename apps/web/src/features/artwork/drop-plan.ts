import type { Artwork, Dir } from '@mixreel/contract';
import { BIN } from './artwork-view.ts';
import { findDir, isSmart, moveProblem } from './dir-tree.ts';

/** What is being dragged. */
export type Dragged = { kind: 'artworks'; artworks: Artwork[] } | { kind: 'dir'; dir_id: string };
/** A line of the tree: a directory, the bin, or null for the top. */
export type DropPlace = string | null;

type Drop =
  | { kind: 'move'; artworks: Artwork[]; dir_id: string }
  | { kind: 'move_dir'; dir_id: string; parent_id: string | null }
  | { kind: 'delete'; artworks: Artwork[] }
  | { kind: 'delete_dir'; dir_id: string };

/** What dropping there does; null when nothing would change or it can't be. */
export function planDrop(dirs: Dir[], dragged: Dragged, place: DropPlace): Drop | null {
  if (dragged.kind === 'dir') {
    const { dir_id } = dragged;
    if (place === BIN) return { kind: 'delete_dir', dir_id };
    const moved = findDir(dirs, dir_id);
    return moved && moveProblem(dirs, moved, place) === null ? { kind: 'move_dir', dir_id, parent_id: place } : null;
  }
  const artworks = dragged.artworks.filter(({ dir_id, deleted_at }) => deleted_at === null && dir_id !== place);
  if (place === null || artworks.length === 0) return null;
  if (place === BIN) return { kind: 'delete', artworks };
  const dir = findDir(dirs, place);
  return dir && !isSmart(dir) ? { kind: 'move', artworks, dir_id: place } : null;
}
