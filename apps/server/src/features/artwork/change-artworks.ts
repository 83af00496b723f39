import { AppError, namesByRule, type ReviewState } from '@mixreel/contract';
import { now } from '#db/columns.ts';
import type { Db, Queryable } from '#db/connect.ts';
import { and, eq, inArray, sql } from '#db/orm.ts';
import { namesTaken } from '#features/candidate/names-taken.ts';
import { requireHolder } from '#features/dir/dir.queries.ts';
import { dir } from '#features/dir/dir.tables.ts';
import { requireCheckboxes } from '#features/dir/rule.ts';
import { mproject } from '#features/mix/mix.tables.ts';
import { theirs } from './artwork.queries.ts';
import { artwork, artwork_mark } from './artwork.tables.ts';

type Change = {
  artwork_name?: string | undefined;
  artwork_names?: string[] | undefined;
  name_rule?: string | undefined;
  time_zone?: string | undefined;
  dir_id?: string | undefined;
  review_state?: ReviewState | undefined;
  note?: string | undefined;
  mark?: { checkbox_id: string; is_ticked: boolean } | undefined;
};

type Who = { space_id: string; user_uid: string };
type Held = { artwork_id: string; artwork_name: string; project_id: string; mproject_id: string | null };

/** Names, moves, reviews, notes and ticks: for all of them or for none. Answers what they were. */
export async function updateArtworks(db: Db, who: Who, artwork_ids: string[], change: Change): Promise<Held[]> {
  const ids = [...new Set(artwork_ids)];
  const { artwork_name, artwork_names, name_rule, time_zone, dir_id, review_state, note, mark } = change;
  if (Object.values(change).every((value) => value === undefined)) throw new AppError('invalid', '没有要修改的内容');
  if (artwork_name && (ids.length > 1 || name_rule)) {
    throw new AppError('invalid', '一次只能给一条成片起名，多条请用命名规则');
  }
  if (artwork_names && (artwork_names.length !== ids.length || artwork_name || name_rule)) {
    throw new AppError('invalid', '名称要和成片一一对应');
  }
  return db.transaction(async (tx) => {
    // The directory before the videos, as everybody does who needs both.
    const holder = dir_id ? await requireHolder(tx, who.space_id, dir_id, { kind: 'artwork' }) : null;
    const held = await holdArtworks(tx, who.space_id, ids);
    if (holder && held.some(({ project_id }) => project_id !== holder.project_id)) {
      throw new AppError('conflict', '这个目录在别的项目里，成片只能在自己的项目里移动');
    }
    const set = {
      ...(artwork_name && { artwork_name }),
      ...(dir_id && { dir_id }),
      ...(note !== undefined && { note }),
      ...(review_state && reviewOf(review_state, who)),
    };
    if (Object.keys(set).length > 0) await tx.update(artwork).set(set).where(theirs(who.space_id, ids));
    // After they were moved: names differ from those of their new neighbours.
    if (name_rule) await renameByRule(tx, ids, name_rule, time_zone);
    if (artwork_names) await renameEach(tx, ids, artwork_names);
    if (mark) await tick(tx, who, ids, mark);
    return held;
  });
}

/** In order, so that two people who change the same ones wait for each other instead of for ever. */
async function holdArtworks(tx: Queryable, space_id: string, ids: string[]): Promise<Held[]> {
  const rows = await tx
    .select({
      artwork_id: artwork.artwork_id,
      artwork_name: artwork.artwork_name,
      project_id: artwork.project_id,
      mproject_id: artwork.mproject_id,
      deleted_at: artwork.deleted_at,
    })
    .from(artwork)
    .where(theirs(space_id, ids))
    .orderBy(artwork.artwork_id)
    .for('update');
  if (rows.length < ids.length) throw new AppError('not_found', '成片不存在或已被删除');
  if (rows.some(({ deleted_at }) => deleted_at !== null)) throw new AppError('conflict', '成片在回收站里，请先恢复');
  return rows;
}

function reviewOf(review_state: ReviewState, { user_uid }: Who) {
  const isOpen = review_state === 'waiting';
  return { review_state, reviewed_by: isOpen ? null : user_uid, reviewed_at: isOpen ? null : now };
}

/** `{n}` counts in the order in which they were chosen. */
async function renameByRule(tx: Queryable, ids: string[], rule: string, time_zone?: string): Promise<void> {
  const rows = await tx
    .select({
      artwork_id: artwork.artwork_id,
      dir_id: artwork.dir_id,
      name: artwork.artwork_name,
      mix: mproject.mproject_name,
      dir: dir.dir_name,
      duration: artwork.duration,
      created_at: artwork.created_at,
    })
    .from(artwork)
    .innerJoin(dir, eq(dir.dir_id, artwork.dir_id))
    .leftJoin(mproject, eq(mproject.mproject_id, artwork.mproject_id))
    .where(inArray(artwork.artwork_id, ids));
  const byId = new Map(rows.map((row) => [row.artwork_id, row]));
  const things = ids.map((id, n) => {
    const { name, mix, dir: dir_name, duration, created_at } = byId.get(id)!;
    const words = { name, mix: mix ?? '', dir: dir_name };
    return { number: n + 1, seconds: duration, at: new Date(created_at), words };
  });
  const dirs = [...new Set(rows.map(({ dir_id }) => dir_id))];
  const taken = await namesTaken(tx, dirs, ids);
  await renameEach(tx, ids, namesByRule(rule, things, { taken, time_zone }));
}

async function renameEach(tx: Queryable, ids: string[], names: string[]): Promise<void> {
  await tx.execute(sql`
    update artwork a set artwork_name = n.name
    from (select unnest(${sql.param(ids)}::text[]) as artwork_id, unnest(${sql.param(names)}::text[]) as name) n
    where a.artwork_id = n.artwork_id`);
}

async function tick(
  tx: Queryable,
  { space_id, user_uid }: Who,
  ids: string[],
  { checkbox_id, is_ticked }: NonNullable<Change['mark']>,
): Promise<void> {
  await requireCheckboxes(tx, space_id, [checkbox_id]);
  if (is_ticked) {
    const rows = ids.map((artwork_id) => ({ artwork_id, checkbox_id, created_by: user_uid }));
    await tx.insert(artwork_mark).values(rows).onConflictDoNothing();
  } else {
    await tx
      .delete(artwork_mark)
      .where(and(inArray(artwork_mark.artwork_id, ids), eq(artwork_mark.checkbox_id, checkbox_id)));
  }
}
