import type { App } from '#context.ts';
import { unheld } from '#db/nested.ts';
import { sql } from '#db/orm.ts';

/** Small regular work that nobody asks for and nobody sees. */
export type Chore = {
  name: string;
  every_s: number;
  /** Whether there may be anything to do: asked first, without the database. */
  when?(app: App): boolean;
  run(app: App): Promise<unknown>;
};

/**
 * So many at a time in a process, and never more than a third of its connections: each holds one while it works with others.
 * All of them fall due at the full hour, and if each had one, none would get its second.
 */
const AT_ONCE = 4;

/** Runs each chore at its time, in one process of the installation at a time. */
export function startChores(app: App, chores: Chore[]): () => void {
  const most = Math.max(1, Math.min(AT_ONCE, Math.floor(app.pool.options.max / 3)));
  const due = new Set<Chore>();
  const running = new Set<Chore>();
  const goOn = () => {
    const next = [...due].find((chore) => !running.has(chore));
    if (!next || running.size >= most) return;
    due.delete(next);
    running.add(next);
    void runChore(app, next).finally(() => {
      running.delete(next);
      goOn();
    });
    goOn();
  };
  const timers = chores.map((chore) => {
    const timer = setInterval(() => {
      if (chore.when?.(app) !== false) due.add(chore);
      goOn();
    }, chore.every_s * 1000);
    timer.unref();
    return timer;
  });
  return () => {
    timers.forEach((timer) => clearInterval(timer));
    due.clear();
  };
}

async function runChore(app: App, { name, run }: Chore): Promise<void> {
  try {
    await app.db.transaction(async (tx) => {
      const key = sql`hashtextextended(${`chore:${name}`}, 0)`;
      const { rows } = await tx.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${key}) as mine`);
      // The one place that waits for a second one, and so few at a time that there is always one.
      if (rows[0]?.mine) await unheld(() => run(app));
    });
  } catch (error) {
    app.log.error({ err: error, chore: name }, 'chore failed');
  }
}
