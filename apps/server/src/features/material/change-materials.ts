import { AppError, type Rights, type Tag, tagKey, type MaterialSubType } from '@mixreel/contract';
import type { Db, Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, eq, inArray, sql } from '#db/orm.ts';
import { correction, shot } from '#features/analysis/analysis.tables.ts';
import { reapply } from '#features/analysis/correct-shot.ts';
import { indexWords } from '#features/search/index-shot.ts';
import { type FullRow, requireMaterial } from './material.queries.ts';
import { material, material_like } from './material.tables.ts';

type Change = {
  material_name?: string | undefined;
  material_sub_type?: MaterialSubType | undefined;
  note?: string | undefined;
  rights?: Rights | undefined;
  vlc_id?: string | undefined;
};

/** A new name is at once what its shots are found by. */
export async function updateMaterial(
  db: Db,
  space_id: string,
  material_id: string,
  { vlc_id, rights, ...change }: Change,
): Promise<FullRow> {
  const before = await requireMaterial(db, space_id, material_id);
  if (before.deleted_at) throw new AppError('conflict', '素材在回收站里，请先恢复');
  if (vlc_id && vlc_id !== before.vlc_id) throw new AppError('conflict', '素材的文件已被替换，请刷新后再改');
  if (change.material_sub_type) requireVideos([before]);
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(material)
      .set({ ...change, ...(rights && { rights, rights_expires_at: rights.expires_at }), material_id })
      .where(eq(material.material_id, material_id))
      .returning();
    if (!row) throw new AppError('not_found', '素材不存在或已被删除');
    if (row.material_sub_type !== before.material_sub_type) {
      await tx.update(shot).set({ material_sub_type: row.material_sub_type }).where(eq(shot.material_id, material_id));
    }
    if (row.material_name !== before.material_name) await indexWords(tx, [material_id]);
    return row;
  });
}

function requireVideos(rows: Pick<FullRow, 'material_type'>[]): void {
  if (rows.some(({ material_type }) => material_type !== 'video')) throw new AppError('invalid', '只有视频可以改分类');
}

/** Whoever likes it, once. */
export async function likeMaterial(
  db: Db,
  { user_uid, material_id, like }: { user_uid: string; material_id: string; like: boolean },
): Promise<{ liked: boolean; like_count: number }> {
  return db.transaction(async (tx) => {
    const changed = like
      ? await tx.insert(material_like).values({ user_uid, material_id }).onConflictDoNothing().returning()
      : await tx
          .delete(material_like)
          .where(and(eq(material_like.user_uid, user_uid), eq(material_like.material_id, material_id)))
          .returning();
    const step = changed.length * (like ? 1 : -1);
    const [row] = await tx
      .update(material)
      .set({ like_count: sql`${material.like_count} + ${step}` })
      .where(eq(material.material_id, material_id))
      .returning({ like_count: material.like_count });
    return { liked: like, like_count: row?.like_count ?? 0 };
  });
}

type Tagging = { add: Pick<Tag, 'tag_type' | 'name'>[]; remove: string[] };

/**
 * Tags given to whole materials, and taken from them and their shots. What a machine found and a person took away is
 * remembered as a correction, so that the next analysis does not bring it back.
 */
export async function tagMaterials(
  db: Db,
  { space_id, user_uid }: { space_id: string; user_uid: string },
  material_ids: string[],
  { add, remove }: Tagging,
): Promise<number> {
  const gone = new Set(remove);
  const given: Tag[] = add.map((tag) => ({ ...tag, source: 'user', score: null }));
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ material_id: material.material_id, tags: material.tags, tag_keys: material.tag_keys })
      .from(material)
      .where(theirs(space_id, material_ids))
      .orderBy(material.material_id)
      .for('update');
    if (gone.size > 0) {
      const ids = rows.map(({ material_id }) => material_id);
      await untagShots(tx, user_uid, ids, gone);
    }
    const changes = rows.flatMap(({ material_id, tags, tag_keys }) => {
      const kept = tags.filter((tag) => !gone.has(tagKey(tag)));
      const known = new Set(kept.map(tagKey));
      const next = [...kept, ...given.filter((tag) => !known.has(tagKey(tag)))];
      const keys = [...new Set([...tag_keys.filter((key) => !gone.has(key)), ...next.map(tagKey)])];
      const isSame = next.length === tags.length && keys.length === tag_keys.length && kept.length === tags.length;
      return isSame ? [] : { material_id, tags: next, keys };
    });
    if (changes.length === 0) return 0;
    await tx.execute(sql`
      update material m set tags = c.tags::jsonb, tag_keys = array(select jsonb_array_elements_text(c.keys::jsonb))
      from (select unnest(${sql.param(changes.map(({ material_id }) => material_id))}::text[]) as material_id,
              unnest(${sql.param(changes.map(({ tags }) => JSON.stringify(tags)))}::text[]) as tags,
              unnest(${sql.param(changes.map(({ keys }) => JSON.stringify(keys)))}::text[]) as keys) c
      where m.material_id = c.material_id`);
    await indexWords(
      tx,
      changes.map(({ material_id }) => material_id),
    );
    return changes.length;
  });
}

async function untagShots(tx: Queryable, user_uid: string, material_ids: string[], gone: Set<string>): Promise<void> {
  const shots = await tx
    .select({ material_id: shot.material_id, start_ms: shot.start_ms, end_ms: shot.end_ms, tags: shot.tags })
    .from(shot)
    .where(inArray(shot.material_id, material_ids));
  const removed = shots.flatMap(({ tags, ...time }) =>
    tags.map(tagKey).flatMap((key) => (gone.has(key) ? { ...time, value: key } : [])),
  );
  for (const one of removed) {
    await tx.insert(correction).values({ ...one, correction_id: newId(), field: 'remove_tag', user_uid });
  }
  for (const material_id of new Set(removed.map((one) => one.material_id))) await reapply(tx, material_id);
}

function theirs(space_id: string, material_ids: string[]) {
  return and(eq(material.space_id, space_id), inArray(material.material_id, material_ids));
}
