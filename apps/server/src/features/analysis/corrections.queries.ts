import type { Queryable } from '#db/connect.ts';
import { and, asc, desc, eq } from '#db/orm.ts';
import { correction } from './analysis.tables.ts';

export type CorrectionRow = typeof correction.$inferSelect;

/** What people set by hand in a material, in the order in which they did. */
export async function readCorrections(db: Queryable, material_id: string): Promise<CorrectionRow[]> {
  return db
    .select()
    .from(correction)
    .where(eq(correction.material_id, material_id))
    .orderBy(asc(correction.correction_id));
}

/** Where a person wants the cuts of a material to be; null when nobody has said so. */
export async function readCuts(db: Queryable, material_id: string): Promise<number[] | null> {
  const [row] = await db
    .select({ value: correction.value })
    .from(correction)
    .where(and(eq(correction.material_id, material_id), eq(correction.field, 'cuts')))
    .orderBy(desc(correction.correction_id))
    .limit(1);
  return row ? (row.value as number[]) : null;
}
