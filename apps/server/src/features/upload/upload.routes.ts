import { AppError, UPLOADS_AT_ONCE, UPLOAD_CHUNK_BYTES, upload as calls } from '@mixreel/contract';
import { and, eq, inArray } from '#db/orm.ts';
import { requireFolders } from '#features/dir/folder-path.ts';
import { readQuota } from '#features/file/file.queries.ts';
import { toMaterial } from '#features/material/material-card.ts';
import { material } from '#features/material/material.tables.ts';
import { implement } from '#http/route.ts';
import { cancelUpload } from './cancel-upload.ts';
import { endUpload } from './end-upload.ts';
import { sweepNowAndThen } from './forget-uploads.ts';
import { type ImportJob, importLink } from './import-link.jobs.ts';
import { importLinks } from './import-links.ts';
import { pushFile, requireArtworkFile } from './push-file.ts';
import { startUpload } from './start-upload.ts';
import { serveTus } from './tus.ts';
import { signUploadToken } from './upload-token.ts';
import { OPEN, TUS_PATH, readRecordPage, readRecords, requireRecord, toRecord, toRecords } from './upload.queries.ts';
import { upload_record } from './upload.tables.ts';

const TOKEN_SECONDS = 2 * 3600;

export const uploadRoutes = createUploadRoutes(importLink);

/** Tests bring a job that may fetch from this machine. */
export function createUploadRoutes(job: ImportJob) {
  return implement(calls, {
    async authToken({ project_id }, { db, secret, space, user }) {
      const expires = Math.floor(Date.now() / 1000) + TOKEN_SECONDS;
      const { left_bytes } = await readQuota(db, space.space_id);
      return {
        token: signUploadToken({ secret }, { user_uid: user.user_uid, project_id, expires }),
        expires_at: new Date(expires * 1000).toISOString(),
        endpoint: TUS_PATH,
        chunk_size: UPLOAD_CHUNK_BYTES,
        at_once: UPLOADS_AT_ONCE,
        left_bytes,
      };
    },

    async start({ extra_args, ...given }, context) {
      const { space, user } = context;
      sweepNowAndThen(context);
      const { row, ...started } = await startUpload(context, {
        ...given,
        space_id: space.space_id,
        user_uid: user.user_uid,
        material_sub_type: extra_args?.material_sub_type ?? null,
      });
      return { ...started, record: await toRecord(context, row, user.user_uid) };
    },

    async end({ record_uuid, sha256, cancel }, context) {
      const { db, space, user } = context;
      const row = await requireRecord(db, space.space_id, record_uuid);
      const isOwn = row.user_uid === user.user_uid;
      if (!cancel && !isOwn) throw new AppError('conflict', '这个文件由别人上传，只能由其本人完成');
      const ended = cancel ? await cancelUpload(context, row) : await endUpload(context, row, sha256);
      return toRecord(context, ended, user.user_uid);
    },

    async read({ record_uuids }, context) {
      const rows = await readRecords(context.db, context.space.space_id, record_uuids);
      return { items: await toRecords(context, rows, context.user.user_uid) };
    },

    async detail({ record_uuid }, context) {
      const row = await requireRecord(context.db, context.space.space_id, record_uuid);
      return toRecord(context, row, context.user.user_uid);
    },

    async list({ project_id, status, only_mine, ...page }, context) {
      const { db, user } = context;
      const filter = { project_id, status, user_uid: only_mine ? user.user_uid : null };
      const { rows, page_info } = await readRecordPage(db, filter, page);
      return { items: await toRecords(context, rows, user.user_uid), page_info };
    },

    async forget({ record_uuids }, context) {
      const { db, space } = context;
      const rows = await readRecords(db, space.space_id, record_uuids);
      for (const row of rows.filter(({ status }) => OPEN.includes(status))) await cancelUpload(context, row);
      const deleted = await db
        .delete(upload_record)
        .where(and(eq(upload_record.space_id, space.space_id), inArray(upload_record.record_uuid, record_uuids)))
        .returning({ record_uuid: upload_record.record_uuid });
      return { deleted: deleted.length };
    },

    async byUrl({ project_id, url, dir_id, material_sub_type }, context) {
      const { space, user } = context;
      const who = { space_id: space.space_id, user_uid: user.user_uid, project_id };
      const folder = await requireFolders(context.db, who, dir_id ?? null, []);
      const common = { ...who, dir_id: folder.dir_id, material_sub_type };
      const rows = await importLinks(context, job, { ...common, urls: url });
      return { records: await toRecords(context, rows, user.user_uid) };
    },

    async cancelUrl({ record_uuid }, context) {
      const row = await requireRecord(context.db, context.space.space_id, record_uuid);
      if (!row.source_url) throw new AppError('conflict', '这不是链接导入');
      return toRecord(context, await cancelUpload(context, row), context.user.user_uid);
    },

    async push({ vlc_id, artwork_id, target }, context) {
      const { db, space, user } = context;
      const who = { space_id: space.space_id, user_uid: user.user_uid, project_id: target.project_id };
      const { dir_id } = await requireFolders(db, who, target.dir_id ?? null, []);
      const from = vlc_id ?? (await requireArtworkFile(db, space.space_id, artwork_id ?? ''));
      const added = await pushFile(context, {
        ...target,
        ...who,
        dir_id,
        vlc_id: from,
      });
      const [row] = await db.select().from(material).where(eq(material.material_id, added.material_id));
      if (!row) throw new AppError('not_found');
      return toMaterial(context, row, { liked: false });
    },

    tus: serveTus,
  });
}
