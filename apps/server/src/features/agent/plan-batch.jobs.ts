import { setImmediate } from 'node:timers/promises';
import { type AgentRow, batchOf, EMPTY_AGENT_ROW, missingIn, planBatch, turnsOf } from '@mixreel/contract';
import { z } from 'zod';
import { eq } from '#db/orm.ts';
import { canWrite } from '#features/ai/write.ts';
import { change } from '#features/document/perform.ts';
import { readAllowedWords } from '#features/taboo/taboo.queries.ts';
import { defineJob, type JobContext } from '#queue/job.ts';
import {
  type AgentBatchRow,
  type AgentProjectRow,
  readOwnVideos,
  readRows,
  requireAgent,
  requireBatch,
  tellBatch,
} from './agent.queries.ts';
import { agent_batch } from './agent.tables.ts';
import { batchDocument } from './batch.document.ts';
import { withShots } from './change-batch.ts';
import { combineRows } from './combine-rows.ts';
import { findShots } from './find-shots.ts';
import { matrixOf } from './matrix.ts';
import { openPurse } from './purse.ts';
import { openWriter } from './script-rows.ts';
import { translateRows } from './translate-rows.ts';
import { showAlike, writeTrial } from './write-trial.ts';

/** What dealing out the points and writing count of the whole. */
const DEALING = 0.02;
const WRITING = 0.2;

/** Plans a batch: who says what about which point, and with which pictures. Rows come as soon as they are written. */
export const planAgentBatch = defineJob({
  name: 'agent.plan',
  scope: 'edit',
  task_type: 'agent_batch',
  input: z.object({
    agent_batch_config_id: z.string(),
    count: z.int(),
    /** The step of a run that asked for it. */
    paid_by: z.object({ run_id: z.string(), n: z.int() }).optional(),
  }),
  kind: 'analysis',
  lane: 'now',
  unit_seconds: 1,
  steps: [
    { key: 'matrix', label: '卖点矩阵', share: DEALING },
    { key: 'write', label: '写文案', share: WRITING - DEALING },
    { key: 'show', label: '配画面' },
    { key: 'missing', label: '补拍清单', share: DEALING },
  ],
  async run({ agent_batch_config_id: id, count, paid_by }, asked) {
    const context = paid_by ? { ...asked, purse: openPurse(asked.db, paid_by) } : asked;
    const { db, task, step, report, signal } = context;
    const batch = await requireBatch(db, task.space_id, id);
    const { project_id } = batch;
    const agent = await requireAgent(db, task.space_id, batch.agent_project_id);
    const { brief } = agent;
    // What an attempt before this one has added stays; what somebody has taken away meanwhile stays away.
    const isOwn = ({ row_id }: AgentRow) => row_id.startsWith(`${task.task_id}-`);
    const told = new Set<string>();
    const tell = async (rows: AgentRow[]) => {
      const news = rows.filter(({ row_id }) => !told.has(row_id));
      if (news.length === 0) return;
      for (const { row_id } of news) told.add(row_id);
      await keepRows(context, id, (now) => [...now, ...news.filter(({ row_id }) => !hasRow(now, row_id))]);
    };
    const allowed = await readAllowedWords(db, task.space_id);
    const matrix = await step('matrix', async () => matrixOf(brief, count, allowed));
    const points = matrix.map(({ point }) => point);
    const had = (await readRows(db, id)).filter(isOwn);
    const { rows: written, notices } = await step('write', () =>
      writeRows(context, agent, batch, { count, had, tell, allowed, points }),
    );
    report(WRITING);
    const before = await readRows(db, id);
    const isTold = had.length > 0 || isToldAtOnce(agent);
    const left = isTold ? [] : written.filter(({ row_id }) => !hasRow(before, row_id));
    const where = { space_id: task.space_id, project_id };
    const open = new Set([...before.filter(isOwn), ...left].map(({ row_id }) => row_id));
    const wanted = { brief, rows: [...before, ...left], open, except: await readOwnVideos(db, id), signal };
    const found = await findShots(context, where, wanted);
    const shown = isTrial(agent) ? showAlike([...found.values()]) : [...found.values()];
    const byId = new Map(shown.map((row) => [row.row_id, row]));
    await keepRows(context, id, (now) => [
      ...withShots(now, before, byId),
      ...shown.filter(({ row_id }) => hasRow(left, row_id) && !hasRow(now, row_id)),
    ]);
    await db.update(agent_batch).set({ notices }).where(eq(agent_batch.agent_batch_config_id, id));
    await step('show', async () => written.length);
    const missing = await step('missing', async () => missingIn(await readRows(db, id)).length);
    await tellBatch(context, db, id);
    return { result: { agent_batch_config_id: id, rows: written.length, missing, matrix } };
  },
});

function hasRow(rows: readonly AgentRow[], row_id: string): boolean {
  return rows.some((row) => row.row_id === row_id);
}

/** Changes the rows of the batch, as an act of nobody's. */
async function keepRows(context: JobContext, id: string, next: (now: AgentRow[]) => AgentRow[]): Promise<void> {
  const target = { document_id: id, space_id: context.task.space_id, user: null };
  await change(context, batchDocument, target, ({ state }) => planBatch(state, { rows: next(batchOf(state).rows) }));
  await tellBatch(context, context.db, id);
}

/** Whether rows stay as they were first written. */
function isToldAtOnce(agent: Pick<AgentProjectRow, 'agent_kind' | 'brief'>): boolean {
  return agent.brief.languages.every((language) => language === 'zh') && !isTrial(agent);
}

function isTrial({ agent_kind, brief }: Pick<AgentProjectRow, 'agent_kind' | 'brief'>): boolean {
  // Briefs of before have no factors.
  return agent_kind === 'ad' && (brief.factors ?? null) !== null;
}

type Asked = {
  count: number;
  /** What rows are about, in turns. */
  points: string[];
  allowed: string[];
  /** Rows that an attempt before this one has written. */
  had: AgentRow[];
  tell: (rows: AgentRow[]) => Promise<void>;
};

/** Rows of each length that is wanted, then in the languages that are wanted. Those that stay as written are told at once. */
async function writeRows(
  context: JobContext,
  agent: AgentProjectRow,
  batch: AgentBatchRow,
  { count, had, tell, allowed, points }: Asked,
): Promise<{ rows: AgentRow[]; notices: string[] }> {
  const { task } = context;
  const { brief } = agent;
  // Those that somebody has taken away meanwhile are not written again, and nobody else gets their number.
  const gone = Math.max(0, ...had.map(({ row_id }) => Number(row_id.split('-').at(-1)))) - had.length;
  const idOf = (n: number) => `${task.task_id}-${gone + n + 1}`;
  const onRow = isToldAtOnce(agent) ? tell : async () => {};
  const rows: AgentRow[] = [...had];
  const notices: string[] = [];
  if (isTrial(agent) && had.length === 0) {
    const trial = await writeTrial(brief, { count, allowed, idOf });
    rows.push(...trial.rows);
    notices.push(...trial.notices);
  }
  const service = { isTired: false };
  const told = new Map<string, number[]>();
  const lengths = isTrial(agent) ? [] : [...new Set([brief.seconds, ...brief.other_seconds])];
  let upTo = 0;
  for (const [n, seconds] of lengths.entries()) {
    const own = { ...agent, brief: { ...brief, seconds } };
    upTo += Math.max(0, Math.floor((count - n - 1) / lengths.length) + 1);
    const wanted = upTo - gone - rows.length;
    if (wanted < 1) continue;
    const asked = { count: wanted, of: count, earlier: rows, allowed, points, service, idOf, onRow };
    const written = await writeAlike(context, own, batch, asked);
    rows.push(...written.rows);
    for (const notice of written.notices) told.set(notice, [...(told.get(notice) ?? []), seconds]);
  }
  for (const [notice, of] of told) {
    notices.push(lengths.length > 1 && of.length === 1 ? `${of[0]} 秒的：${notice}` : notice);
  }
  const spoken = await translateRows(context, brief, rows);
  return { rows: spoken.rows, notices: [...notices, ...spoken.notices] };
}

type Wanted = {
  count: number;
  of: number;
  earlier: AgentRow[];
  allowed: string[];
  points: string[];
  /** One that did not answer is not asked again for rows of another length. */
  service: { isTired: boolean };
  idOf: (n: number) => string;
  onRow: (rows: AgentRow[]) => Promise<void>;
};

/** A service takes seconds for each row: whoever waits sees them come. */
const TELL_EVERY_MS = 700;

/** Points take turns; no two rows open alike while there are other openings, and none of the same point ever does. */
async function writeAlike(
  context: JobContext,
  { brief, agent_kind }: AgentProjectRow,
  batch: AgentBatchRow,
  { count, of, earlier, allowed, points, service, idOf, onRow }: Wanted,
): Promise<{ rows: AgentRow[]; notices: string[] }> {
  const { report, signal, task } = context;
  const first = earlier.length;
  const noteOf = (point: string, nth: number) =>
    agent_kind === 'ad' ? `卖点${brief.product.points.indexOf(point) + 1}-开头${nth}` : '';
  const asked = { brief, batch, count, earlier, allowed, points, signal };
  const hasService = canWrite(context) === null && !service.isTired;
  const combined = hasService ? null : await combineRows(context, asked);
  if (combined) {
    const all = [...earlier];
    for (const row of combined.rows) {
      const nth = all.filter(({ point }) => point === row.point).length + 1;
      const n = all.length;
      all.push({ ...row, ...turnsOf(brief, n), note: noteOf(row.point, nth), row_id: idOf(n) });
    }
    await onRow(all.slice(first));
    return { rows: all.slice(first), notices: combined.notices };
  }
  const writer = openWriter(context, { space_id: task.space_id, signal }, brief, service);
  const rows = [...earlier];
  const ended = new Set<string>();
  let toldAt = Date.now();
  for (let turn = 0; rows.length - first < count && ended.size < points.length; turn += 1) {
    const point = points[turn % points.length]!;
    if (ended.has(point)) continue;
    signal.throwIfAborted();
    await setImmediate();
    const own = rows.filter((row) => row.point === point).map(({ hook }) => hook);
    const all = rows.map(({ hook }) => hook);
    const wish = { point, version: rows.length, allowed };
    const written = (await writer.write({ ...wish, hooks: all })) ?? (await writer.write({ ...wish, hooks: own }));
    if (!written) {
      ended.add(point);
      continue;
    }
    const note = noteOf(point, own.length + 1);
    const { seconds } = brief;
    rows.push({
      ...EMPTY_AGENT_ROW,
      ...written,
      ...turnsOf(brief, rows.length),
      seconds,
      note,
      row_id: idOf(rows.length),
    });
    report((WRITING * rows.length) / of);
    if (Date.now() - toldAt < TELL_EVERY_MS) continue;
    await onRow(rows.slice(first));
    toldAt = Date.now();
  }
  const made = rows.slice(first);
  await onRow(made);
  const by = writer.writers.size > 0 ? [`文案由${[...writer.writers].join('、')}写，按资料核对过`] : [];
  return { rows: made, notices: [...by, ...writer.notices, ...noticesOf(made, count)] };
}

function noticesOf(rows: AgentRow[], count: number): string[] {
  const hooks = new Set(rows.map(({ hook }) => hook)).size;
  return [
    ...(rows.length < count ? [`写出了 ${rows.length} 条：能用的开头都写过了，补充卖点、痛点或活动就能写更多`] : []),
    ...(hooks < rows.length ? [`有 ${rows.length - hooks} 条的开头和别的卖点相同，画面和后文不同`] : []),
  ];
}
