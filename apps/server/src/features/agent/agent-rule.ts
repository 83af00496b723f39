import { createHash } from 'node:crypto';
import { type AgentBatch, type AgentRule, AppError } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { and, eq, gte, inArray, ne, or, sql } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { space_member } from '#features/team/team.tables.ts';
import { agent_rule } from './agent.tables.ts';
import { keyOfRow } from './row-mix.ts';

const NO_RULE: AgentRule = { approval_rows: 0, month_minutes: 0 };
/** The job that makes batches, by its name in the task list. */
const MAKING = 'agent.produce';
const MONTH = sql`date_trunc('month', now())`;

export async function readRule(db: Queryable, space_id: string): Promise<AgentRule> {
  const [found] = await db.select().from(agent_rule).where(eq(agent_rule.space_id, space_id));
  return found ?? NO_RULE;
}

export async function saveRule(db: Queryable, space_id: string, rule: AgentRule): Promise<AgentRule> {
  const others = and(eq(space_member.space_id, space_id), ne(space_member.role, 'viewer'));
  if (rule.approval_rows > 0 && (await db.$count(space_member, others)) < 2) {
    throw new AppError('conflict', '这个空间只有你能制作，没有别人可以批准：先邀请一位编辑者');
  }
  const { approval_rows, month_minutes } = rule;
  const set = { approval_rows, month_minutes };
  await db
    .insert(agent_rule)
    .values({ space_id, ...set })
    .onConflictDoUpdate({ target: agent_rule.space_id, set });
  return set;
}

/** Minutes of video that batches of this space have made this month, with those that are under way. */
export async function readUsedMinutes(db: Queryable, space_id: string): Promise<number> {
  const { made, left } = await readSeconds(db, space_id);
  return (made + sum(left.values())) / 60;
}

function sum(seconds: Iterable<number>): number {
  return [...seconds].reduce((all, one) => all + one, 0);
}

/** Seconds of video that were made this month, and those that each task under way has still to make. */
async function readSeconds(db: Queryable, space_id: string): Promise<{ made: number; left: Map<string, number> }> {
  const isMaking = and(eq(task.space_id, space_id), eq(task.job_name, MAKING));
  const isOpen = inArray(task.status, ['queued', 'running', 'canceling']);
  const made = await db
    .select({
      task_id: artwork.task_id,
      all: sql<number>`sum(${artwork.duration})::float`,
      now: sql<number>`coalesce(sum(${artwork.duration}) filter (where ${artwork.created_at} >= ${MONTH}), 0)::float`,
    })
    .from(artwork)
    .innerJoin(task, eq(task.task_id, artwork.task_id))
    .where(and(eq(artwork.space_id, space_id), isMaking, or(isOpen, gte(artwork.created_at, MONTH))))
    .groupBy(artwork.task_id);
  const open = await db
    .select({ task_id: task.task_id, seconds: sql<number>`coalesce(${task.job_input} ->> 'seconds', '0')::float` })
    .from(task)
    .where(and(isMaking, isOpen));
  const left = open.map(({ task_id, seconds }): [string, number] => {
    const done = made.find((one) => one.task_id === task_id)?.all ?? 0;
    return [task_id, Math.max(0, seconds - done)];
  });
  return { made: sum(made.map(({ now }) => now)), left: new Map(left) };
}

/**
 * Whether the month has room for what a task is to make that was put into the line just now. Two that are at once share
 * what is left: the second one waits here and is refused.
 */
export async function requireMinutes(tx: Queryable, space_id: string, task_id: string): Promise<void> {
  const [rule] = await tx.select().from(agent_rule).where(eq(agent_rule.space_id, space_id)).for('update');
  if (!rule || rule.month_minutes === 0) return;
  const { made, left } = await readSeconds(tx, space_id);
  const own = left.get(task_id) ?? 0;
  const used = (made + sum(left.values()) - own) / 60;
  if (used + own / 60 > rule.month_minutes) throw new AppError('conflict', overWords(rule, used, own));
}

export function overWords({ month_minutes }: AgentRule, used: number, seconds: number): string {
  return `超过本月 ${month_minutes} 分钟的上限：已做和在做 ${Math.round(used)} 分钟，这一批约 ${Math.ceil(seconds / 60)} 分钟`;
}

/** The name of exactly what somebody agrees to: other words or shots, and they are asked again. */
export function approvalKey({ rows, brief }: Pick<AgentBatch, 'rows' | 'brief'>, wanted: ReadonlySet<string>): string {
  const made = rows.filter(({ row_id }) => wanted.has(row_id)).map((row) => [row.row_id, keyOfRow(row, brief)]);
  return createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 32);
}
