import { AppError, type Shooting } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, isNull } from '#db/orm.ts';
import { readDocument, scriptsOf, type ShootingRow } from '#features/mix/document.ts';
import { toShootings } from '#features/mix/mix-project.ts';
import { script, shooting } from '#features/mix/mix.tables.ts';

/** A shooting by itself: where it stands among others is not known. */
type FoundShooting = Omit<ShootingRow, 'position'>;

/** Throws unless it is there and in the space. */
export async function requireShooting(db: Queryable, space_id: string, shooting_id: string): Promise<FoundShooting> {
  const [found] = await db
    .select()
    .from(shooting)
    .where(and(eq(shooting.shooting_id, shooting_id), eq(shooting.space_id, space_id), isNull(shooting.deleted_at)));
  if (!found) throw new AppError('not_found', '镜头不存在或已被删除');
  const lines = await db.select().from(script).where(eq(script.shooting_id, shooting_id));
  return { ...found, scripts: scriptsOf(shooting_id, lines) };
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

export async function readShooting(app: App, row: FoundShooting): Promise<Shooting> {
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
