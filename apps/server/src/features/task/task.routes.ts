import { task as calls } from '@mixreel/contract';
import { eq, inArray, isNull } from 'drizzle-orm';
import { implement } from '#http/route.ts';
import { taskTopic } from '#queue/task-state.ts';
import { countUnread, isShown, markRead, readTasks, requireTask, titleContains } from './task.queries.ts';
import { task, task_read } from './task.tables.ts';

export const taskRoutes = implement(calls, {
  async list({ project_id, status, task_type, keyword, only_mine, unread, ...page }, { db, user, space }) {
    const list = await readTasks(
      db,
      user.user_uid,
      [
        eq(task.space_id, space.space_id),
        isShown,
        project_id ? eq(task.project_id, project_id) : undefined,
        status && inArray(task.status, status),
        task_type && inArray(task.task_type, task_type),
        titleContains(keyword),
        only_mine ? eq(task.user_uid, user.user_uid) : undefined,
        unread ? isNull(task_read.read_at) : undefined,
      ],
      page,
    );
    return { ...list, unread_count: await countUnread(db, user.user_uid, space.space_id) };
  },

  async check({ task_ids }, { db, user }) {
    const page = { page_index: 1, page_size: task_ids.length };
    const { items } = await readTasks(db, user.user_uid, [inArray(task.task_id, task_ids)], page);
    return { items };
  },

  async cancel({ task_id }, { db, queue, user }) {
    await queue.cancel(task_id);
    return requireTask(db, user.user_uid, task_id);
  },

  async retry({ task_id }, { db, queue, user }) {
    await queue.retry(task_id);
    return requireTask(db, user.user_uid, task_id);
  },

  async markRead({ task_ids }, { db, user, space }) {
    await markRead(db, user.user_uid, space.space_id, task_ids);
    return {};
  },

  async listByMixProject({ mproject_id, ...page }, { db, user, space }) {
    return readTasks(
      db,
      user.user_uid,
      [eq(task.space_id, space.space_id), eq(task.mproject_id, mproject_id), isShown],
      page,
    );
  },

  async changes(_input, { space }) {
    return { topic: taskTopic(space.space_id) };
  },
});
