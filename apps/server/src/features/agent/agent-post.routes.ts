import { agentPost as calls, AppError } from '@mixreel/contract';
import { eq, sql } from '#db/orm.ts';
import { readDelivery } from '#features/download/deliver.ts';
import { readVideos } from '#features/download/read-videos.ts';
import { noteTaken } from '#features/label/label-log.ts';
import { implement } from '#http/route.ts';
import { readBatch, readRows, requireBatch } from './agent.queries.ts';
import { agent_batch } from './agent.tables.ts';
import { packAgentBatch, readPosts } from './pack-batch.jobs.ts';
import { postKey } from './plan-posts.ts';

export const agentPostRoutes = implement(calls, {
  async calendar({ agent_batch_config_id, ...wish }, context) {
    return { items: await readPosts(context, context.space.space_id, agent_batch_config_id, wish) };
  },

  async update({ agent_batch_config_id: id, row_id, platform, change }, { db, space }) {
    await requireBatch(db, space.space_id, id);
    if (!(await readRows(db, id)).some((row) => row.row_id === row_id)) {
      throw new AppError('not_found', '这一行不存在或已被删除');
    }
    const key = postKey({ platform, row_id });
    const kept = agent_batch.post_changes;
    const post_changes = change
      ? sql`jsonb_set(${kept}, array[${key}::text], coalesce(${kept} -> ${key}::text, '{}') || ${JSON.stringify(change)}::jsonb)`
      : sql`${kept} - ${key}::text`;
    await db.update(agent_batch).set({ post_changes }).where(eq(agent_batch.agent_batch_config_id, id));
    return {};
  },

  async pack(input, context) {
    const { db, queue, space, user, request } = context;
    const { space_id } = space;
    const { user_uid } = user;
    const { batch_name, project_id, outcomes } = await readBatch(context, space_id, input.agent_batch_config_id);
    const ids = outcomes.flatMap(({ status, artwork_id }) => (status === 'done' && artwork_id ? artwork_id : []));
    const videos = await readVideos(db, space_id, ids);
    if (videos.length === 0) throw new AppError('conflict', '还没有做好的成片，先提交制作');
    const taken = videos.map(({ row, file }) => ({ sha256: file.sha256, file_name: row.artwork_name }));
    await noteTaken(db, { space_id, user_uid, address: request.address }, taken);
    const title = `${batch_name.slice(0, 80)} 发布包`;
    const work = videos.reduce((sum, { file }) => sum + 1 + file.bytes / 1e6, 0);
    const task_id = await queue.add(packAgentBatch, { space_id, user_uid, title, project_id, work, input });
    return readDelivery(context, space_id, task_id);
  },
});
