import { AppError, type Script, SHOOTINGS_MAX, type Template } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, eq, isNull } from '#db/orm.ts';
import type { ShootingRow } from './document.ts';
import { shooting } from './mix.tables.ts';

type NewShooting = Pick<Template['shootings'][number], 'lines'> & Partial<Template['shootings'][number]>;

/** Puts shootings into a mix, one after the other from this position on. */
export async function insertShootings(
  tx: Queryable,
  { space_id, mproject_id }: { space_id: string; mproject_id: string },
  shootings: NewShooting[],
  position = 0,
): Promise<ShootingRow[]> {
  if (shootings.length === 0) return [];
  const rows = shootings.map(({ lines, shooting_name = '', config = {} }, i) => ({
    shooting_id: newId(),
    space_id,
    mproject_id,
    position: position + i,
    shooting_name,
    scripts: lines.length > 0 ? lines.map(newScript) : [newScript('')],
    config,
  }));
  return tx.insert(shooting).values(rows).returning();
}

function newScript(text: string): Script {
  return { script_id: newId(), text: text.trim(), recording_material_id: null, captions: null };
}

/** Refuses when a mix has got more shootings than one can have. */
export async function requireRoom(tx: Queryable, mproject_id: string): Promise<void> {
  const count = await tx.$count(shooting, and(eq(shooting.mproject_id, mproject_id), isNull(shooting.deleted_at)));
  if (count > SHOOTINGS_MAX) throw new AppError('invalid', `一个混剪最多 ${SHOOTINGS_MAX} 个镜头，请先删除一些`);
}
