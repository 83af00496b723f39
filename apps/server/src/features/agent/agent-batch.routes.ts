import { agentBatch as calls, type AgentRow, AppError, EMPTY_AGENT_ROW, pageInfo } from '@mixreel/contract';
import { recordsOf } from '@mixreel/document';
import type { Context } from '#context.ts';
import { newId } from '#db/id.ts';
import { and, desc, eq, inArray, sql } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { wantNarration } from '#features/candidate/narrate.jobs.ts';
import { openPreview } from '#features/candidate/preview.ts';
import { safeName } from '#features/file/archive-names.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { readForeign } from '#features/foreign/read-foreign.ts';
import { writeXlsx } from '#features/story/paper/write-xlsx.ts';
import { task } from '#features/task/task.tables.ts';
import { implement } from '#http/route.ts';
import { admit } from './admit.ts';
import {
  batchTopic,
  isToMake,
  readAgent,
  readAgentCards,
  readBatch,
  readRows,
  requireAgent,
  requireBatch,
  tellBatch,
} from './agent.queries.ts';
import { updateAgent } from './agent.routes.ts';
import { unseen } from './asks.ts';
import { buildBatchTable, readBatchTable } from './batch-table.ts';
import { addBatch } from './batch.document.ts';
import { readCellNames } from './cell-names.ts';
import { changeRows, retitleRow, rewriteRows, settleRows, updateRows } from './change-batch.ts';
import { findFor } from './find-shots.ts';
import { readKeywords } from './keywords.ts';
import { planAgentBatch } from './plan-batch.jobs.ts';
import { produceAgentBatch } from './produce-batch.jobs.ts';
import { requireRowMix } from './row-mix.ts';
import { readSheet } from './sheet-answer.ts';
import { startMaking } from './start-making.ts';
import { postOf } from './write-row.ts';

const FOUND_MOST = 12;
const LINK_SECONDS = 6 * 3600;

async function rowAnswer(context: Context, id: string, row_id: string) {
  const { rows, checks, outcomes } = await readBatch(context, context.space.space_id, id);
  const n = rows.findIndex((row) => row.row_id === row_id);
  if (n < 0) throw new AppError('not_found', '这一行不存在或已被删除');
  return { row: rows[n]!, check: checks[n]!, outcome: outcomes[n]! };
}

async function requireRow({ db, space }: Context, id: string, row_id: string): Promise<AgentRow> {
  await requireBatch(db, space.space_id, id);
  const found = (await readRows(db, id)).find((row) => row.row_id === row_id);
  if (!found) throw new AppError('not_found', '这一行不存在或已被删除');
  return found;
}

function orNoTable(error: unknown): null {
  if (error instanceof AppError && error.error === 'invalid') return null;
  throw error;
}

const newRow = (given: Partial<AgentRow>): AgentRow => ({ ...EMPTY_AGENT_ROW, ...given, row_id: newId() });

export const agentBatchRoutes = implement(calls, {
  async list({ project_id, ...page }, { db, space }) {
    return readAgentCards(db, { space_id: space.space_id, project_id, agent_kind: 'enhanced' }, page);
  },

  async agent({ agent_project_id }, { db, space }) {
    return readAgent(db, space.space_id, agent_project_id);
  },

  async keywords({ agent_project_id }, { db, space }) {
    return { items: await readKeywords(db, await requireAgent(db, space.space_id, agent_project_id)) };
  },

  updateAgent: (change, context) => updateAgent(context, change),

  async add({ agent_project_id, batch_name, rows }, context) {
    const { db, space, user } = context;
    const { space_id } = space;
    const { project_id } = await requireAgent(db, space_id, agent_project_id);
    const about = { agent_project_id, space_id, project_id, batch_name, created_by: user.user_uid };
    const records = { row: recordsOf(rows.map(newRow), 'row_id') };
    const id = await db.transaction((tx) => addBatch(tx, about, records));
    return readBatch(context, space_id, id);
  },

  async update({ agent_batch_config_id, batch_name, rows }, context) {
    await updateRows(context, agent_batch_config_id, rows, batch_name);
    return readBatch(context, context.space.space_id, agent_batch_config_id);
  },

  async submit({ agent_batch_config_id: id, row_ids, is_confirmed, key, is_trial }, context) {
    const { db, space } = context;
    if (!is_trial) await settleRows(context, id);
    const batch = await readBatch(context, space.space_id, id);
    const wanted = new Set(row_ids ?? batch.outcomes.filter(isToMake).map(({ row_id }) => row_id));
    const admission = await admit(context, space.space_id, batch, wanted);
    if (key !== undefined && key !== admission.key) throw unseen();
    const isAdmitted = admission.verdict === 'allow' || (admission.verdict === 'confirm' && is_confirmed);
    if (is_trial || !isAdmitted) return { admission, task_id: null };
    const left_out = new Set(admission.left_out.map(({ row_id }) => row_id));
    const making = batch.rows.map(({ row_id }) => row_id).filter((one) => wanted.has(one) && !left_out.has(one));
    const { purse } = context;
    if (purse && admission.cost > purse.left) {
      const [cost, left] = [admission.cost.toFixed(2), purse.left.toFixed(2)];
      throw new AppError('forbidden', `配音最多约 ${cost} 元，超过它还能花的 ${left} 元`);
    }
    const task_id = await startMaking(context, batch, making, { ...admission, isSeen: key !== undefined });
    await tellBatch(context, db, id);
    // Voices are asked for while it is made, by whom nobody knows then: what they cost at most is spent now.
    if (task_id !== null) await purse?.pay(admission.cost);
    if (task_id !== null) return { admission, task_id };
    const { user_uid: asked_by, name: asked_by_name } = context.user;
    return { admission: { ...admission, approval: 'asked', asked_by, asked_by_name }, task_id };
  },

  async clear({ agent_batch_config_id }, context) {
    await changeRows(context, agent_batch_config_id, () => []);
    return readBatch(context, context.space.space_id, agent_batch_config_id);
  },

  async detail({ agent_batch_config_id }, context) {
    return readBatch(context, context.space.space_id, agent_batch_config_id);
  },

  async changes({ agent_batch_config_id }, { db, space }) {
    await requireBatch(db, space.space_id, agent_batch_config_id);
    return { topic: batchTopic(agent_batch_config_id) };
  },

  async settle({ agent_batch_config_id, row_ids }, context) {
    await settleRows(context, agent_batch_config_id, row_ids);
    return readBatch(context, context.space.space_id, agent_batch_config_id);
  },

  async addRow({ agent_batch_config_id, row }, context) {
    const made = newRow(row);
    await changeRows(context, agent_batch_config_id, (rows) => [...rows, made]);
    return rowAnswer(context, agent_batch_config_id, made.row_id);
  },

  async updateRow({ agent_batch_config_id, row_id, row }, context) {
    await updateRows(context, agent_batch_config_id, [{ ...row, row_id }]);
    return rowAnswer(context, agent_batch_config_id, row_id);
  },

  async writeRow({ agent_batch_config_id, row_id, only_title }, context) {
    if (only_title) await retitleRow(context, agent_batch_config_id, row_id);
    else await rewriteRows(context, agent_batch_config_id, [row_id], null);
    return rowAnswer(context, agent_batch_config_id, row_id);
  },

  async row({ agent_batch_config_id, row_id }, context) {
    return rowAnswer(context, agent_batch_config_id, row_id);
  },

  async preview({ agent_batch_config_id: id, row_id }, context) {
    const { db, space, user, signal } = context;
    await requireRow(context, id, row_id);
    await settleRows(context, id);
    const row = await requireRow(context, id, row_id);
    const batch = await requireBatch(db, space.space_id, id);
    const { brief } = await requireAgent(db, space.space_id, batch.agent_project_id);
    const who = { space_id: space.space_id, user_uid: user.user_uid };
    const mproject_id = await requireRowMix(context, who, batch, row, brief);
    const { preview, isSilent } = await openPreview(context, { ...who, mproject_id, quality: 'draft', signal });
    if (isSilent) await wantNarration(context, who, mproject_id);
    return preview;
  },

  async tasks({ agent_batch_config_id, ...page }, { db, space }) {
    await requireBatch(db, space.space_id, agent_batch_config_id);
    const condition = and(
      eq(task.space_id, space.space_id),
      inArray(task.job_name, [planAgentBatch.name, produceAgentBatch.name]),
      eq(sql`${task.job_input} ->> 'agent_batch_config_id'`, agent_batch_config_id),
    );
    const items = await db
      .select()
      .from(task)
      .where(condition)
      .orderBy(desc(task.task_id))
      .limit(page.page_size)
      .offset((page.page_index - 1) * page.page_size);
    return { items, page_info: pageInfo(page, await db.$count(task, condition)) };
  },

  async export({ agent_batch_config_id }, context) {
    const batch = await readBatch(context, context.space.space_id, agent_batch_config_id);
    if (batch.rows.length === 0) throw new AppError('conflict', '批次还是空的，先规划或加几行');
    const file_name = `${safeName(batch.batch_name)}.xlsx`;
    const table = buildBatchTable(batch, await readCellNames(context, context.space.space_id, batch.rows));
    return { file_name, content_base64: Buffer.from(writeXlsx(table)).toString('base64') };
  },

  async search({ agent_batch_config_id, wish }, context) {
    const { db, space } = context;
    const { project_id } = await requireBatch(db, space.space_id, agent_batch_config_id);
    const wanted = { wish, needed: 1, taken: [], limit: FOUND_MOST };
    const found = await findFor(context, { space_id: space.space_id, project_id, within: null }, wanted);
    const ids = found.flatMap(({ shot_id }) => shot_id ?? []);
    const covers = ids.length > 0 ? await db.select().from(shot).where(inArray(shot.shot_id, ids)) : [];
    const items = found.map((one) => {
      const vlc_id = covers.find(({ shot_id }) => shot_id === one.shot_id)?.cover_vlc_id;
      const link = vlc_id && signFileLink(context, { vlc_id, file_name: 'cover' }, { seconds: LINK_SECONDS }).url;
      return { ...one, cover_url: link || null };
    });
    return { items };
  },

  async syncPoint({ agent_batch_config_id, row_ids, point }, context) {
    await rewriteRows(context, agent_batch_config_id, row_ids, point);
    return readBatch(context, context.space.space_id, agent_batch_config_id);
  },

  async topics({ agent_batch_config_id, row_id, platforms }, context) {
    const { db, space } = context;
    const row = await requireRow(context, agent_batch_config_id, row_id);
    const batch = await requireBatch(db, space.space_id, agent_batch_config_id);
    const agent = await requireAgent(db, space.space_id, batch.agent_project_id);
    const liked = (await readKeywords(db, agent)).filter(({ source }) => source === 'results');
    const asked = platforms.length > 0 ? platforms : agent.brief.platforms;
    const words = liked.map(({ keyword }) => keyword);
    const items = asked.map((platform) => ({ platform, ...postOf(agent.brief, row, platform, words) }));
    return { items };
  },

  async parseFile({ agent_batch_config_id, ...file }, context) {
    const { db, space, signal } = context;
    const { agent_project_id } = await requireBatch(db, space.space_id, agent_batch_config_id);
    const bytes = Buffer.from(file.content_base64, 'base64');
    // Pictures and scans are no tables, and read as sheets.
    const document = await readForeign(file.file_name, bytes, { signal }).catch(orNoTable);
    const rows = await readRows(db, agent_batch_config_id);
    const names = await readCellNames(context, space.space_id, rows);
    const differences = document && readBatchTable(document, rows, names);
    if (document && differences) return { items: [], conflicts: [], notices: document.notices, differences };
    const { brief } = await requireAgent(db, space.space_id, agent_project_id);
    return { ...(await readSheet(context, context, file, brief)), differences: [] };
  },
});
