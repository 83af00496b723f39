import type { Purse } from '#context.ts';
import type { Db } from '#db/connect.ts';
import { and, eq, sql } from '#db/orm.ts';
import { agent_run, agent_step } from './agent.tables.ts';

/** What a step of a run costs besides thinking of it; also later, in a task that it began. */
export function openPurse(db: Db, step: Purse['step'], left = 0): Purse {
  return {
    step,
    left: Math.max(0, left),
    async pay(cost) {
      if (cost === 0) return;
      const isStep = and(eq(agent_step.run_id, step.run_id), eq(agent_step.n, step.n));
      await db
        .update(agent_step)
        .set({ cost: sql`${agent_step.cost} + ${cost}` })
        .where(isStep);
    },
    async isEmpty() {
      const [run] = await db.select().from(agent_run).where(eq(agent_run.run_id, step.run_id));
      return run !== undefined && (await readSpent(db, step.run_id)) >= run.money_max;
    },
  };
}

/** What is not asked for once all is spent. */
export const SPENT = '到了这次运行的金额上限';

export async function readSpent(db: Db, run_id: string): Promise<number> {
  const [found] = await db
    .select({ spent: sql<number>`coalesce(sum(${agent_step.cost}), 0)::float` })
    .from(agent_step)
    .where(eq(agent_step.run_id, run_id));
  return found?.spent ?? 0;
}
