import type { App } from '#context.ts';
import type { Db } from '#db/connect.ts';
import { and, asc, eq, lte, sql } from '#db/orm.ts';
import { lockKnown } from './document.queries.ts';
import { document_act, document_version } from './document.tables.ts';
import { readStateAt } from './history.ts';

/** Every act for this long; then one state an hour; then one a day. Named ones stay for ever. */
const ACTS_DAYS = 30;
const HOURS_DAYS = 120;
const DOCUMENTS_AT_ONCE = 50;

/** Makes less of what is long past. Each document by itself, so that nobody waits for all of them. */
export async function thinHistory({ db }: Pick<App, 'db'>): Promise<void> {
  const old = await db
    .selectDistinct({ document_id: document_act.document_id })
    .from(document_act)
    .where(sql`${document_act.created_at} < now() - make_interval(days => ${ACTS_DAYS})`)
    .limit(DOCUMENTS_AT_ONCE);
  for (const { document_id } of old) await thinActs(db, document_id);
  await thinVersions(db);
}

async function thinActs(db: Db, document_id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockKnown(tx, document_id);
    // The last act of every hour, and of all that go.
    const ends = await tx
      .select({
        sequence: sql<number>`max(${document_act.sequence})`,
        created_at: sql<string>`max(${document_act.created_at})`,
      })
      .from(document_act)
      .where(
        and(
          eq(document_act.document_id, document_id),
          sql`${document_act.created_at} < now() - make_interval(days => ${ACTS_DAYS})`,
        ),
      )
      .groupBy(sql`date_trunc('hour', ${document_act.created_at})`)
      .orderBy(asc(sql`max(${document_act.sequence})`));
    for (const { sequence, created_at } of ends) {
      const state = await readStateAt(tx, document_id, sequence);
      await tx.insert(document_version).values({ document_id, sequence, state, created_at }).onConflictDoNothing();
    }
    const last = ends.at(-1)?.sequence ?? 0;
    await tx
      .delete(document_act)
      .where(and(eq(document_act.document_id, document_id), lte(document_act.sequence, last)));
  });
}

/** Of states of one hour, later of one day, the last is kept: where acts go on from it, it is needed. */
async function thinVersions(db: Db): Promise<void> {
  for (const [unit, days] of [
    ['hour', ACTS_DAYS],
    ['day', HOURS_DAYS],
  ] as const) {
    await db.execute(sql`
      delete from document_version v using (
        select document_id, sequence, row_number() over (
          partition by document_id, date_trunc(${unit}, created_at) order by sequence desc) as nth
        from document_version where created_at < now() - make_interval(days => ${days})
      ) n
      where v.document_id = n.document_id and v.sequence = n.sequence and n.nth > 1 and v.version_name is null`);
  }
}
