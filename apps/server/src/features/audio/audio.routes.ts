import { AppError, audio as calls, audioKind, audioLines, planAudio } from '@mixreel/contract';
import type { Db } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { eq, sql } from '#db/orm.ts';
import { addDocument, setDocumentDeleted } from '#features/document/document.queries.ts';
import type { Held } from '#features/document/held.ts';
import { change } from '#features/document/perform.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { requireFile } from '#features/file/file.queries.ts';
import { readForeign } from '#features/foreign/read-foreign.ts';
import { noteUnmarked } from '#features/label/label-log.ts';
import { material, material_sound } from '#features/material/material.tables.ts';
import { requireMusic } from '#features/music/music.queries.ts';
import { requireProject } from '#features/project/project.queries.ts';
import { implement } from '#http/route.ts';
import { audioDocument, writeLines } from './audio.document.ts';
import { renderAudio } from './audio.jobs.ts';
import { readAudios, readMusicProblem, requireAudio, requireMark, toAudio } from './audio.queries.ts';
import { ai_audio } from './audio.tables.ts';
import { exportAudio } from './export-audio.ts';
import { linesOf } from './parse-script.ts';

const LINK_SECONDS = 3600;

export const audioRoutes = implement(calls, {
  async add({ project_id, audio_name = '未命名配音', lines = [], music = null, ...settings }, context) {
    const { db, space, user } = context;
    const { space_id } = space;
    await requireProject(db, space_id, project_id);
    if (music) await requireMusic(context, space_id, music.music_id);
    const ai_audio_id = newId();
    const row = await db.transaction(async (tx) => {
      const about = { ai_audio_id, space_id, project_id, created_by: user.user_uid };
      await tx.insert(ai_audio).values({ ...about, audio_name, music, ...settings });
      await addDocument(tx, { document_id: ai_audio_id, kind: audioKind.kind, space_id });
      await writeLines(tx, ai_audio_id, audioLines(lines));
      return requireAudio(tx, space_id, ai_audio_id);
    });
    return toAudio(context, row);
  },

  async update({ ai_audio_id, revision, ...given }, context) {
    const { db, space, user } = context;
    if (given.music) await requireMusic(context, space.space_id, given.music.music_id);
    const before = await requireAudio(db, space.space_id, ai_audio_id);
    const target = { document_id: ai_audio_id, space_id: space.space_id, user };
    let isOld = before.revision !== revision;
    const plan = ({ sequence, state }: Held) => {
      isOld = sequence !== revision;
      return isOld ? [] : planAudio(state, given);
    };
    if (!isOld) await change(context, audioDocument, target, plan);
    const newest = await toAudio(context, await requireAudio(db, space.space_id, ai_audio_id));
    if (isOld) throw new AppError('conflict', '这篇配音刚被他人修改，请查看最新内容后再改', newest);
    return newest;
  },

  async submit({ ai_audio_id }, context) {
    const { db, space, user, queue } = context;
    const submitted = await db.transaction(async (tx) => {
      await tx.select().from(ai_audio).where(eq(ai_audio.ai_audio_id, ai_audio_id)).for('update');
      const row = await requireAudio(tx, space.space_id, ai_audio_id);
      if (!row.lines.some(({ text }) => text.trim())) throw new AppError('invalid', '请先填写至少一行台词');
      if (row.status === 'submitted') throw new AppError('conflict', '这篇配音正在合成，请等它完成或在任务里取消');
      const { project_id, audio_name: title } = row;
      const work = row.lines.reduce((sum, { text }) => sum + text.length, 0);
      const who = { space_id: space.space_id, user_uid: user.user_uid };
      const given = { ...who, project_id, title, work, input: { ai_audio_id } };
      const task_id = await queue.add(renderAudio, given, tx);
      const now = { status: 'submitted' as const, task_id, error: null };
      await tx.update(ai_audio).set(now).where(eq(ai_audio.ai_audio_id, ai_audio_id));
      return { ...row, ...now };
    });
    return toAudio(context, submitted);
  },

  async parseFile({ file_name, content_base64, split }, { signal }) {
    return linesOf(await readForeign(file_name, Buffer.from(content_base64, 'base64'), { signal }), split);
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
    await setDeleted(db, ai_audio_id, true);
    return {};
  },

  async restore({ ai_audio_id }, context) {
    const { db, space } = context;
    const { project_id } = await requireAudio(db, space.space_id, ai_audio_id, { isDeleted: true });
    await requireProject(db, space.space_id, project_id);
    await setDeleted(db, ai_audio_id, false);
    return toAudio(context, await requireAudio(db, space.space_id, ai_audio_id));
  },
});

async function setDeleted(db: Db, ai_audio_id: string, is_deleted: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(ai_audio)
      .set({ deleted_at: is_deleted ? sql`now()` : null })
      .where(eq(ai_audio.ai_audio_id, ai_audio_id));
    await setDocumentDeleted(tx, ai_audio_id, is_deleted);
  });
}
