import { type Dir, DIR_DEPTH_MAX } from '@mixreel/contract';

/** One line of the tree as it is drawn. */
export type DirLine = { dir: Dir; level: number; position: number; siblings: number; is_open: boolean };

export function isSmart({ rule }: Pick<Dir, 'rule'>): boolean {
  return rule !== null;
}

/** The directories that hold videos, top to bottom, without what is below a closed one. */
export function linesOf(dirs: Dir[], closed: ReadonlySet<string>, level = 1): DirLine[] {
  const plain = dirs.filter((dir) => !isSmart(dir));
  return plain.flatMap((dir, n) => {
    const is_open = !closed.has(dir.dir_id) && plainChildren(dir).length > 0;
    const line = { dir, level, position: n + 1, siblings: plain.length, is_open };
    return is_open ? [line, ...linesOf(dir.children, closed, level + 1)] : [line];
  });
}

/** Those that only remember what to look for, wherever they were made. */
export function smartDirs(dirs: Dir[]): Dir[] {
  return dirs.flatMap((dir) => [...(isSmart(dir) ? [dir] : []), ...smartDirs(dir.children)]);
}

export function plainChildren({ children }: Dir): Dir[] {
  return children.filter((dir) => !isSmart(dir));
}

export function findDir(dirs: Dir[], dir_id: string): Dir | null {
  for (const dir of dirs) {
    const found = dir.dir_id === dir_id ? dir : findDir(dir.children, dir_id);
    if (found) return found;
  }
  return null;
}

/** From the top down to the directory itself. */
export function pathTo(dirs: Dir[], dir_id: string): Dir[] {
  for (const dir of dirs) {
    if (dir.dir_id === dir_id) return [dir];
    const below = pathTo(dir.children, dir_id);
    if (below.length > 0) return [dir, ...below];
  }
  return [];
}

/** Every directory that holds videos, with its whole path as words. */
export function pathNames(dirs: Dir[], above: string[] = []): { dir: Dir; path: string }[] {
  return dirs
    .filter((dir) => !isSmart(dir))
    .flatMap((dir) => {
      const names = [...above, dir.dir_name];
      return [{ dir, path: names.join(' / ') }, ...pathNames(dir.children, names)];
    });
}

/** How many levels it has, itself included. */
function depthOf(dir: Dir): number {
  return 1 + Math.max(0, ...plainChildren(dir).map(depthOf));
}

/** Why a directory can't be put there; null when it can. `parent_id` null is the top. */
export function moveProblem(dirs: Dir[], moved: Dir, parent_id: string | null): string | null {
  if (moved.parent_id === parent_id) return '已经在这里了';
  if (parent_id === null) return null;
  const path = pathTo(dirs, parent_id);
  if (path.length === 0) return '这个目录已经不在了';
  if (path.some((dir) => dir.dir_id === moved.dir_id)) return '不能放进它自己里面';
  if (path.some(isSmart) || isSmart(moved)) return '智能目录里不能放目录';
  if (path.length + depthOf(moved) > DIR_DEPTH_MAX) return `最多 ${DIR_DEPTH_MAX} 层`;
  return null;
}
