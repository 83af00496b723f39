import { setImmediate } from 'node:timers/promises';
import { type AgentBrief, type AgentRow, batchOf, EMPTY_AGENT_ROW, planBatch } from '@mixreel/contract';
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
import { combineRows } from './combine-rows.ts';
import { findShots } from './find-shots.ts';
import { openWriter } from './script-rows.ts';
import { showAlike, writeTrial } from './write-trial.ts';

/** What writing counts of the whole. */
const WRITING = 0.2;

/** Plans a batch: who says what about which point, and with which pictures. Rows come as soon as they are written. */
export const planAgentBatch = defineJob({
  name: 'agent.plan',
  task_type: 'agent_batch',
  input: z.object({ agent_batch_config_id: z.string(), count: z.int() }),
  kind: 'analysis',
  lane: 'now',
  unit_seconds: 1,
  steps: [
    { key: 'write', label: '写文案', share: WRITING },
    { key: 'show', label: '配画面' },
  ],
  async run({ agent_batch_config_id: id, count }, context) {
    const { db, task, step, report, signal } = context;
    const batch = await requireBatch(db, task.space_id, id);
    const { project_id } = batch;
    const agent = await requireAgent(db, task.space_id, batch.agent_project_id);
    const { brief } = agent;
    const { rows: written, notices } = await step('write', () => writeRows(context, agent, batch, count));
    report(WRITING);
    // What an attempt before this one has added stays one.
    const before = await readRows(db, id);
    const left = written.filter(({ row_id }) => !before.some((row) => row.row_id === row_id));
    const where = { space_id: task.space_id, project_id };
    const open = new Set(left.map(({ row_id }) => row_id));
    const wanted = { brief, rows: [...before, ...left], open, except: await readOwnVideos(db, id), signal };
    const found = [...(await findShots(context, where, wanted)).values()];
    const made = isTrial(agent) ? showAlike(found) : found;
    await change(context, batchDocument, { document_id: id, space_id: task.space_id, user: null }, ({ state }) => {
      const { rows } = batchOf(state);
      const ids = new Set(rows.map(({ row_id }) => row_id));
      return planBatch(state, { rows: [...rows, ...made.filter(({ row_id }) => !ids.has(row_id))] });
    });
    await db.update(agent_batch).set({ notices }).where(eq(agent_batch.agent_batch_config_id, id));
    await step('show', async () => written.length);
    await tellBatch(context, db, id);
    return { result: { agent_batch_config_id: id, rows: written.length } };
  },
});

function isTrial({ agent_kind, brief }: Pick<AgentProjectRow, 'agent_kind' | 'brief'>): boolean {
  // Briefs of before have no factors.
  return agent_kind === 'ad' && (brief.factors ?? null) !== null;
}

/** Points take turns; no two rows open alike while there are other openings, and none of the same point ever does. */
async function writeRows(
  context: JobContext,
  { brief, agent_kind }: AgentProjectRow,
  batch: AgentBatchRow,
  count: number,
): Promise<{ rows: AgentRow[]; notices: string[] }> {
  const { task, db, report, signal } = context;
  const allowed = await readAllowedWords(db, task.space_id);
  const idOf = (n: number) => `${task.task_id}-${n + 1}`;
  if (isTrial({ brief, agent_kind })) return writeTrial(brief, { count, allowed, idOf });
  const noteOf = (point: string, nth: number) =>
    agent_kind === 'ad' ? `卖点${brief.product.points.indexOf(point) + 1}-开头${nth}` : '';
  const combined =
    canWrite(context) === null ? null : await combineRows(context, { brief, batch, count, allowed, signal });
  if (combined) {
    const rows = combined.rows.map((row, n) => {
      const nth = combined.rows.slice(0, n + 1).filter(({ point }) => point === row.point).length;
      return { ...row, ...turnsOf(brief, n), note: noteOf(row.point, nth), row_id: idOf(n) };
    });
    return { rows, notices: combined.notices };
  }
  const writer = openWriter(context, brief);
  const points = brief.product.points.length > 0 ? brief.product.points : [''];
  const rows: AgentRow[] = [];
  const ended = new Set<string>();
  for (let turn = 0; rows.length < count && ended.size < points.length; turn += 1) {
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
    rows.push({ ...EMPTY_AGENT_ROW, ...written, ...turnsOf(brief, rows.length), note, row_id: idOf(rows.length) });
    report((WRITING * rows.length) / count);
  }
  const by = writer.writers.size > 0 ? [`文案由${[...writer.writers].join('、')}写，按资料核对过`] : [];
  return { rows, notices: [...by, ...writer.notices, ...noticesOf(rows, count)] };
}

/** Voices, music and ratios take turns, each at its own pace, so that neighbours differ. */
function turnsOf({ voice_ids, music_ids, ratios }: AgentBrief, n: number) {
  const turn = <T>(all: readonly T[], every: number, none: T) => all[Math.floor(n / every) % all.length] ?? none;
  return {
    voice_id: turn(voice_ids, 1, ''),
    music_id: turn(music_ids, Math.max(1, voice_ids.length), ''),
    ratio: turn(ratios, 1, '9:16' as const),
  };
}

function noticesOf(rows: AgentRow[], count: number): string[] {
  const hooks = new Set(rows.map(({ hook }) => hook)).size;
  return [
    ...(rows.length < count ? [`写出了 ${rows.length} 条：能用的开头都写过了，补充卖点、痛点或活动就能写更多`] : []),
    ...(hooks < rows.length ? [`有 ${rows.length - hooks} 条的开头和别的卖点相同，画面和后文不同`] : []),
  ];
}
