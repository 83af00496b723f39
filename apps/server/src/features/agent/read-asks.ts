import type { AgentAsk, UserInfo } from '@mixreel/contract';
import type { SpaceAccess } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, isNotNull, isNull, sql } from '#db/orm.ts';
import { readRule } from './agent-rule.ts';
import { readRows, requireAgent } from './agent.queries.ts';
import { agent_batch } from './agent.tables.ts';
import { readAsk } from './asks.ts';

const ASKS_MOST = 20;

/** What waits for this person's consent, and what was answered to them; those who only look agree to nothing. */
export async function readAsks(
  db: Queryable,
  { space_id, role }: SpaceAccess,
  { user_uid }: Pick<UserInfo, 'user_uid'>,
): Promise<AgentAsk[]> {
  const { ask } = agent_batch;
  // Requests of others, and answers to their own: else what nobody has heard yet would take the place of what waits.
  const isMine = sql`(${ask} -> 'answer' = 'null'::jsonb) <> (${ask} ->> 'user_uid' = ${user_uid})`;
  const mine = await db
    .select()
    .from(agent_batch)
    .where(and(eq(agent_batch.space_id, space_id), isNull(agent_batch.deleted_at), isNotNull(ask), isMine))
    .orderBy(sql`${ask} ->> 'asked_at' desc`)
    .limit(ASKS_MOST);
  const { approval_rows } = await readRule(db, space_id);
  const asks: AgentAsk[] = [];
  for (const batch of mine) {
    const isOpen = batch.ask?.answer === null;
    // A rule that was loosened since needs nobody any more.
    const isMany = approval_rows > 0 && (batch.ask?.row_ids.length ?? 0) > approval_rows;
    if (isOpen && (role === 'viewer' || !isMany)) continue;
    const rows = isOpen ? await readRows(db, batch.agent_batch_config_id) : [];
    const { brief } = await requireAgent(db, space_id, batch.agent_project_id);
    const read = await readAsk(db, batch, { rows, brief });
    if (read) asks.push(read);
  }
  return asks;
}
