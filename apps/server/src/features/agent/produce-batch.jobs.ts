import { type AgentBrief, type AgentRow, AppError, namesByRule } from '@mixreel/contract';
import { z } from 'zod';
import { untilBack } from '#db/away.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, isNull } from '#db/orm.ts';
import { addCandidates } from '#features/candidate/add-candidates.ts';
import { export_video } from '#features/candidate/candidate.tables.ts';
import { checkMix } from '#features/candidate/check.ts';
import { type MixState, readState } from '#features/candidate/choose.ts';
import { exportVideos } from '#features/candidate/export.jobs.ts';
import { namesTaken } from '#features/candidate/names-taken.ts';
import { runningTimes } from '#features/candidate/running-times.ts';
import { addVideos } from '#features/candidate/start-export.ts';
import { dir } from '#features/dir/dir.tables.ts';
import { addTopDir } from '#features/dir/holding-dir.ts';
import { toAppError } from '#http/answer.ts';
import { defineJob, type JobContext } from '#queue/job.ts';
import { type AgentBatchRow, readRows, requireAgent, requireBatch, tellBatch } from './agent.queries.ts';
import { agent_batch, agent_video } from './agent.tables.ts';
import { requireRowMix } from './row-mix.ts';

/** Rows that are under way at once: enough that every core has a part to make while another row is put together. */
const AT_ONCE = 3;

/** Makes the videos of a batch, row by row. Another attempt goes on with those that are not made: no row is made twice. */
export const produceAgentBatch = defineJob({
  name: 'agent.produce',
  task_type: 'agent_batch',
  input: z.object({ agent_batch_config_id: z.string(), row_ids: z.array(z.string()) }),
  kind: 'render',
  unit_seconds: 1,
  steps: [{ key: 'make', label: '逐条制作' }],
  async run({ agent_batch_config_id: id, row_ids }, context) {
    const { db, task, signal, report } = context;
    const batch = await requireBatch(db, task.space_id, id);
    const { brief } = await requireAgent(db, task.space_id, batch.agent_project_id);
    const all = await readRows(db, id);
    const wanted = all.flatMap((row, n) => (row_ids.includes(row.row_id) ? [{ row, number: n + 1 }] : []));
    if (wanted.length === 0) throw new AppError('conflict', '要制作的行都已被删除');
    const dir_id = await db.transaction((tx) => requireBatchDir(tx, batch, brief, task.user_uid));
    const shares = new Map<string, number>();
    const failed: { number: number; message: string }[] = [];
    const waiting = wanted.values();
    const tell = () => untilBack(() => tellBatch(context, db, id), signal);

    async function work(): Promise<void> {
      for (const { row, number } of waiting) {
        signal.throwIfAborted();
        const onShare = (share: number) => {
          shares.set(row.row_id, share);
          report([...shares.values()].reduce((sum, one) => sum + one, 0) / wanted.length);
        };
        try {
          await untilBack(
            () => makeRow({ ...context, report: onShare }, { batch, brief, row, number, dir_id }),
            signal,
          );
        } catch (error) {
          if (signal.aborted) throw error;
          const message = await untilBack(() => failRow(context, id, row, error), signal);
          failed.push({ number, message });
        }
        onShare(1);
        await tell();
      }
    }
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, wanted.length) }, work));
    failed.sort((a, b) => a.number - b.number);
    const [first] = failed;
    if (first && failed.length === wanted.length) {
      throw new AppError('conflict', `第 ${first.number} 行：${first.message}`);
    }
    const made = wanted.length - failed.length;
    const result = { agent_batch_config_id: id, made, failed: failed.length, dir_id };
    if (first) return { result, partial: `${failed.length} 条没有做成。第 ${first.number} 行：${first.message}` };
    await context.step('make', async () => made);
    await tell();
    return { result };
  },
});

type Making = { batch: AgentBatchRow; brief: AgentBrief; row: AgentRow; number: number; dir_id: string };

async function makeRow(context: JobContext, { batch, brief, row, number, dir_id }: Making): Promise<void> {
  const { db, task } = context;
  const who = { space_id: task.space_id, user_uid: task.user_uid };
  const mproject_id = await requireRowMix(context, who, batch, row, brief);
  const isOurs = and(eq(export_video.task_id, task.task_id), eq(export_video.mproject_id, mproject_id));
  const [begun] = await db.select({ status: export_video.status }).from(export_video).where(isOurs);
  if (begun?.status === 'done') return;
  if (!begun) await beginVideo(context, await readState(context, task.space_id, mproject_id), { row, number, dir_id });
  const { failed } = await exportVideos(context, mproject_id);
  if (failed[0]) throw failed[0];
}

/** The row of its video, in the name of this task. What would be refused by hand is refused here. */
async function beginVideo(
  context: JobContext,
  state: MixState,
  { row, number, dir_id }: Pick<Making, 'row' | 'number' | 'dir_id'>,
): Promise<void> {
  const { db, task } = context;
  const blocking = (await checkMix(context, state)).find(({ blocks }) => blocks);
  if (blocking) throw new AppError('conflict', [blocking.where, blocking.message].filter(Boolean).join('：'));
  const video = { picks: onlyPicks(state), factors: {} };
  const [seconds = 0] = await runningTimes(context, state, [video]);
  await db.transaction(async (tx) => {
    const [candidate] = await addCandidates(tx, state, [{ ...video, seconds }]);
    const words = { title: row.title.trim() || row.hook.trim() };
    const taken = await namesTaken(tx, [dir_id]);
    const [file_name = ''] = namesByRule('{n}_{title}', [{ number, seconds, words }], { taken, most: 100 });
    const videos = [{ ...video, ...candidate!, file_name, dir_id }];
    await addVideos(context, tx, state, { task_id: task.task_id, videos, by: null });
  });
}

/** A row has one clip and one line in each place. */
function onlyPicks({ document: { shootings, clips } }: MixState) {
  return shootings.map(({ shooting_id, shooting_name, scripts }, n) => {
    const clip = clips.find((one) => one.clip.shooting_id === shooting_id && !one.clip.is_excluded)?.clip;
    if (!clip) throw new AppError('conflict', `「${shooting_name || `镜头 ${n + 1}`}」没有片段，请在混剪里添加`);
    return { slot_id: shooting_id, video_clip_id: clip.video_clip_id, script_id: scripts[0]?.script_id ?? null };
  });
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
