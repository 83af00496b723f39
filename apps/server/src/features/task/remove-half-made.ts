import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '#context.ts';
import { and, inArray } from '#db/orm.ts';
import { task } from './task.tables.ts';

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
