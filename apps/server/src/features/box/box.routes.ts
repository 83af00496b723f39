import { setTimeout as delay } from 'node:timers/promises';
import { BOX_TOOLS, box as calls, type BoxToolName } from '@mixreel/contract';
import { eq } from '#db/orm.ts';
import { task } from '#features/task/task.tables.ts';
import { implement } from '#http/route.ts';
import { addBoxTasks } from './add-box-tasks.ts';
import { RUN_TOOLS } from './box-tools.ts';
import type { Kept } from './box.jobs.ts';

const WAIT_MS = 20_000;
const LOOK_MS = 150;
const OPEN = ['queued', 'running', 'canceling'];

export const boxRoutes = implement(calls, {
  async tools(_input, context) {
    const names = Object.keys(BOX_TOOLS) as BoxToolName[];
    return Promise.all(
      names.map(async (tool) => {
        const { takes, fields, ...words } = BOX_TOOLS[tool];
        const reason = (await RUN_TOOLS[tool].problem?.(context)) ?? null;
        return { tool, ...words, takes: [...takes], fields: [...fields], is_ready: reason === null, reason };
      }),
    );
  },

  async add(wish, context) {
    const who = { space_id: context.space.space_id, user_uid: context.user.user_uid };
    return { task_ids: await addBoxTasks(context, who, wish) };
  },

  async run({ material_id, ...wish }, context) {
    const who = { space_id: context.space.space_id, user_uid: context.user.user_uid };
    const [task_id = ''] = await addBoxTasks(context, who, { ...wish, material_ids: [material_id] });
    const until = Date.now() + WAIT_MS;
    for (;;) {
      const [row] = await context.db.select().from(task).where(eq(task.task_id, task_id));
      const isOver = !row || !OPEN.includes(row.status) || Date.now() > until || context.signal.aborted;
      if (!isOver) {
        await delay(LOOK_MS);
        continue;
      }
      const { material_ids = [], file_vlc_id = null } = (row?.result ?? {}) as Partial<Kept>;
      return {
        task_id,
        status: row?.status ?? 'failed',
        material_ids,
        file_vlc_id,
        message: row?.error?.message ?? null,
      };
    }
  },
});
