import { AppError, type Script } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { and, eq, ne } from '#db/orm.ts';
import { requireMaterialOf } from '#features/mix/check-config.ts';
import type { ShootingRow } from '#features/mix/document.ts';
import { shooting } from '#features/mix/mix.tables.ts';

/**
 * Refuses wordings with an id that another one of the mix has, and recordings that are not of this space. A recording
 * that it had already may be gone: that must not keep anybody from correcting the line.
 */
export async function checkScripts(tx: Queryable, before: ShootingRow, scripts: Script[]): Promise<void> {
  const { mproject_id, shooting_id, space_id } = before;
  const others = await tx
    .select({ scripts: shooting.scripts })
    .from(shooting)
    .where(and(eq(shooting.mproject_id, mproject_id), ne(shooting.shooting_id, shooting_id)));
  const taken = new Set(others.flatMap((other) => other.scripts.map(({ script_id }) => script_id)));
  const ids = scripts.map(({ script_id }) => script_id);
  if (new Set(ids).size < ids.length || ids.some((id) => taken.has(id))) {
    throw new AppError('invalid', '两个台词版本的编号相同，请刷新后重试');
  }

  const had = new Set(before.scripts.map(({ recording_material_id }) => recording_material_id));
  const fresh = scripts.flatMap(({ recording_material_id: id }) => (id && !had.has(id) ? id : []));
  for (const material_id of new Set(fresh)) await requireMaterialOf(tx, space_id, material_id, 'audio', '录音');
}
