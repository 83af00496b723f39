import { type AgentAsk, type AgentBatch, AppError } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { eq, inArray } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { space_member } from '#features/team/team.tables.ts';
import { approvalKey } from './agent-rule.ts';
import { agent_batch, type StoredAsk } from './agent.tables.ts';

type Batch = Pick<
  typeof agent_batch.$inferSelect,
  'agent_batch_config_id' | 'project_id' | 'batch_name' | 'space_id' | 'ask'
>;

/** What somebody asked for, as long as it is what the batch has; an answer stays until they have heard it. */
export async function readAsk(
  db: Queryable,
  { agent_batch_config_id, project_id, batch_name, ask }: Batch,
  now: Pick<AgentBatch, 'rows' | 'brief'>,
): Promise<AgentAsk | null> {
  if (!ask || (!ask.answer && ask.key !== approvalKey(now, new Set(ask.row_ids)))) return null;
  const { user_uid, row_ids, asked_at, answer } = ask;
  const people = await db
    .select({ user_uid: user_account.user_uid, name: user_account.name })
    .from(user_account)
    .where(inArray(user_account.user_uid, [user_uid, ...(answer ? [answer.user_uid] : [])]));
  const nameOf = (uid: string) => people.find((one) => one.user_uid === uid)?.name ?? '';
  return {
    agent_batch_config_id,
    project_id,
    batch_name,
    row_ids,
    user_uid,
    name: nameOf(user_uid),
    asked_at,
    answer: answer && { is_approved: answer.is_approved, reason: answer.reason, name: nameOf(answer.user_uid) },
  };
}

/** Nobody agrees to what they have not looked at as it is. */
export function unseen(): AppError {
  return new AppError('conflict', '内容在你看的时候变了，请重新看一遍');
}

/** Whether somebody else has asked for exactly this and so it may be made; else that is asked for now. */
export async function agreeOrAsk(
  tx: Queryable,
  held: Batch,
  { user_uid, isSeen, isInPerson }: { user_uid: string; isSeen: boolean; isInPerson: boolean },
  asked: Asked,
): Promise<boolean> {
  const { ask } = held;
  if (ask?.answer === null && ask.key === asked.key) {
    // Asking twice is no consent.
    if (ask.user_uid === user_uid) return false;
    if (!isInPerson) throw new AppError('forbidden', '批准要本人在页面上做');
    if (!isSeen) throw unseen();
    await writeAsk(tx, held, { ...ask, answer: { user_uid, is_approved: true, reason: '' } });
    return true;
  }
  await writeAsk(tx, held, { ...asked, user_uid, asked_at: new Date().toISOString(), answer: null });
  return false;
}

type Asked = Pick<StoredAsk, 'key' | 'row_ids'>;

export async function writeAsk(
  tx: Queryable,
  { agent_batch_config_id }: Pick<Batch, 'agent_batch_config_id'>,
  ask: StoredAsk | null,
): Promise<void> {
  await tx.update(agent_batch).set({ ask }).where(eq(agent_batch.agent_batch_config_id, agent_batch_config_id));
}

export function askTopic(user_uid: string): string {
  return `asks:${user_uid}`;
}

/** Tells everybody of the space that somebody asked, or was answered: in whichever space they work just now. */
export async function tellAsks(
  { streams }: Pick<App, 'streams'>,
  db: Queryable,
  { space_id, agent_batch_config_id }: Pick<Batch, 'space_id' | 'agent_batch_config_id'>,
): Promise<void> {
  const members = await db
    .select({ user_uid: space_member.user_uid })
    .from(space_member)
    .where(eq(space_member.space_id, space_id));
  for (const { user_uid } of members) {
    await streams.publish(db, askTopic(user_uid), 'message', { agent_batch_config_id });
  }
}
