import { AppError, type ArtworkFilter, DIR_DEPTH_MAX, DIR_NOUNS, DIRS_MAX, type DirKind } from '@mixreel/contract';
import type { Db, Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { eq } from '#db/orm.ts';
import { requireFreeDirName } from './dir-names.ts';
import { ancestorsOf, type DirRow, lockDirs, readDirRows, requireDir, subtreeOf } from './dir.queries.ts';
import { dir } from './dir.tables.ts';
import { requireFilter } from './rule.ts';

type NewDir = {
  kind: DirKind;
  project_id: string;
  parent_id: string | null;
  dir_name: string;
  rule: ArtworkFilter | null;
};

export async function addDir(
  db: Db,
  { space_id, user_uid }: { space_id: string; user_uid: string },
  { kind, project_id, parent_id, dir_name, rule }: NewDir,
): Promise<string> {
  return db.transaction(async (tx) => {
    await lockDirs(tx, project_id);
    const rows = await readDirRows(tx, project_id, kind);
    requireRoom(kind, rows, 1);
    if (parent_id) requireParent(kind, rows, parent_id, { height: 1 });
    requireFreeDirName(kind, rows, parent_id, dir_name);
    if (rule && kind !== 'artwork') throw new AppError('conflict', `${DIR_NOUNS[kind]}没有条件，请新建普通的`);
    if (rule) await requireFilter(tx, space_id, rule);
    const dir_id = newId();
    await tx
      .insert(dir)
      .values({ dir_id, kind, space_id, project_id, parent_id, dir_name, rule, created_by: user_uid });
    return dir_id;
  });
}

type Change = {
  dir_name?: string | undefined;
  parent_id?: string | null | undefined;
  rule?: ArtworkFilter | undefined;
};

/** Renames, moves with all below it, or gives a smart one another rule. */
export async function updateDir(db: Db, space_id: string, dir_id: string, change: Change): Promise<DirRow> {
  return db.transaction(async (tx) => {
    const { project_id } = await requireDir(tx, space_id, dir_id);
    await lockDirs(tx, project_id);
    // Again, now that nobody else changes it.
    const before = await requireDir(tx, space_id, dir_id);
    const { dir_name = before.dir_name, parent_id = before.parent_id, rule = before.rule } = change;
    const { kind } = before;
    const rows = await readDirRows(tx, project_id, kind);
    if (parent_id && parent_id !== before.parent_id) requireMovable(kind, rows, dir_id, parent_id);
    requireFreeDirName(kind, rows, parent_id, dir_name, dir_id);
    if (change.rule) await requireRule(tx, before, change.rule);
    await tx.update(dir).set({ dir_name, parent_id, rule }).where(eq(dir.dir_id, dir_id));
    return before;
  });
}

function requireMovable(kind: DirKind, rows: Map<string, DirRow>, dir_id: string, parent_id: string): void {
  const below = subtreeOf(rows, dir_id, ({ deleted_at }) => deleted_at === null);
  const noun = DIR_NOUNS[kind];
  if (below.includes(parent_id)) throw new AppError('conflict', `不能把${noun}移到它自己下面，请选择别的${noun}`);
  requireParent(kind, rows, parent_id, { height: heightOf(rows, dir_id, below) });
}

/** Throws when a tree would get too large to be looked at. */
export function requireRoom(kind: DirKind, rows: Map<string, DirRow>, more: number): void {
  const living = [...rows.values()].filter(({ deleted_at }) => deleted_at === null).length;
  if (living + more <= DIRS_MAX) return;
  throw new AppError('conflict', `一个项目最多 ${DIRS_MAX} 个${DIR_NOUNS[kind]}，请先合并或删除一些`);
}

/** Throws unless the directory is there and takes one that is so many levels high. */
function requireParent(
  kind: DirKind,
  rows: Map<string, DirRow>,
  parent_id: string,
  { height }: { height: number },
): void {
  const parent = rows.get(parent_id);
  const noun = DIR_NOUNS[kind];
  if (!parent || parent.deleted_at !== null) {
    throw new AppError('not_found', `上级${noun}不存在或已被删除，请重新选择`);
  }
  if (parent.rule) throw new AppError('conflict', '智能目录下面不能有目录，请选择普通目录');
  if (depthOf(rows, parent_id) + height > DIR_DEPTH_MAX) {
    throw new AppError('conflict', `${noun}最多 ${DIR_DEPTH_MAX} 层，请放到上面一些的${noun}里`);
  }
}

async function requireRule(tx: Queryable, { rule, space_id }: DirRow, wanted: ArtworkFilter): Promise<void> {
  if (!rule) throw new AppError('conflict', '普通目录没有条件，请新建智能目录');
  await requireFilter(tx, space_id, wanted);
}

/** A directory at the top is one level deep. */
export function depthOf(rows: Map<string, DirRow>, dir_id: string): number {
  return 1 + ancestorsOf(rows, dir_id).length;
}

/** How many levels it has with those below it. */
export function heightOf(rows: Map<string, DirRow>, dir_id: string, below: string[]): number {
  return Math.max(...below.map((id) => depthOf(rows, id))) - depthOf(rows, dir_id) + 1;
}
