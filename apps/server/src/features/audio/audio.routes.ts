import { AppError, audio as calls } from '@mixreel/contract';
import { newId } from '#db/id.ts';
import { and, eq, sql } from '#db/orm.ts';
import { readDocument } from '#features/document/read-document.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { requireFile } from '#features/file/file.queries.ts';
import { noteUnmarked } from '#features/label/label-log.ts';
import { material, material_sound } from '#features/material/material.tables.ts';
import { requireMusic } from '#features/music/music.queries.ts';
import { requireProject } from '#features/project/project.queries.ts';
import { implement } from '#http/route.ts';
import { renderAudio } from './audio.jobs.ts';
import { readAudios, readMusicProblem, requireAudio, requireMark, toAudio } from './audio.queries.ts';
import { ai_audio } from './audio.tables.ts';
import { exportAudio } from './export-audio.ts';
import { linesOf } from './parse-script.ts';

const LINK_SECONDS = 3600;

export const audioRoutes = implement(calls, {
  async add({ project_id, audio_name = '未命名配音', lines = [], music = null, ...settings }, context) {
    const { db, space, user } = context;
    await requireProject(db, space.space_id, project_id);
    if (music) await requireMusic(context, space.space_id, music.music_id);
    const [row] = await db
      .insert(ai_audio)
      .values({
        ai_audio_id: newId(),
        space_id: space.space_id,
        project_id,
        audio_name,
        lines,
        music,
        created_by: user.user_uid,
        ...settings,
      })
      .returning();
    if (!row) throw new Error('The piece was not inserted');
    return toAudio(context, row);
  },

  async update({ ai_audio_id, revision, ...change }, context) {
    const { db, space } = context;
    if (change.music) await requireMusic(context, space.space_id, change.music.music_id);
    const [row] = await db
      .update(ai_audio)
      .set({ ...change, revision: revision + 1, updated_at: sql`now()` })
      .where(
        and(
          eq(ai_audio.ai_audio_id, ai_audio_id),
          eq(ai_audio.space_id, space.space_id),
          eq(ai_audio.revision, revision),
          sql`${ai_audio.deleted_at} is null`,
        ),
      )
      .returning();
    if (row) return toAudio(context, row);
    const newest = await toAudio(context, await requireAudio(db, space.space_id, ai_audio_id));
    throw new AppError('conflict', '这篇配音刚被他人修改，请查看最新内容后再改', newest);
  },

  async submit({ ai_audio_id }, context) {
    const { db, space, user, queue } = context;
    return db.transaction(async (tx) => {
      await tx.select().from(ai_audio).where(eq(ai_audio.ai_audio_id, ai_audio_id)).for('update');
      const row = await requireAudio(tx, space.space_id, ai_audio_id);
      if (!row.lines.some(({ text }) => text.trim())) throw new AppError('invalid', '请先填写至少一行台词');
      if (row.status === 'submitted') throw new AppError('conflict', '这篇配音正在合成，请等它完成或在任务里取消');
      const { project_id, audio_name: title } = row;
      const work = row.lines.reduce((sum, { text }) => sum + text.length, 0);
      const who = { space_id: space.space_id, user_uid: user.user_uid };
      const given = { ...who, project_id, title, work, input: { ai_audio_id } };
      const task_id = await queue.add(renderAudio, given, tx);
      const [changed] = await tx
        .update(ai_audio)
        .set({ status: 'submitted', task_id, error: null })
        .where(eq(ai_audio.ai_audio_id, ai_audio_id))
        .returning();
      return toAudio(context, changed ?? row);
    });
  },

  async parseFile({ file_name, content_base64, split }, { signal }) {
    return linesOf(await readDocument(file_name, Buffer.from(content_base64, 'base64'), { signal }), split);
  },

  async list({ project_id, keyword, ...page }, { db, space }) {
    return readAudios(db, { space_id: space.space_id, project_id, keyword }, page);
  },

  async detail({ ai_audio_id }, context) {
    return toAudio(context, await requireAudio(context.db, context.space.space_id, ai_audio_id));
  },

  async export({ ai_audio_id, format }, context) {
    const { db, space, user, secret, signal } = context;
    const row = await requireAudio(db, space.space_id, ai_audio_id);
    const problem = await readMusicProblem(context, row);
    if (problem?.blocks && format !== 'srt') throw new AppError('invalid', problem.message);
    if (format !== 'srt') await requireMark(db, row);
    const vlc_id = await exportAudio(context, row, format, { user_uid: user.user_uid, signal });
    const file_name = `${row.audio_name}.${format}`;
    if (format !== 'srt' && row.rendition?.mark === null) {
      const taker = { space_id: space.space_id, user_uid: user.user_uid, address: context.request.address };
      await noteUnmarked(db, taker, { vlc_id, file_name });
    }
    const { url } = signFileLink(
      { secret },
      { vlc_id, file_name },
      { seconds: LINK_SECONDS, disposition: 'attachment' },
    );
    return { url, file_name };
  },

  async save({ ai_audio_id, material_name }, { db, space, user }) {
    return db.transaction(async (tx) => {
      await tx.select().from(ai_audio).where(eq(ai_audio.ai_audio_id, ai_audio_id)).for('update');
      const row = await requireAudio(tx, space.space_id, ai_audio_id);
      const { rendition, project_id, audio_name } = row;
      if (!rendition) throw new AppError('invalid', '请先合成整篇，再存为素材');
      await requireMark(tx, row);
      const file = await requireFile(tx, space.space_id, rendition.files['mp3'] ?? '');
      const material_id = newId();
      const name = material_name ?? audio_name;
      await tx.insert(material).values({
        material_id,
        space_id: space.space_id,
        project_id,
        vlc_id: file.vlc_id,
        material_name: name,
        material_type: 'audio',
        material_source: 'ai_generate',
        duration: rendition.duration,
        bytes: file.bytes,
        ai_origin: true,
        created_by: user.user_uid,
      });
      await tx.insert(material_sound).values({ material_id, peaks: rendition.peaks, words: rendition.words });
      await tx.update(ai_audio).set({ material_id }).where(eq(ai_audio.ai_audio_id, ai_audio_id));
      return { material_id, material_name: name };
    });
  },

  async delete({ ai_audio_id }, { db, space }) {
    await requireAudio(db, space.space_id, ai_audio_id);
    await db
      .update(ai_audio)
      .set({ deleted_at: sql`now()` })
      .where(eq(ai_audio.ai_audio_id, ai_audio_id));
    return {};
  },

  async restore({ ai_audio_id }, context) {
    const { db, space } = context;
    await requireAudio(db, space.space_id, ai_audio_id, { isDeleted: true });
    const [row] = await db
      .update(ai_audio)
      .set({ deleted_at: null })
      .where(eq(ai_audio.ai_audio_id, ai_audio_id))
      .returning();
    if (!row) throw new AppError('not_found', '配音不存在或已被删除');
    return toAudio(context, row);
  },
});
