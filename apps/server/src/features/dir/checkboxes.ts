import { AppError, type Checkbox } from '@mixreel/contract';
import type { Db, Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, asc, eq, inArray, isNull, ne, sql } from '#db/orm.ts';
import { artwork, artwork_mark } from '#features/artwork/artwork.tables.ts';
import { checkbox } from './dir.tables.ts';

const MOST = 100;

/** The marks of a space, each with how many videos of the project carry it. */
export async function readCheckboxes(db: Queryable, space_id: string, project_id: string): Promise<Checkbox[]> {
  const rows = await db
    .select({ checkbox_id: checkbox.checkbox_id, checkbox_name: checkbox.checkbox_name, colour: checkbox.colour })
    .from(checkbox)
    .where(eq(checkbox.space_id, space_id))
    .orderBy(asc(checkbox.checkbox_id));
  if (rows.length === 0) return [];
  const ids = rows.map(({ checkbox_id }) => checkbox_id);
  const counted = await db
    .select({ checkbox_id: artwork_mark.checkbox_id, count: sql<number>`count(*)::int` })
    .from(artwork_mark)
    .innerJoin(artwork, eq(artwork.artwork_id, artwork_mark.artwork_id))
    .where(and(inArray(artwork_mark.checkbox_id, ids), eq(artwork.project_id, project_id), isNull(artwork.deleted_at)))
    .groupBy(artwork_mark.checkbox_id);
  const counts = new Map(counted.map(({ checkbox_id, count }) => [checkbox_id, count]));
  return rows.map((row) => ({ ...row, artwork_count: counts.get(row.checkbox_id) ?? 0 }));
}

export async function addCheckbox(
  db: Db,
  { space_id, user_uid }: { space_id: string; user_uid: string },
  given: Pick<Checkbox, 'checkbox_name' | 'colour'>,
): Promise<Checkbox> {
  return db.transaction(async (tx) => {
    await requireFreeName(tx, space_id, given.checkbox_name, null);
    if ((await tx.$count(checkbox, eq(checkbox.space_id, space_id))) >= MOST) {
      throw new AppError('conflict', `一个空间最多 ${MOST} 个标记，请先删除不用的`);
    }
    const checkbox_id = newId();
    await tx.insert(checkbox).values({ ...given, checkbox_id, space_id, created_by: user_uid });
    return { ...given, checkbox_id, artwork_count: 0 };
  });
}

type Change = { checkbox_name?: string | undefined; colour?: Checkbox['colour'] | undefined };

export async function updateCheckbox(db: Db, space_id: string, checkbox_id: string, change: Change): Promise<void> {
  const { checkbox_name, colour } = change;
  if (!checkbox_name && !colour) throw new AppError('invalid', '没有要修改的内容');
  await db.transaction(async (tx) => {
    if (checkbox_name) await requireFreeName(tx, space_id, checkbox_name, checkbox_id);
    await tx
      .update(checkbox)
      .set({ ...(checkbox_name && { checkbox_name }), ...(colour && { colour }) })
      .where(theirs(space_id, checkbox_id));
  });
}

/** Says how many videos carried it. */
export async function deleteCheckbox(db: Db, space_id: string, checkbox_id: string): Promise<number> {
  return db.transaction(async (tx) => {
    const count = await tx.$count(artwork_mark, eq(artwork_mark.checkbox_id, checkbox_id));
    await tx.delete(checkbox).where(theirs(space_id, checkbox_id));
    return count;
  });
}

async function requireFreeName(tx: Queryable, space_id: string, name: string, except: string | null): Promise<void> {
  // Two people who choose the same name at the same time: the second waits here and is then told.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`checkboxes:${space_id}`}, 0))`);
  const same = and(
    eq(checkbox.space_id, space_id),
    sql`lower(${checkbox.checkbox_name}) = lower(${name})`,
    except ? ne(checkbox.checkbox_id, except) : undefined,
  );
  if (await tx.$count(checkbox, same)) throw new AppError('conflict', `已有标记「${name}」，请换一个名称`);
}

function theirs(space_id: string, checkbox_id: string) {
  return and(eq(checkbox.checkbox_id, checkbox_id), eq(checkbox.space_id, space_id));
}
