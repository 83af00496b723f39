import type { Queryable } from '#db/connect.ts';
import { inArray } from '#db/orm.ts';
import { wereNamed } from '#features/document/was-named.ts';
import { material } from './material.tables.ts';

type Where = { space_id: string; document_id: string };

/**
 * Whether a document may not name one of these materials: it is not in its space. What is gone for good and was named
 * before may be named again: a deleted row or a version of the past comes back as it was, and says what is missing.
 */
export async function hasForeign(db: Queryable, where: Where, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const { space_id, document_id } = where;
  const anywhere = await db
    .select({ material_id: material.material_id, space_id: material.space_id })
    .from(material)
    .where(inArray(material.material_id, [...new Set(ids)]));
  const there = new Set(anywhere.map(({ material_id }) => material_id));
  const isForeign = anywhere.some((one) => one.space_id !== space_id);
  return (
    isForeign ||
    !(await wereNamed(
      db,
      document_id,
      ids.filter((id) => !there.has(id)),
    ))
  );
}
