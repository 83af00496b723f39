import { type AgentRow, AppError, keptShots, namesByRule } from '@mixreel/contract';
import { and, eq, sql } from '#db/orm.ts';
import { binArtworks } from '#features/artwork/artwork-bin.ts';
import { addCandidates } from '#features/candidate/add-candidates.ts';
import { export_video } from '#features/candidate/candidate.tables.ts';
import { checkMix } from '#features/candidate/check.ts';
import { type MixState, readState } from '#features/candidate/choose.ts';
import { exportVideos } from '#features/candidate/export.jobs.ts';
import { namesTaken } from '#features/candidate/names-taken.ts';
import { runningTimes } from '#features/candidate/running-times.ts';
import { addVideos } from '#features/candidate/start-export.ts';
import type { JobContext } from '#queue/job.ts';
import type { AgentBatchRow, AgentProjectRow } from './agent.queries.ts';
import { agent_video, type StoredLook } from './agent.tables.ts';
import { lookAt } from './look-at.ts';
import { mendRow, repairRow } from './repair-row.ts';
import { requireRowMix } from './row-mix.ts';

export type Making = {
  agent: AgentProjectRow;
  batch: AgentBatchRow;
  row: AgentRow;
  number: number;
  dir_id: string;
  /** The video that this one is made instead of: it has its name. */
  instead_of?: string;
};

/**
 * Makes the video of a row, unless an attempt before has: checked first, put right once where that helps; then looked at,
 * put right and made once more where that helps, and not delivered where it does not.
 * Answers the row as it was made.
 */
export async function makeRow(context: JobContext, making: Making): Promise<AgentRow> {
  const made = await makeVideoOf(context, making);
  const look = await lookAtRow(context, making, made);
  const bad = look.found.filter(({ weight }) => weight !== 'tell');
  if (bad.length === 0) return made.row;
  if (look.tries === 0) {
    const { row, repairs } = await mendRow(context, { ...making, row: made.row, brief: making.agent.brief }, bad);
    if (repairs.length > 0) {
      // One that was not good enough is not left among those that are.
      await binArtworks(context.db, context.task.space_id, [made.artwork_id]);
      const other = await makeVideoOf(context, { ...making, row });
      await tellRepairs(context, other.mproject_id, repairs);
      await rejectBad(context, other, await lookAtRow(context, making, other, 1));
      return other.row;
    }
  }
  await rejectBad(context, made, look);
  return made.row;
}

type Made = { row: AgentRow; mproject_id: string; artwork_id: string };

async function makeVideoOf(context: JobContext, making: Making): Promise<Made> {
  const { db, task } = context;
  const { row, mproject_id, state } = await readyMix(context, making);
  const isOurs = and(eq(export_video.task_id, task.task_id), eq(export_video.mproject_id, mproject_id));
  const read = async () => (await db.select().from(export_video).where(isOurs))[0];
  const begun = await read();
  if (begun?.artwork_id && begun.status === 'done') return { row, mproject_id, artwork_id: begun.artwork_id };
  if (!begun) await beginVideo(context, state, { ...making, row });
  const { failed, damage } = await exportVideos(context, mproject_id);
  if (failed[0]) throw failed[0];
  const words = damage.map((one) => `用到了损坏的画面：${one}，请看一遍`);
  await tellRepairs(context, mproject_id, words);
  const artwork_id = (await read())?.artwork_id;
  if (!artwork_id) throw new AppError('conflict', '这一行已被删除');
  return { row, mproject_id, artwork_id };
}

/** What was found in a finished video; found once, whatever dies in between. */
async function lookAtRow(
  context: JobContext,
  { agent, batch }: Omit<Making, 'row'>,
  { row, artwork_id }: Made,
  tries = 0,
): Promise<StoredLook> {
  const { db, task } = context;
  const isRow = and(
    eq(agent_video.agent_batch_config_id, batch.agent_batch_config_id),
    eq(agent_video.row_id, row.row_id),
  );
  const [kept] = await db.select({ look: agent_video.look }).from(agent_video).where(isRow);
  if (kept?.look?.artwork_id === artwork_id) return kept.look;
  const shot_ids = keptShots(row).map((shot) => shot?.shot_id ?? null);
  const found = await lookAt(context, artwork_id, { brief: agent.brief, shot_ids, wanted: row.seconds });
  // Its worker may have died between putting the row right and taking away what was wrong.
  const isWrong = kept?.look?.task_id === task.task_id && kept.look.found.some(({ weight }) => weight === 'reject');
  if (kept?.look && isWrong) await binArtworks(db, task.space_id, [kept.look.artwork_id]);
  // Another attempt that comes upon a mended row knows that it was.
  const before = kept?.look?.task_id === task.task_id ? 1 : 0;
  const look = { ...found, artwork_id, task_id: task.task_id, tries: Math.max(tries, before) };
  await db.update(agent_video).set({ look }).where(isRow);
  return look;
}

/** What still is not as it should be is not delivered: it lies in the bin, where somebody can look at it. */
async function rejectBad({ db, task }: JobContext, { artwork_id }: Made, { found }: StoredLook): Promise<void> {
  const [worst] = found.filter(({ weight }) => weight === 'reject');
  if (!worst) return;
  const place = worst.place === null ? '' : `第 ${worst.place + 1} 句：`;
  const message = `做好后检查没有通过，成片在回收站：${place}${worst.message}`;
  await binArtworks(db, task.space_id, [artwork_id]);
  await db
    .update(export_video)
    .set({ status: 'failed', error: message, artwork_id: null })
    .where(eq(export_video.artwork_id, artwork_id));
  throw new AppError('conflict', message);
}

/** The row's mix, fit to be made, as it is. What fails the checks is put right once, and told; what still fails is not made. */
async function readyMix(
  context: JobContext,
  { agent, batch, row }: Making,
): Promise<{ row: AgentRow; mproject_id: string; state: MixState }> {
  const { task } = context;
  const who = { space_id: task.space_id, user_uid: task.user_uid };
  const checked = async (now: AgentRow) => {
    const mproject_id = await requireRowMix(context, who, batch, now, agent.brief);
    const state = await readState(context, task.space_id, mproject_id);
    const problems = await checkMix(context, state);
    return {
      row: now,
      mproject_id,
      state,
      problems: problems.filter(({ blocks, taboo_word }) => blocks || taboo_word !== null),
    };
  };
  const first = await checked(row);
  if (first.problems.length === 0) return first;
  const { row: mended, repairs } = await repairRow(context, { brief: agent.brief, batch, ...first });
  const second = repairs.length > 0 ? await checked(mended) : first;
  await tellRepairs(context, second.mproject_id, repairs);
  const blocking = second.problems.find(({ blocks }) => blocks);
  if (!blocking) return second;
  const tried = repairs.length > 0 ? '，自动改过一次还是不行' : '';
  throw new AppError('conflict', [blocking.where, `${blocking.message}${tried}`].filter(Boolean).join('：'));
}

async function tellRepairs({ db }: JobContext, mproject_id: string, repairs: string[]): Promise<void> {
  if (repairs.length === 0) return;
  await db
    .update(agent_video)
    .set({ repairs: sql`${agent_video.repairs} || ${JSON.stringify(repairs)}::jsonb` })
    .where(eq(agent_video.mproject_id, mproject_id));
}

/** The row of its video, in the name of this task. */
async function beginVideo(context: JobContext, state: MixState, making: Making): Promise<void> {
  const { db, task } = context;
  const { agent, row, number, dir_id, instead_of } = making;
  const video = { picks: onlyPicks(state), factors: {} };
  const [seconds = 0] = await runningTimes(context, state, [video]);
  await db.transaction(async (tx) => {
    const [candidate] = await addCandidates(tx, state, [{ ...video, seconds }]);
    const title = row.title.trim() || row.hook.trim();
    // What an ad is a trial of stands in its name.
    const words = { title: agent.agent_kind === 'ad' && row.note.trim() ? `${row.note.trim()}_${title}` : title };
    const taken = await namesTaken(tx, [dir_id], instead_of ? [instead_of] : []);
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
