import { createHash } from 'node:crypto';
import { type AgentBatch, type AgentRule, AppError } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { and, eq, ne, sql } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { space_member } from '#features/team/team.tables.ts';
import { agent_rule } from './agent.tables.ts';
import { keyOfRow } from './row-mix.ts';

const NO_RULE: AgentRule = { approval_rows: 0, month_minutes: 0 };
/** The job that makes batches, by its name in the task list. */
const MAKING = 'agent.produce';

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

/** Minutes of video that batches of this space have made this month. */
export async function readUsedMinutes(db: Queryable, space_id: string): Promise<number> {
  const [found] = await db
    .select({ seconds: sql<number>`coalesce(sum(${artwork.duration}), 0)::float` })
    .from(artwork)
    .innerJoin(task, eq(task.task_id, artwork.task_id))
    .where(
      and(
        eq(artwork.space_id, space_id),
        eq(task.job_name, MAKING),
        sql`${artwork.created_at} >= date_trunc('month', now())`,
      ),
    );
  return (found?.seconds ?? 0) / 60;
}

/** The name of exactly what somebody agrees to: other words or shots, and they are asked again. */
export function approvalKey({ rows, brief }: AgentBatch, wanted: ReadonlySet<string>): string {
  const made = rows.filter(({ row_id }) => wanted.has(row_id)).map((row) => [row.row_id, keyOfRow(row, brief)]);
  return createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 32);
}
