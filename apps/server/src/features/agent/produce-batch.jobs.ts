import { type AgentBrief, type AgentRow, AppError } from '@mixreel/contract';
import { z } from 'zod';
import { untilBack } from '#db/away.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, isNull, sql } from '#db/orm.ts';
import { binArtworks } from '#features/artwork/artwork-bin.ts';
import { export_video } from '#features/candidate/candidate.tables.ts';
import { openCoverLine } from '#features/cover/cover-line.ts';
import { dir } from '#features/dir/dir.tables.ts';
import { addTopDir } from '#features/dir/holding-dir.ts';
import { toAppError } from '#http/answer.ts';
import { defineJob, type JobContext } from '#queue/job.ts';
import { requireMinutes } from './agent-rule.ts';
import { type AgentBatchRow, readBatch, readRows, requireAgent, requireBatch, tellBatch } from './agent.queries.ts';
import { agent_batch, agent_video } from './agent.tables.ts';
import { editedRow, forgetErrors } from './agreed-rows.ts';
import { compareMade, TOO_ALIKE } from './compare-made.ts';
import { makeRow, type Making } from './make-row.ts';
import { otherPictures } from './repair-row.ts';
import { keyOfRow } from './row-mix.ts';

/** Rows that are under way at once: enough that every core has a part to make while another row is put together. */
const AT_ONCE = 3;

/** Makes the videos of a batch, row by row. Another attempt goes on with those that are not made: no row is made twice. */
export const produceAgentBatch = defineJob({
  name: 'agent.produce',
  task_type: 'agent_batch',
  /** `seconds` of video that come of it: they count of the month from the beginning. */
  input: z.object({
    agent_batch_config_id: z.string(),
    row_ids: z.array(z.string()),
    /** Tasks of before have none. */
    agreed: z.record(z.string(), z.array(z.string())).optional(),
    seconds: z.number().default(0),
  }),
  kind: 'render',
  unit_seconds: 1,
  steps: [
    { key: 'make', label: '逐条制作', share: 0.95 },
    { key: 'look', label: '比较成片' },
  ],
  /** A later submission has the rows now, and whoever begins one waits here. The month counted this one until it ended. */
  async again({ agent_batch_config_id: id, row_ids }, { tx, task: { space_id, task_id } }) {
    const isBatch = eq(agent_batch.agent_batch_config_id, id);
    const [held] = await tx.select({ task_id: agent_batch.task_id }).from(agent_batch).where(isBatch).for('update');
    if (held?.task_id !== task_id) throw new AppError('conflict', '这一批后来又提交过，请在批次里继续');
    await requireMinutes(tx, space_id, task_id);
    await forgetErrors(tx, id, row_ids);
  },
  async run({ agent_batch_config_id: id, row_ids, agreed }, context) {
    const { db, task, signal, report } = context;
    const batch = await requireBatch(db, task.space_id, id);
    const agent = await requireAgent(db, task.space_id, batch.agent_project_id);
    const all = await readRows(db, id);
    const wanted = all.flatMap((row, n) => (row_ids.includes(row.row_id) ? [{ row, number: n + 1 }] : []));
    if (wanted.length === 0) throw new AppError('conflict', '要制作的行都已被删除');
    const dir_id = await db.transaction(async (tx) => {
      await forgetErrors(tx, id, row_ids);
      return requireBatchDir(tx, batch, agent.brief, task.user_uid);
    });
    const before = await readMade(context, id);
    const made: Wanted[] = [];
    const shares = new Map<string, number>();
    const failed: { number: number; message: string }[] = [];
    const waiting = wanted.values();
    const covers = openCoverLine(context);
    const tell = () => untilBack(() => tellBatch(context, db, id), signal);

    async function work(): Promise<void> {
      for (const { row, number } of waiting) {
        signal.throwIfAborted();
        const onShare = (share: number) => {
          shares.set(row.row_id, share);
          report([...shares.values()].reduce((sum, one) => sum + one, 0) / wanted.length);
        };
        try {
          const isEdited = agreed && !agreed[row.row_id]?.includes(keyOfRow(row, agent.brief));
          if (isEdited && !before.has(row.row_id)) throw editedRow();
          const making = { agent, batch, row, number, dir_id };
          const make = () => makeRow({ ...context, report: onShare }, making);
          if (!isEdited) made.push({ row: await untilBack(make, signal), number });
        } catch (error) {
          if (signal.aborted) throw error;
          const message = await untilBack(() => failRow(context, id, row, error), signal);
          failed.push({ number, message });
        }
        onShare(1);
        covers.add();
        await tell();
      }
    }
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, wanted.length) }, work));
    const count = wanted.length - failed.length;
    const look = () => mendAlike(context, { agent, batch, dir_id }, made);
    // What is remembered is not done again: rows that a retry makes are to be compared, too.
    if (failed.length > 0) await look();
    else {
      await context.step('make', async () => count);
      await context.step('look', look);
    }
    await covers.end();
    failed.sort((a, b) => a.number - b.number);
    const [first] = failed;
    if (first && failed.length === wanted.length) {
      throw new AppError('conflict', `第 ${first.number} 行：${first.message}`);
    }
    const result = { agent_batch_config_id: id, made: count, failed: failed.length, dir_id };
    if (first) return { result, partial: `${failed.length} 条没有做成。第 ${first.number} 行：${first.message}` };
    await tell();
    return { result };
  },
});

type Wanted = { row: AgentRow; number: number };

/** Rows that attempts before this one have made. */
async function readMade({ db, task }: JobContext, id: string): Promise<Set<string>> {
  const isDone = and(eq(export_video.task_id, task.task_id), eq(export_video.status, 'done'));
  const made = await db
    .select({ row_id: agent_video.row_id })
    .from(agent_video)
    .innerJoin(export_video, and(eq(export_video.mproject_id, agent_video.mproject_id), isDone))
    .where(eq(agent_video.agent_batch_config_id, id));
  return new Set(made.map(({ row_id }) => row_id));
}

/**
 * Of finished videos that came out too alike the later one is shown otherwise where both show the same, once, and made
 * again. Where they only look alike nothing is foretold to help: that is told.
 */
async function mendAlike(
  context: JobContext,
  { agent, batch, dir_id }: Omit<Making, keyof Wanted>,
  made: Wanted[],
): Promise<number> {
  const { db, task, signal } = context;
  const { agent_batch_config_id: id } = batch;
  const found = await untilBack(() => compareMade(context, id), signal);
  // Where the planner foretold it the library has nothing better: making it again would only cost.
  const { checks } = await untilBack(() => readBatch(context, task.space_id, id), signal);
  const foretold = new Set(checks.filter(({ level }) => level >= TOO_ALIKE).map(({ row_id }) => row_id));
  const alike = found.filter(({ row_id }) => !foretold.has(row_id));
  let isMended = false;
  for (const { row_id, artwork_id, closest_name, places } of alike) {
    signal.throwIfAborted();
    const one = made.find(({ row }) => row.row_id === row_id);
    const row = one && (await otherPictures(context, batch, agent.brief, { row: one.row, places }));
    if (!row) continue;
    try {
      const making = { agent, batch, row, number: one.number, dir_id, instead_of: artwork_id };
      await makeRow({ ...context, report() {} }, making);
      // Not before: killed in between, there is one too many, and never one too few.
      await binArtworks(db, task.space_id, [artwork_id]);
      isMended = true;
      const where = [...places].map((place) => place + 1).join('、');
      await tellRepair(context, id, row_id, `和「${closest_name}」太像：第 ${where} 句换了画面`);
    } catch (error) {
      if (signal.aborted) throw error;
      // The one that was made is there; its row says why there is no better one.
      await untilBack(() => failRow(context, id, row, error), signal);
    }
  }
  if (isMended) await untilBack(() => compareMade(context, id), signal);
  return alike.length;
}

async function tellRepair({ db }: JobContext, id: string, row_id: string, repair: string): Promise<void> {
  await db
    .update(agent_video)
    .set({ repairs: sql`${agent_video.repairs} || ${JSON.stringify([repair])}::jsonb` })
    .where(and(eq(agent_video.agent_batch_config_id, id), eq(agent_video.row_id, row_id)));
}

async function failRow({ db, log }: JobContext, id: string, row: AgentRow, thrown: unknown): Promise<string> {
  const { error, message } = toAppError(thrown);
  if (error === 'internal') log.error({ err: thrown, row_id: row.row_id }, 'a row of a batch was not made');
  const shown = error === 'internal' ? '制作失败，请重试；一直失败时，换掉这一行的画面' : message;
  await db
    .insert(agent_video)
    .values({ agent_batch_config_id: id, row_id: row.row_id, error: shown })
    .onConflictDoUpdate({
      target: [agent_video.agent_batch_config_id, agent_video.row_id],
      set: { error: shown },
    });
  return shown;
}

/** Where the batch's videos go: where the brief says, else a directory of its own, made once. */
async function requireBatchDir(
  tx: Queryable,
  { agent_batch_config_id, space_id, project_id, batch_name }: AgentBatchRow,
  brief: AgentBrief,
  user_uid: string,
): Promise<string> {
  const [now] = await tx
    .select({ dir_id: agent_batch.dir_id })
    .from(agent_batch)
    .where(eq(agent_batch.agent_batch_config_id, agent_batch_config_id))
    .for('update');
  const wanted = brief.dir_id || now?.dir_id || '';
  const isThere = and(
    eq(dir.dir_id, wanted),
    eq(dir.project_id, project_id),
    eq(dir.kind, 'artwork'),
    isNull(dir.rule),
    isNull(dir.deleted_at),
  );
  const dir_id = (await tx.$count(dir, isThere))
    ? wanted
    : await addTopDir(tx, { space_id, project_id, user_uid }, batch_name, null);
  await tx.update(agent_batch).set({ dir_id }).where(eq(agent_batch.agent_batch_config_id, agent_batch_config_id));
  return dir_id;
}
