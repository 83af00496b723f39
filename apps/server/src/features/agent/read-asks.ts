import type { AgentAsk, AgentAskTold, UserInfo } from '@mixreel/contract';
import type { SpaceAccess } from '#context.ts';
import type { Db, Queryable } from '#db/connect.ts';
import { and, eq, inArray, isNotNull, isNull, sql } from '#db/orm.ts';
import { readSpaces } from '#features/team/team.queries.ts';
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
  const mine = await db
    .select()
    .from(agent_batch)
    .where(and(eq(agent_batch.space_id, space_id), isAbout(user_uid)))
    .orderBy(sql`${agent_batch.ask} ->> 'asked_at' desc`)
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

/** The same in every team of a person: whoever works in another one is waited for all the same. */
export async function readAsksEverywhere(db: Db, user: Pick<UserInfo, 'user_uid'>): Promise<AgentAskTold[]> {
  const spaces = await readSpaces(db, user.user_uid);
  const ids = spaces.map(({ space_id }) => space_id);
  const asked = await db
    .selectDistinct({ space_id: agent_batch.space_id })
    .from(agent_batch)
    .where(and(inArray(agent_batch.space_id, ids), isAbout(user.user_uid)));
  const told: AgentAskTold[] = [];
  for (const { space_id, role, team_id, team_name } of spaces) {
    if (!asked.some((one) => one.space_id === space_id)) continue;
    const asks = await readAsks(db, { space_id, role }, user);
    told.push(...asks.map((ask) => ({ ...ask, team_id, team_name })));
  }
  return told;
}

/** Requests of others, and answers to their own: else what nobody has heard yet would take the place of what waits. */
function isAbout(user_uid: string) {
  const { ask, deleted_at } = agent_batch;
  const isMine = sql`(${ask} -> 'answer' = 'null'::jsonb) <> (${ask} ->> 'user_uid' = ${user_uid})`;
  return and(isNull(deleted_at), isNotNull(ask), isMine);
}
