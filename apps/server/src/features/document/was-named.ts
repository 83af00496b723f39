import type { Queryable } from '#db/connect.ts';
import { and, eq, type SQL, sql } from '#db/orm.ts';
import { document_act, document_version } from './document.tables.ts';

/** Whether all of these ids have stood in a document before: asked only of what cannot be found. */
export async function wereNamed(db: Queryable, document_id: string, ids: readonly string[]): Promise<boolean> {
  for (const id of new Set(ids)) if (!(await wasNamed(db, document_id, id))) return false;
  return true;
}

async function wasNamed(db: Queryable, document_id: string, id: string): Promise<boolean> {
  const written = JSON.stringify(id);
  const isIn = (json: SQL) => sql`strpos(${json}::text, ${written}) > 0`;
  const acts = db
    .select({ one: sql`1` })
    .from(document_act)
    .where(and(eq(document_act.document_id, document_id), isIn(sql`${document_act.operations}`)));
  const versions = db
    .select({ one: sql`1` })
    .from(document_version)
    .where(and(eq(document_version.document_id, document_id), isIn(sql`${document_version.state}`)));
  const { rows } = await db.execute(sql`select exists(${acts}) or exists(${versions}) as was_named`);
  return rows[0]?.['was_named'] === true;
}
