import type { App } from '#context.ts';
import { sql } from '#db/orm.ts';

/** Small regular work that nobody asks for and nobody sees. */
export type Chore = {
  name: string;
  every_s: number;
  /** Whether there may be anything to do: asked first, without the database. */
  when?(app: App): boolean;
  run(app: App): Promise<unknown>;
};

/** Runs each chore at its time, in one process of the installation at a time. */
export function startChores(app: App, chores: Chore[]): () => void {
  const timers = chores.map((chore) => {
    const timer = setInterval(() => void runChore(app, chore), chore.every_s * 1000);
    timer.unref();
    return timer;
  });
  return () => timers.forEach((timer) => clearInterval(timer));
}

async function runChore(app: App, { name, when, run }: Chore): Promise<void> {
  if (when?.(app) === false) return;
  try {
    await app.db.transaction(async (tx) => {
      const key = sql`hashtextextended(${`chore:${name}`}, 0)`;
      const { rows } = await tx.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${key}) as mine`);
      if (rows[0]?.mine) await run(app);
    });
  } catch (error) {
    app.log.error({ err: error, chore: name }, 'chore failed');
  }
}
