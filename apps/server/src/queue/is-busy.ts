import type { App } from '#context.ts';
import { and, gt, inArray, isNotNull, or, sql } from '#db/orm.ts';
import { task } from '#features/task/task.tables.ts';

/** Whoever has just got something may ask for the next thing at once. */
const PAUSE = sql`interval '10 seconds'`;

/** Whether somebody waits for something: what nobody has asked for waits until nobody does. */
export async function isBusy({ db }: Pick<App, 'db'>): Promise<boolean> {
  const isOpen = inArray(task.status, ['queued', 'running', 'canceling']);
  const hasJustEnded = and(isNotNull(task.finished_at), gt(task.finished_at, sql`now() - ${PAUSE}`));
  const [row] = await db
    .select({ one: sql`1` })
    .from(task)
    .where(or(isOpen, hasJustEnded))
    .limit(1);
  return row !== undefined;
}
