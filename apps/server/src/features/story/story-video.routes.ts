import { AppError, storyVideo as calls } from '@mixreel/contract';
import type { Context } from '#context.ts';
import { and, eq } from '#db/orm.ts';
import { requireMaterial } from '#features/material/material.queries.ts';
import { upload_record } from '#features/upload/upload.tables.ts';
import { implement } from '#http/route.ts';
import { readVideo } from './read-video.jobs.ts';
import { addStory } from './story.document.ts';

const ONLY_VIDEO = '只有视频能转成脚本，请选一条视频';

export const storyVideoRoutes = implement(calls, {
  async add({ material_id, board_name }, context) {
    const video = await requireMaterial(context.db, context.space.space_id, material_id);
    const { project_id, material_type, material_name } = video;
    if (material_type !== 'video') throw new AppError('invalid', ONLY_VIDEO);
    if (!project_id) throw new AppError('invalid', '这个视频不在项目里，请先把它移到一个项目');
    return begin(context, { project_id, file_name: material_name, board_name, material_id });
  },

  async addUpload({ record_uuid, board_name }, context) {
    const { db, space } = context;
    const [record] = await db
      .select()
      .from(upload_record)
      .where(and(eq(upload_record.record_uuid, record_uuid), eq(upload_record.space_id, space.space_id)));
    if (!record) throw new AppError('not_found', '上传不存在或已被取消');
    const { project_id, material_type, file_name, source_url } = record;
    // What a link gives is known when it is there.
    if (material_type !== 'video' && source_url === null) throw new AppError('invalid', ONLY_VIDEO);
    return begin(context, { project_id, file_name, board_name, record_uuid });
  },
});

type Begun = {
  project_id: string;
  file_name: string;
  board_name: string | undefined;
  material_id?: string;
  record_uuid?: string;
};

/** The board, empty as yet, and the task that fills it. */
async function begin({ db, queue, space, user }: Context, { project_id, file_name, board_name, ...video }: Begun) {
  const { space_id } = space;
  const { user_uid } = user;
  const name = board_name ?? `${file_name.replace(/\.[^.]+$/, '').slice(0, 90) || '视频'} 的脚本`;
  return db.transaction(async (tx) => {
    const about = { space_id, project_id, created_by: user_uid, board_name: name, target_ms: null };
    const source_material_id = video.material_id ?? null;
    const story_board_id = await addStory(tx, { ...about, origin: 'video', source_material_id }, {});
    const input = { story_board_id, ...video };
    const title = `视频转脚本「${file_name}」`;
    const task_id = await queue.add(readVideo, { space_id, user_uid, project_id, title, work: 1, input }, tx);
    return { task_id, story_board_id };
  });
}
