import type { Usage } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { type SQL, desc, eq, gte, sql } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { space } from '#features/team/team.tables.ts';
import { ai_usage } from './ai.tables.ts';

const COUNTED = ['calls', 'cache_hits', 'amount', 'cpu_seconds', 'failures', 'cost'] as const;
type Amounts = Partial<Record<(typeof COUNTED)[number], number>>;

/** Adds to what a space used today. */
export async function addUsage(
  db: Queryable,
  who: Pick<typeof ai_usage.$inferInsert, 'space_id' | 'engine' | 'ability'>,
  amounts: Amounts,
): Promise<void> {
  const added: Record<string, SQL> = {};
  for (const name of COUNTED) if (amounts[name]) added[name] = sql`${ai_usage[name]} + ${amounts[name]}`;
  await db
    .insert(ai_usage)
    .values({ day: sql`current_date`, ...who, ...amounts })
    .onConflictDoUpdate({
      target: [ai_usage.day, ai_usage.space_id, ai_usage.engine, ai_usage.ability],
      set: added,
    });
}

export async function readUsage(
  db: Queryable,
  days: number,
): Promise<Omit<Usage, 'engine_name' | 'ability_name' | 'unit'>[]> {
  const { space_id: _space, ...columns } = {
    day: ai_usage.day,
    space_id: ai_usage.space_id,
    space_name: sql<string>`case when ${space.space_type} = 'PRIVATE'
      then coalesce(${user_account.name}, '') || '的个人空间' else ${space.space_name} end`,
    engine: ai_usage.engine,
    ability: ai_usage.ability,
    calls: ai_usage.calls,
    cache_hits: ai_usage.cache_hits,
    amount: ai_usage.amount,
    cpu_seconds: ai_usage.cpu_seconds,
    failures: ai_usage.failures,
    cost: ai_usage.cost,
  };
  return db
    .select(columns)
    .from(ai_usage)
    .innerJoin(space, eq(space.space_id, ai_usage.space_id))
    .leftJoin(user_account, eq(user_account.user_uid, space.owner_uid))
    .where(gte(ai_usage.day, sql`current_date - ${days}::int`))
    .orderBy(desc(ai_usage.day), desc(ai_usage.calls));
}
