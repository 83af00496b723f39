import {
  type AgentBatch,
  type AgentBatchCard,
  type AgentBrief,
  type AgentCard,
  type AgentKind,
  type AgentOutcome,
  type AgentProject,
  type AgentRow,
  AppError,
  batchOf,
  batchRowsOf,
  EMPTY_AGENT_BRIEF,
  type PageInput,
  pageInfo,
  type TaskStatus,
} from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, desc, eq, getTableColumns, inArray, isNull, sql } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { export_video } from '#features/candidate/candidate.tables.ts';
import { document } from '#features/document/document.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { agent_batch, agent_project, agent_row, agent_video } from './agent.tables.ts';
import { readAsk } from './asks.ts';
import { batchDocument } from './batch.document.ts';
import { checkRows } from './check-rows.ts';
import { keyOfRow } from './row-mix.ts';

const NO_AGENT = '智能体不存在或已被删除';
const NO_BATCH = '批次不存在或已被删除';
const CREATOR = sql<string>`coalesce(${user_account.name}, '')`;
/** Finished videos of the batches that a condition names. */
const doneIn = (which: ReturnType<typeof sql>) => sql<number>`(
  select count(distinct v.row_id)::int from ${agent_video} v join ${export_video} e using (mproject_id)
  where ${which} and e.status = 'done')`;
const BATCHES = sql`select b.agent_batch_config_id from ${agent_batch} b
  where b.agent_project_id = ${agent_project.agent_project_id} and b.deleted_at is null`;

export type AgentProjectRow = typeof agent_project.$inferSelect;
export type AgentBatchRow = typeof agent_batch.$inferSelect;

export async function requireAgent(
  db: Queryable,
  space_id: string,
  agent_project_id: string,
): Promise<AgentProjectRow> {
  const [found] = await db
    .select()
    .from(agent_project)
    .where(
      and(
        eq(agent_project.agent_project_id, agent_project_id),
        eq(agent_project.space_id, space_id),
        isNull(agent_project.deleted_at),
      ),
    );
  if (!found) throw new AppError('not_found', NO_AGENT);
  return { ...found, brief: wholeBrief(found.brief) };
}

/** Briefs of before lack what they may have now. */
function wholeBrief(brief: AgentBrief): AgentBrief {
  return { ...EMPTY_AGENT_BRIEF, ...brief };
}

export async function requireBatch(db: Queryable, space_id: string, id: string): Promise<AgentBatchRow> {
  const [found] = await db
    .select()
    .from(agent_batch)
    .where(
      and(
        eq(agent_batch.agent_batch_config_id, id),
        eq(agent_batch.space_id, space_id),
        isNull(agent_batch.deleted_at),
      ),
    );
  if (!found) throw new AppError('not_found', NO_BATCH);
  return found;
}

const agentColumns = {
  ...getTableColumns(agent_project),
  product_name: sql<string>`coalesce(${agent_project.brief} -> 'product' ->> 'name', '')`,
  batch_count: sql<number>`(select count(*)::int from (${BATCHES}) all_batches)`,
  done_count: doneIn(sql`v.agent_batch_config_id in (${BATCHES})`),
  creator_name: CREATOR,
};

type AskedAgents = { space_id: string; project_id: string; agent_kind?: AgentKind | undefined };

export async function readAgentCards(
  db: Queryable,
  { space_id, project_id, agent_kind }: AskedAgents,
  page: PageInput,
) {
  const condition = and(
    eq(agent_project.space_id, space_id),
    eq(agent_project.project_id, project_id),
    isNull(agent_project.deleted_at),
    agent_kind ? eq(agent_project.agent_kind, agent_kind) : undefined,
  );
  const items: AgentCard[] = await db
    .select(agentColumns)
    .from(agent_project)
    .leftJoin(user_account, eq(user_account.user_uid, agent_project.created_by))
    .where(condition)
    .orderBy(desc(agent_project.updated_at), desc(agent_project.agent_project_id))
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size);
  return { items, page_info: pageInfo(page, await db.$count(agent_project, condition)) };
}

export async function readAgent(db: Queryable, space_id: string, agent_project_id: string): Promise<AgentProject> {
  await requireAgent(db, space_id, agent_project_id);
  const [found] = await db
    .select(agentColumns)
    .from(agent_project)
    .leftJoin(user_account, eq(user_account.user_uid, agent_project.created_by))
    .where(eq(agent_project.agent_project_id, agent_project_id));
  if (!found) throw new AppError('not_found', NO_AGENT);
  return {
    ...found,
    brief: wholeBrief(found.brief),
    batches: await readBatchCards(db, eq(agent_batch.agent_project_id, agent_project_id)),
  };
}

async function readBatchCards(db: Queryable, condition: ReturnType<typeof eq>): Promise<AgentBatchCard[]> {
  const rows = await db
    .select({
      ...getTableColumns(agent_batch),
      row_count: sql<number>`(select count(*)::int from ${agent_row} r
        where r.agent_batch_config_id = ${agent_batch.agent_batch_config_id})`,
      done_count: doneIn(sql`v.agent_batch_config_id = ${agent_batch.agent_batch_config_id}`),
      creator_name: CREATOR,
      task_status: task.status,
    })
    .from(agent_batch)
    .leftJoin(user_account, eq(user_account.user_uid, agent_batch.created_by))
    .leftJoin(task, eq(task.task_id, agent_batch.task_id))
    .where(and(condition, isNull(agent_batch.deleted_at)))
    .orderBy(desc(agent_batch.agent_batch_config_id));
  return rows.map((row) => ({ ...row, status: statusOf(row.task_status, row.done_count) }));
}

/** The task that makes it knows how far a batch is. */
function statusOf(status: TaskStatus | null, done: number): AgentBatchCard['status'] {
  if (status === null) return 'draft';
  if (status === 'queued') return 'submitted';
  if (status === 'running' || status === 'canceling') return 'running';
  if (status === 'canceled') return done > 0 ? 'partial' : 'draft';
  return { succeeded: 'done', partial: 'partial', failed: 'failed' }[status] as AgentBatchCard['status'];
}

/** A batch with its rows, what has become of them and what can be said of them. */
export async function readBatch(app: App, space_id: string, id: string): Promise<AgentBatch> {
  const { db } = app;
  const batch = await requireBatch(db, space_id, id);
  const agent = await requireAgent(db, space_id, batch.agent_project_id);
  const [card] = await readBatchCards(db, eq(agent_batch.agent_batch_config_id, id));
  const rows = batchRowsOf(await batchDocument.read(db, id));
  const outcomes = await readOutcomes(db, batch, rows, agent);
  const except = outcomes.flatMap(({ artwork_id }) => artwork_id ?? []);
  const [found] = await db.select({ revision: document.sequence }).from(document).where(eq(document.document_id, id));
  const { brief, agent_name, agent_kind } = agent;
  const checks = await checkRows(app, { space_id, brief, rows, except });
  return {
    ...card!,
    agent_name,
    agent_kind,
    brief,
    rows,
    outcomes,
    checks,
    notices: batch.notices,
    asked: await readAsk(db, batch, { rows, brief }),
    dir_id: batch.dir_id,
    revision: found?.revision ?? 0,
  };
}

/** What is made and unchanged is not made again. */
export function isToMake({ status, is_stale }: AgentOutcome): boolean {
  return status !== 'done' || is_stale;
}

/** The rows in their order, as they are now. */
export async function readRows(db: Queryable, id: string): Promise<AgentRow[]> {
  return batchOf(await batchDocument.read(db, id)).rows;
}

/** Finished videos of a batch's rows as they are: to these rows they are no past. */
export async function readOwnVideos(db: Queryable, id: string): Promise<string[]> {
  const found = await db
    .select({ artwork_id: export_video.artwork_id })
    .from(agent_video)
    .innerJoin(export_video, eq(export_video.mproject_id, agent_video.mproject_id))
    .where(eq(agent_video.agent_batch_config_id, id));
  return found.flatMap(({ artwork_id }) => artwork_id ?? []);
}

const ACTIVE = ['queued', 'running', 'canceling'];

/** What has become of each row: what its mix was exported to last, or that it stands in line. */
async function readOutcomes(
  db: Queryable,
  { agent_batch_config_id, task_id }: AgentBatchRow,
  rows: AgentRow[],
  { brief }: Pick<AgentProjectRow, 'brief'>,
): Promise<AgentOutcome[]> {
  const videos = await db
    .select()
    .from(agent_video)
    .where(eq(agent_video.agent_batch_config_id, agent_batch_config_id));
  const ids = videos.flatMap(({ mproject_id }) => mproject_id ?? []);
  const exports =
    ids.length === 0
      ? []
      : await db
          .select({
            mproject_id: export_video.mproject_id,
            status: export_video.status,
            progress: export_video.progress,
            error: export_video.error,
            artwork_id: export_video.artwork_id,
            file_name: export_video.file_name,
            task_id: export_video.task_id,
            task_status: task.status,
          })
          .from(export_video)
          .innerJoin(task, eq(task.task_id, export_video.task_id))
          .where(inArray(export_video.mproject_id, ids))
          .orderBy(desc(export_video.export_video_id));
  const [running] = task_id ? await db.select().from(task).where(eq(task.task_id, task_id)) : [];
  const isActive = running !== undefined && ACTIVE.includes(running.status);
  const inLine = new Set(isActive ? (running.job_input as { row_ids: string[] }).row_ids : []);
  const byRow = new Map(videos.map((one) => [one.row_id, one]));
  return rows.map((row): AgentOutcome => {
    const video = byRow.get(row.row_id);
    const made = exports.find(({ mproject_id }) => mproject_id === video?.mproject_id);
    const waits = inLine.has(row.row_id) && made?.task_id !== task_id && made?.status !== 'done' && !video?.error;
    const isCut = made && made.status !== 'done' && made.status !== 'failed' && !ACTIVE.includes(made.task_status);
    const status = waits ? 'waiting' : isCut ? 'canceled' : (made?.status ?? (video?.error ? 'failed' : null));
    return {
      row_id: row.row_id,
      status,
      progress: made?.progress ?? 0,
      error: waits ? null : (made?.error ?? video?.error ?? null),
      mproject_id: video?.mproject_id ?? null,
      artwork_id: made?.artwork_id ?? null,
      file_name: made?.file_name ?? null,
      is_stale: made?.status === 'done' && video !== undefined && video.made_key !== keyOfRow(row, brief),
      repairs: video?.repairs ?? [],
      look: video?.look && video.look.artwork_id === made?.artwork_id ? video.look : null,
    };
  });
}

export function batchTopic(agent_batch_config_id: string): string {
  return `batch:${agent_batch_config_id}`;
}

/** Tells everybody who looks at a batch that there is something new of it. */
export async function tellBatch({ streams }: Pick<App, 'streams'>, db: Queryable, id: string): Promise<void> {
  await streams.publish(db, batchTopic(id), 'message', { agent_batch_config_id: id });
}
