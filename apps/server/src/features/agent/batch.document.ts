import { type AgentRow, AppError, batchKind, batchOf } from '@mixreel/contract';
import type { Fields, Operation, State } from '@mixreel/document';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { eq } from '#db/orm.ts';
import { addDocument } from '#features/document/document.queries.ts';
import { changesOf, documentRows, wholeRow } from '#features/document/rows.ts';
import { changedBy, type DocumentStore } from '#features/document/store.ts';
import { hasForeign } from '#features/material/foreign.ts';
import { agent_batch, agent_row } from './agent.tables.ts';

type Row = typeof agent_row.$inferInsert;
const GONE = '批次不存在或已被删除';

const putRows = documentRows(agent_row, { owner: 'agent_batch_config_id', id: 'row_id', isPerDocument: true });

/** A batch and its rows as a document. */
export const batchDocument: DocumentStore = {
  kind: batchKind,

  async read(db, agent_batch_config_id) {
    const [batch] = await db
      .select({ batch_name: agent_batch.batch_name })
      .from(agent_batch)
      .where(eq(agent_batch.agent_batch_config_id, agent_batch_config_id));
    if (!batch) throw new AppError('not_found', GONE);
    const rows = await db.select().from(agent_row).where(eq(agent_row.agent_batch_config_id, agent_batch_config_id));
    return {
      batch: { batch },
      row: Object.fromEntries(rows.map(({ agent_batch_config_id: _of, row_id, ...row }) => [row_id, row as Fields])),
    };
  },

  write(_id, { state, operations }) {
    const changed = changedBy(operations);
    const { batch_name } = batchOf(state);
    return {
      whole: wholeRow(agent_batch, 'agent_batch_config_id', changed.has('batch') ? { batch_name } : {}),
      parts: putRows(changesOf(state, 'row', changed)),
    };
  },

  async copy(db, document_id, { state, name, user_uid }) {
    const [source] = await db.select().from(agent_batch).where(eq(agent_batch.agent_batch_config_id, document_id));
    if (!source) throw new AppError('not_found', GONE);
    const { agent_project_id, space_id, project_id } = source;
    const about = { agent_project_id, space_id, project_id, created_by: user_uid, batch_name: name };
    return addBatch(db, about, state);
  },

  async check({ db }, where, operations) {
    return (await hasForeign(db, where, materialsOf(operations))) ? '选中的画面不在这个空间里，请重新选择' : null;
  },
};

type NewBatch = Pick<
  typeof agent_batch.$inferInsert,
  'agent_project_id' | 'space_id' | 'project_id' | 'batch_name' | 'created_by'
>;

/** A batch with its rows, registered as a document. Gives its id. */
export async function addBatch(db: Queryable, batch: NewBatch, state: State): Promise<string> {
  const agent_batch_config_id = newId();
  await db.insert(agent_batch).values({ ...batch, agent_batch_config_id });
  await addDocument(db, { document_id: agent_batch_config_id, kind: batchKind.kind, space_id: batch.space_id });
  const rows = Object.entries(state['row'] ?? {}).map(([row_id, row]) => ({
    ...(row as Omit<Row, 'row_id' | 'agent_batch_config_id'>),
    row_id,
    agent_batch_config_id,
  }));
  if (rows.length > 0) await db.insert(agent_row).values(rows);
  return agent_batch_config_id;
}

/** Which materials operations bring in. */
function materialsOf(operations: readonly Operation[]): string[] {
  const given = operations.flatMap((one) => {
    if (one.table !== 'row') return [];
    if (one.do === 'add') return [one.record['shots']];
    return one.do === 'set' && one.path[0] === 'shots' ? [one.value] : [];
  });
  const shots = given.flatMap((one) => (one as AgentRow['shots'] | null) ?? []);
  return [...new Set(shots.flatMap((shot) => shot?.material_id ?? []))];
}
