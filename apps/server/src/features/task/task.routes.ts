import { AppError, task as calls } from '@mixreel/contract';
import type { Context } from '#context.ts';
import { eq, inArray, isNull } from '#db/orm.ts';
import { implement } from '#http/route.ts';
import type { Retrier } from '#queue/job.ts';
import { taskTopic } from '#queue/task-state.ts';
import {
  countUnread,
  createdIn,
  isShown,
  markRead,
  readRetryable,
  readTasks,
  requireTask,
  titleContains,
  withWaits,
} from './task.queries.ts';
import { task, task_read } from './task.tables.ts';

function retrierOf({ user, session_id, scopes }: Context): Retrier {
  return { user_uid: user.user_uid, session_id, scopes };
}

export const taskRoutes = implement(calls, {
  async list(input, { db, queue, user, space }) {
    const { project_id, status, task_type, keyword, created_from, created_to, only_mine, unread, ...page } = input;
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
        createdIn({ created_from, created_to }),
        only_mine ? eq(task.user_uid, user.user_uid) : undefined,
        unread ? isNull(task_read.read_at) : undefined,
      ],
      page,
    );
    const items = await withWaits({ queue }, list.items);
    return { ...list, items, unread_count: await countUnread(db, user.user_uid, space.space_id) };
  },

  async check({ task_ids }, { db, queue, user }) {
    const page = { page_index: 1, page_size: task_ids.length };
    const { items } = await readTasks(db, user.user_uid, [inArray(task.task_id, task_ids)], page);
    return { items: await withWaits({ queue }, items) };
  },

  async cancel({ task_id }, { db, queue, user }) {
    await queue.cancel(task_id);
    return requireTask(db, user.user_uid, task_id);
  },

  async retry({ task_id }, context) {
    const { db, queue, user } = context;
    await queue.retry(task_id, retrierOf(context));
    return requireTask(db, user.user_uid, task_id);
  },

  async retryAll({ project_id, task_type }, context) {
    const { db, queue, user, space } = context;
    const task_ids = await readRetryable(db, user.user_uid, [
      eq(task.space_id, space.space_id),
      project_id ? eq(task.project_id, project_id) : undefined,
      task_type && inArray(task.task_type, task_type),
    ]);
    let retried = 0;
    for (const task_id of task_ids) {
      try {
        await queue.retry(task_id, retrierOf(context));
        retried += 1;
      } catch (error) {
        // Somebody was quicker, or this one may not be started again: the others go on.
        if (!(error instanceof AppError)) throw error;
      }
    }
    return { retried };
  },

  async markRead({ task_ids }, { db, user, space }) {
    await markRead(db, user.user_uid, space.space_id, task_ids);
    return {};
  },

  async listByMixProject({ mproject_id, ...page }, { db, queue, user, space }) {
    const where = [eq(task.space_id, space.space_id), eq(task.mproject_id, mproject_id), isShown];
    const list = await readTasks(db, user.user_uid, where, page);
    return { ...list, items: await withWaits({ queue }, list.items) };
  },

  async changes(_input, { space }) {
    return { topic: taskTopic(space.space_id) };
  },
});
