import { AppError, type Shooting } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, asc, eq, inArray, isNull, sql } from '#db/orm.ts';
import { readDocument, type ShootingRow } from '#features/mix/document.ts';
import { toShootings } from '#features/mix/mix-project.ts';
import { shooting } from '#features/mix/mix.tables.ts';
import type { Ordered } from '#features/mix/order.ts';

/** Throws unless it is there and in the space. */
export async function requireShooting(db: Queryable, space_id: string, shooting_id: string): Promise<ShootingRow> {
  const [found] = await db
    .select()
    .from(shooting)
    .where(and(eq(shooting.shooting_id, shooting_id), eq(shooting.space_id, space_id), isNull(shooting.deleted_at)));
  if (!found) throw new AppError('not_found', '镜头不存在或已被删除');
  return found;
}

/** Some shootings of a mix, as the editor shows them. */
export async function readShootings(
  app: App,
  { space_id, mproject_id }: { space_id: string; mproject_id: string },
  shooting_ids?: string[],
): Promise<Shooting[]> {
  const document = await readDocument(app.db, space_id, mproject_id, { hasWords: false });
  const wanted = document.shootings.filter(({ shooting_id }) => shooting_ids?.includes(shooting_id) ?? true);
  return toShootings(app, { ...document, shootings: wanted });
}

export async function readShooting(app: App, row: ShootingRow): Promise<Shooting> {
  const [found] = await readShootings(app, row, [row.shooting_id]);
  if (!found) throw new AppError('not_found', '镜头不存在或已被删除');
  return found;
}

/** The one mix that all of these belong to, deleted or not. */
export async function requireOneMix(db: Queryable, shooting_ids: string[]): Promise<string> {
  const rows = await db
    .selectDistinct({ mproject_id: shooting.mproject_id })
    .from(shooting)
    .where(inArray(shooting.shooting_id, shooting_ids));
  const [only] = rows;
  if (!only || rows.length > 1) throw new AppError('invalid', '一次只能处理一个混剪里的镜头');
  return only.mproject_id;
}

/** The shootings of a mix in their order, with the deleted ones. */
export async function readOrder(tx: Queryable, mproject_id: string): Promise<Ordered[]> {
  return tx
    .select({ id: shooting.shooting_id, isDeleted: sql<boolean>`${shooting.deleted_at} is not null` })
    .from(shooting)
    .where(eq(shooting.mproject_id, mproject_id))
    .orderBy(asc(shooting.position), asc(shooting.shooting_id));
}

export async function writeOrder(tx: Queryable, ids: string[]): Promise<void> {
  await tx.execute(sql`
    update shooting s set position = o.position - 1
    from unnest(${sql.param(ids)}::text[]) with ordinality as o(shooting_id, position)
    where s.shooting_id = o.shooting_id`);
}
