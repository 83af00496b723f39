import { type AgentRow, AppError, batchOf, keptShots, planBatch, rowTooLong, withFound } from '@mixreel/contract';
import type { Context } from '#context.ts';
import { change } from '#features/document/perform.ts';
import { readAllowedWords } from '#features/taboo/taboo.queries.ts';
import { readOwnVideos, readRows, requireAgent, requireBatch } from './agent.queries.ts';
import { batchDocument } from './batch.document.ts';
import { findShots } from './find-shots.ts';
import { openWriter } from './script-rows.ts';
import { retitled, type WrittenRow } from './write-row.ts';

/** What a call asks of the rows of a batch becomes an act like those of pages. */
export async function changeRows(
  context: Context,
  id: string,
  make: (rows: AgentRow[]) => AgentRow[],
  batch_name?: string,
): Promise<void> {
  const { space, user } = context;
  await change(context, batchDocument, { document_id: id, space_id: space.space_id, user }, ({ state }) => {
    const before = batchOf(state);
    return planBatch(state, { rows: make(before.rows), batch_name: batch_name ?? before.batch_name });
  });
}

/** Only what is given, of rows that are there. */
export async function updateRows(
  context: Context,
  id: string,
  given: readonly (Partial<AgentRow> & { row_id: string })[],
  batch_name?: string,
): Promise<void> {
  const changes = new Map(given.map((row) => [row.row_id, row]));
  await changeRows(
    context,
    id,
    (rows) => {
      const ids = new Set(rows.map(({ row_id }) => row_id));
      if (given.some(({ row_id }) => !ids.has(row_id))) {
        throw new AppError('not_found', '有一行不存在或已被删除，请刷新后再改');
      }
      return rows.map((row) => ({ ...row, ...changes.get(row.row_id) }));
    },
    batch_name,
  );
}

/** Finds shots for rows whose cells ask for others than they have, and for these rows all anew. */
export async function settleRows(context: Context, id: string, row_ids: readonly string[] = []): Promise<void> {
  const { db, space } = context;
  const { agent_project_id, project_id } = await requireBatch(db, space.space_id, id);
  const { brief } = await requireAgent(db, space.space_id, agent_project_id);
  const rows = await readRows(db, id);
  const anew = new Set(row_ids);
  const wanting = rows.filter((row) => (anew.has(row.row_id) || !isSettled(row)) && rowTooLong(row) === null);
  const open = new Set(wanting.map(({ row_id }) => row_id));
  if (open.size === 0) return;
  const where = { space_id: space.space_id, project_id };
  const except = await readOwnVideos(db, id);
  const found = await findShots(context, where, { brief, rows, open, anew, except, signal: context.signal });
  await changeRows(context, id, (now) => withShots(now, rows, found));
}

/** Rows as they are by now with what was found for them as they were. */
export function withShots(
  now: readonly AgentRow[],
  asked: readonly AgentRow[],
  found: ReadonlyMap<string, AgentRow>,
): AgentRow[] {
  const were = new Map(asked.map((row) => [row.row_id, row]));
  return now.map((row) => {
    const [was, shown] = [were.get(row.row_id), found.get(row.row_id)];
    return was && shown ? withFound(row, was, shown) : row;
  });
}

/** Whether everything that a row asks for was found. What was not is looked for again: something may have been shot since. */
function isSettled(row: AgentRow): boolean {
  return keptShots(row).every((shot) => shot !== null);
}

/**
 * Writes rows anew, each with an opening that none of the others has. Those that are all to be about one point may, where
 * there are no more, open like a row about another point, as planned ones do.
 */
export async function rewriteRows(
  context: Context,
  id: string,
  row_ids: readonly string[],
  point: string | null,
): Promise<void> {
  const { db, space } = context;
  const { agent_project_id } = await requireBatch(db, space.space_id, id);
  const { brief } = await requireAgent(db, space.space_id, agent_project_id);
  if (brief.product.name === '') throw new AppError('invalid', '先在资料里写商品名称');
  const allowed = await readAllowedWords(db, space.space_id);
  const rows = await readRows(db, id);
  const hooks = rows.map(({ hook }) => hook).filter(Boolean);
  // A service takes seconds for a row: of many at once nobody would see the end.
  const isTired = row_ids.length > 1;
  const writer = openWriter(context, { space_id: space.space_id, signal: context.signal }, brief, { isTired });
  const written: ({ row_id: string } & WrittenRow)[] = [];
  const own = rows.flatMap((row) => (row.point === point && !row_ids.includes(row.row_id) ? row.hook : []));
  for (const [n, row] of rows.entries()) {
    if (!row_ids.includes(row.row_id)) continue;
    const wish = { point: point ?? row.point, version: n, allowed, ...lengthOf(row) };
    const made =
      (await writer.write({ ...wish, hooks })) ?? (point === null ? null : await writer.write({ ...wish, hooks: own }));
    if (!made) throw new AppError('conflict', '能用的开头都写过了：补充卖点、痛点或活动，就能写出新的');
    hooks.push(made.hook);
    own.push(made.hook);
    written.push({ row_id: row.row_id, ...made });
  }
  if (written.length < row_ids.length) throw new AppError('not_found', '有一行不存在或已被删除，请刷新后再改');
  await updateRows(context, id, written);
  await settleRows(context, id);
}

/** One that nobody gave a length gets that of the brief. */
function lengthOf({ seconds }: AgentRow): { seconds?: number } {
  return seconds > 0 ? { seconds } : {};
}

/** Another title, and the topics of what the row is about now; what is said and shown stays. */
export async function retitleRow(context: Context, id: string, row_id: string): Promise<void> {
  const { db, space } = context;
  const { agent_project_id } = await requireBatch(db, space.space_id, id);
  const { brief } = await requireAgent(db, space.space_id, agent_project_id);
  const row = (await readRows(db, id)).find((one) => one.row_id === row_id);
  if (!row) throw new AppError('not_found', '这一行不存在或已被删除');
  await updateRows(context, id, [{ row_id, ...retitled(brief, row) }]);
}
