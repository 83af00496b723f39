import { agentAsk as calls, AppError } from '@mixreel/contract';
import type { Context } from '#context.ts';
import { eq } from '#db/orm.ts';
import { implement } from '#http/route.ts';
import { requireBatch, tellBatch } from './agent.queries.ts';
import { agent_batch, type StoredAsk } from './agent.tables.ts';
import { askTopic, tellAsks, writeAsk } from './asks.ts';
import { readAsks, readAsksEverywhere } from './read-asks.ts';

/** What becomes of what was asked; who looks on hears of it when it has. */
async function answer(context: Context, id: string, make: (ask: StoredAsk | null) => StoredAsk | null): Promise<void> {
  const { db, space } = context;
  await requireBatch(db, space.space_id, id);
  await db.transaction(async (tx) => {
    const [held] = await tx.select().from(agent_batch).where(eq(agent_batch.agent_batch_config_id, id)).for('update');
    const made = held && make(held.ask);
    if (!held || made === held.ask || made === undefined) return;
    await writeAsk(tx, held, made);
    await tellAsks(context, tx, held);
    await tellBatch(context, tx, id);
  });
}

export const agentAskRoutes = implement(calls, {
  async list(_, { db, space, user }) {
    return { items: await readAsks(db, space, user) };
  },

  async everywhere(_, { db, user }) {
    return { items: await readAsksEverywhere(db, user) };
  },

  async changes(_, { user }) {
    return { topic: askTopic(user.user_uid) };
  },

  async refuse({ agent_batch_config_id, reason }, context) {
    const { user_uid } = context.user;
    await answer(context, agent_batch_config_id, (ask) => {
      if (ask?.answer !== null) throw new AppError('conflict', '这个请求已经有答复，或已经撤回');
      if (ask.user_uid === user_uid) return null;
      if (reason === '') throw new AppError('invalid', '写上退回的原因，请求的人才知道怎么改');
      return { ...ask, answer: { user_uid, is_approved: false, reason } };
    });
    return {};
  },

  async hear({ agent_batch_config_id }, context) {
    const { user_uid } = context.user;
    await answer(context, agent_batch_config_id, (ask) => (ask?.user_uid === user_uid && ask.answer ? null : ask));
    return {};
  },
});
