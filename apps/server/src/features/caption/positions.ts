import { AppError, type CaptionPosition, type NamedPosition, type caption as calls } from '@mixreel/contract';
import { POSITION_PRESETS } from '@mixreel/media';
import type { z } from 'zod';
import type { Db, Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, asc, eq, isNull } from '#db/orm.ts';
import { mproject } from '#features/mix/mix.tables.ts';
import { caption_position } from './caption.tables.ts';

type Items = z.output<(typeof calls.savePositions)['input']>['items'];
type Where = { space_id: string; mproject_id: string };

const PRESETS: NamedPosition[] = POSITION_PRESETS.map(({ preset, name }) => ({
  position_id: `preset-${preset}`,
  position_name: name,
  is_own: false,
  position: { kind: 'preset', preset },
}));

/** The named heights, then what was saved in this mix. */
export async function readPositions(db: Queryable, where: Where): Promise<NamedPosition[]> {
  await requireMixOf(db, where);
  const rows: { position_id: string; position_name: string; position: CaptionPosition }[] = await db
    .select()
    .from(caption_position)
    .where(eq(caption_position.mproject_id, where.mproject_id))
    .orderBy(asc(caption_position.position_id));
  return [
    ...PRESETS,
    ...rows.map(({ position_id, position_name, position }) => ({
      position_id,
      position_name,
      is_own: true,
      position,
    })),
  ];
}

/** Replaces what was saved in this mix. Those that are named keep their ids. */
export async function savePositions(db: Db, where: Where, items: Items): Promise<NamedPosition[]> {
  await db.transaction(async (tx) => {
    await requireMixOf(tx, where);
    const before = await tx
      .delete(caption_position)
      .where(eq(caption_position.mproject_id, where.mproject_id))
      .returning({ position_id: caption_position.position_id });
    const own = new Set(before.map(({ position_id }) => position_id));
    const rows = items.map(({ position_id, ...item }) => ({
      ...item,
      ...where,
      position_id: position_id && own.delete(position_id) ? position_id : newId(),
    }));
    if (rows.length > 0) await tx.insert(caption_position).values(rows);
  });
  return readPositions(db, where);
}

async function requireMixOf(db: Queryable, { space_id, mproject_id }: Where): Promise<void> {
  const isThere = and(
    eq(mproject.mproject_id, mproject_id),
    eq(mproject.space_id, space_id),
    isNull(mproject.deleted_at),
  );
  if (!(await db.$count(mproject, isThere))) throw new AppError('not_found', '混剪不存在或已被删除');
}
