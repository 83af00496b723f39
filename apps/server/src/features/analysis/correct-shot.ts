import { isDeepStrictEqual } from 'node:util';
import { AppError, type Tag, tagKey } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { asc, eq, inArray, type SQL, sql } from '#db/orm.ts';
import { material } from '#features/material/material.tables.ts';
import { indexShots, indexWords } from '#features/search/index-shot.ts';
import { learnFromTags } from '#features/search/lessons.ts';
import { correction, shot } from './analysis.tables.ts';
import { type CorrectionRow, readCorrections } from './corrections.queries.ts';
import { correctShots, isAbout, machineText, TEXT_FIELDS, type TextField } from './corrections.ts';
import { materialTags } from './tags.ts';

export type ShotRow = typeof shot.$inferSelect;

type Wish = Partial<Record<TextField, string | undefined>> & {
  add_tags: Pick<Tag, 'tag_type' | 'name'>[];
  remove_tags: string[];
  reset: (TextField | 'tags')[];
};

/** Sets by hand what a shot says. Remembered by its time, so that the next analysis cannot take it back. */
export async function correctShot(
  app: Pick<App, 'db' | 'ai' | 'log'>,
  { space_id, user_uid }: { space_id: string; user_uid: string },
  shot_id: string,
  wish: Wish,
): Promise<ShotRow> {
  const { db } = app;
  const corrected = await db.transaction(async (tx) => {
    const [found] = await tx.select().from(shot).where(eq(shot.shot_id, shot_id));
    if (found?.space_id !== space_id) throw new AppError('not_found', '镜头不存在，可能素材刚刚重新分析过，请刷新');
    await holdAll(tx, [found.material_id]);
    await writeCorrections(tx, user_uid, found, wish);
    await reapply(tx, found.material_id);
    const removed = wish.remove_tags.filter((key) =>
      found.tags.some((tag) => tagKey(tag) === key && tag.source === 'ai'),
    );
    const back = wish.reset.includes('tags') ? machineText(found).tags : wish.add_tags;
    await learnFromTags(tx, { space_id, user_uid }, found, { removed, given: back });
    const [now] = await tx.select().from(shot).where(eq(shot.shot_id, shot_id));
    return now;
  });
  if (!corrected) throw new AppError('not_found', '镜头不存在，可能素材刚刚重新分析过，请刷新');
  await indexShots(app, db, corrected.material_id);
  return corrected;
}

/** Analysis writes the shots under the same lock. */
export async function holdAll(tx: Queryable, material_ids: string[]): Promise<void> {
  await tx
    .select({ id: material.material_id })
    .from(material)
    .where(sql`${material.material_id} = any(${sql.param(material_ids)}::text[])`)
    .orderBy(material.material_id)
    .for('update');
}

export async function writeCorrections(tx: Queryable, user_uid: string, one: ShotRow, wish: Wish): Promise<void> {
  const { material_id, start_ms, end_ms } = one;
  const about = (await readCorrections(tx, material_id)).filter((row) => row.field !== 'cuts' && isAbout(row, one));
  const named = new Set([...wish.add_tags.map(tagKey), ...wish.remove_tags]);
  const isReplaced = (row: CorrectionRow) => {
    const field = row.field === 'add_tag' || row.field === 'remove_tag' ? 'tags' : row.field;
    if (wish.reset.some((name) => name === field)) return true;
    return field === 'tags'
      ? named.has(keyOf(row))
      : TEXT_FIELDS.some((name) => name === field && wish[name] !== undefined);
  };
  const replaced = about.filter(isReplaced).map(({ correction_id }) => correction_id);
  if (replaced.length > 0) await tx.delete(correction).where(inArray(correction.correction_id, replaced));

  const texts = TEXT_FIELDS.flatMap((field) => {
    const value = wish[field];
    return value === undefined ? [] : [{ field, value }];
  });
  const machine = new Set(machineText(one).tags.map(tagKey));
  const tags = [
    // What the machine found anyway needs no hand.
    ...wish.remove_tags
      .filter((key) => machine.has(key))
      .map((value) => ({ field: 'remove_tag' as const, value: value as unknown })),
    ...wish.add_tags
      .filter((tag) => !machine.has(tagKey(tag)))
      .map((value) => ({ field: 'add_tag' as const, value: value as unknown })),
  ];
  const rows = [...texts, ...tags].map((row) => ({
    correction_id: newId(),
    material_id,
    start_ms,
    end_ms,
    user_uid,
    ...row,
  }));
  if (rows.length > 0) await tx.insert(correction).values(rows);
}

function keyOf({ value }: CorrectionRow): string {
  return typeof value === 'string' ? value : tagKey(value as Tag);
}

/** Brings the shots of a material in line with what people set, and the material with its shots. */
export async function reapply(tx: Queryable, material_id: string): Promise<void> {
  const rows = await tx.select().from(shot).where(eq(shot.material_id, material_id)).orderBy(asc(shot.index));
  const machine = rows.map((row) => ({ ...row, ...machineText(row) }));
  const shots = correctShots(machine, await readCorrections(tx, material_id));
  for (const [n, { shot_id, caption, ocr_text, speech_text, tags, found }] of shots.entries()) {
    const said = { caption, ocr_text, speech_text, tags, found };
    if (isDeepStrictEqual({ ...rows[n], ...said }, rows[n])) continue;
    await tx.update(shot).set(said).where(eq(shot.shot_id, shot_id));
  }
  const [row] = await tx.select().from(material).where(eq(material.material_id, material_id));
  if (!row) return;
  await tx
    .update(material)
    .set(materialTags(row.tags, shots, { duration: row.duration ?? 0 }))
    .where(eq(material.material_id, material_id));
}

/** Changes which tags the machine gives shots; what people set stays as they set it. */
export async function changeFoundTags(
  tx: Queryable,
  which: SQL | undefined,
  change: (tags: Tag[], shot_id: string) => Tag[],
): Promise<void> {
  const readChanges = async () => {
    const rows = await tx
      .select({ shot_id: shot.shot_id, material_id: shot.material_id, tags: shot.tags, found: shot.found })
      .from(shot)
      .where(which);
    return rows.flatMap(({ tags, found, ...row }) => {
      const old = (found?.tags ?? tags).filter(({ source }) => source === 'ai');
      const next = change(old, row.shot_id);
      return isDeepStrictEqual(next, old)
        ? []
        : { ...row, change: found ? { found: { ...found, tags: next } } : { tags: next } };
    });
  };
  const ids = new Set((await readChanges()).map(({ material_id }) => material_id));
  if (ids.size === 0) return;
  await holdAll(tx, [...ids]);
  // Anew: until they were held, others may have written.
  for (const { shot_id, material_id, change: changed } of await readChanges()) {
    if (ids.has(material_id)) await tx.update(shot).set(changed).where(eq(shot.shot_id, shot_id));
  }
  for (const material_id of ids) await reapply(tx, material_id);
  await indexWords(tx, [...ids]);
}
