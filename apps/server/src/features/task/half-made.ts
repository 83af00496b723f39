import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '#context.ts';
import { and, inArray } from '#db/orm.ts';
import type { JobContext } from '#queue/job.ts';
import { task } from './task.tables.ts';

type HalfMade = {
  folder: string;
  step: JobContext['step'];
  /** What all is made `of`, in a few letters. */
  own: string;
  /** Once nothing of it is wanted any more. */
  remove(): Promise<void>;
};

/**
 * What a task has made so far: files in a folder, and steps. Another attempt goes on with them only if it makes the same `of` the
 * same: in between people choose another face, move a box or bring another file, and what was there before must not come along.
 */
export async function halfMade(
  { config, task: { task_id }, step }: Pick<JobContext, 'config' | 'task' | 'step'>,
  place: string,
  of: unknown,
): Promise<HalfMade> {
  const own = createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 16);
  const home = join(config.dataDir, place, task_id);
  const names = await readdir(home).catch(() => []);
  for (const name of names) if (name !== own) await rm(join(home, name), { recursive: true, force: true });
  return {
    folder: join(home, own),
    own,
    async step(key, run) {
      const kept = await step(key, async () => ({ own, value: await run() }));
      return kept.own === own ? kept.value : run();
    },
    remove: () => rm(home, { recursive: true, force: true }),
  };
}

/** Folders of tasks that are over, or were never heard of: what a killed worker or a cancel left. */
export async function removeHalfMade({ db, config }: Pick<App, 'db' | 'config'>, folder: string): Promise<void> {
  const place = join(config.dataDir, folder);
  const names = await readdir(place).catch(() => []);
  if (names.length === 0) return;
  const open = await db
    .select({ task_id: task.task_id })
    .from(task)
    .where(and(inArray(task.task_id, names), inArray(task.status, ['queued', 'running', 'canceling', 'failed'])));
  const kept = new Set(open.map(({ task_id }) => task_id));
  for (const name of names) {
    if (!kept.has(name)) await rm(join(place, name), { recursive: true, force: true });
  }
}
