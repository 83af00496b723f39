import { AppError, type DocumentAct } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { and, asc, eq, gt, lte, sql } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { document, document_act } from './document.tables.ts';

export const GONE = '文档不存在或已被删除';

export type DocumentRow = typeof document.$inferSelect;

export function documentTopic(document_id: string): string {
  return `document:${document_id}`;
}

/** Held until the transaction ends: `update` by whoever acts, `share` by whoever reads rows that belong together. */
export async function lockDocument(
  db: Queryable,
  space_id: string,
  document_id: string,
  how: 'update' | 'share',
): Promise<DocumentRow> {
  const [row] = await db
    .select()
    .from(document)
    .where(and(eq(document.document_id, document_id), eq(document.space_id, space_id)))
    .for(how);
  if (!row || row.deleted_at !== null) throw new AppError('not_found', GONE);
  return row;
}

/** Held without a question whose it is: for what the product does by itself. */
export async function lockKnown(db: Queryable, document_id: string): Promise<void> {
  await db.select().from(document).where(eq(document.document_id, document_id)).for('update');
}

/** What acts that are read at once may come to, in bytes as they are stored. */
const READ_BYTES_MAX = 32 * 1024 * 1024;

/** What was done after an act, in order: as much as may be read at once; nothing where that is no longer known. */
export async function readActs(
  db: Queryable,
  document_id: string,
  after: number,
  bytes_max = READ_BYTES_MAX,
): Promise<DocumentAct[]> {
  const all = db
    .select({
      sequence: document_act.sequence,
      act_id: document_act.act_id,
      operations: document_act.operations,
      cause: document_act.cause,
      words: document_act.words,
      user_uid: document_act.user_uid,
      user_name: sql<string>`coalesce(${user_account.name}, '')`.as('user_name'),
      created_at: document_act.created_at,
      bytes: sql<number>`sum(pg_column_size(${document_act.operations})) over (order by ${document_act.sequence})`.as(
        'bytes',
      ),
    })
    .from(document_act)
    .leftJoin(user_account, eq(user_account.user_uid, document_act.user_uid))
    .where(and(eq(document_act.document_id, document_id), gt(document_act.sequence, after)))
    .as('acts');
  const rows = await db.select().from(all).where(lte(all.bytes, bytes_max)).orderBy(asc(all.sequence));
  return rows.map(({ cause, bytes: _bytes, ...act }) => ({ ...act, ...(cause && cause !== 'api' && { cause }) }));
}

/** Registers something new as a document; its rows are written by its feature. */
export async function addDocument(
  db: Queryable,
  given: Pick<DocumentRow, 'document_id' | 'kind' | 'space_id'>,
): Promise<void> {
  await db.insert(document).values(given);
}

export async function setDocumentDeleted(db: Queryable, document_id: string, is_deleted: boolean): Promise<void> {
  await db
    .update(document)
    .set({ deleted_at: is_deleted ? sql`now()` : null })
    .where(eq(document.document_id, document_id));
}
