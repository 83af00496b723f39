import { AppError, share as calls } from '@mixreel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#context.ts';
import { eq } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { sendFile } from '#features/file/serve-file.ts';
import { streamZip } from '#features/file/stream-zip.ts';
import { noteTaken } from '#features/label/label-log.ts';
import { outgoingEntries } from '#features/label/outgoing.ts';
import { implement } from '#http/route.ts';
import { contentDisposition } from '#storage/disposition.ts';
import { checkShareFile, signShareFile } from './share-link.ts';
import {
  addShare,
  countVisit,
  readFiles,
  readItems,
  readShares,
  requireOpenShare,
  requireVisit,
  revokeShare,
} from './share.queries.ts';
import { checkZipLink, signZipLink } from './zip-link.ts';

const ONE = { page_index: 1, page_size: 1 };

export const shareRoutes = implement(calls, {
  async add(input, context) {
    const { db, space, user } = context;
    const { space_id } = space;
    const record_uuid = await addShare(db, { space_id, user_uid: user.user_uid }, input);
    const { items } = await readShares(context, { space_id, record_uuid }, ONE);
    if (!items[0]) throw new Error('The share was not inserted');
    return items[0];
  },

  async mine({ keyword, ...page }, context) {
    return readShares(context, { space_id: context.space.space_id, keyword }, page);
  },

  async revoke({ record_uuid }, { db, space }) {
    await revokeShare(db, space.space_id, record_uuid);
    return {};
  },

  async detail({ record_uuid, password, visitor }, context) {
    const { db, request } = context;
    const open = await requireOpenShare(db, record_uuid);
    const [owner] = await db.select().from(user_account).where(eq(user_account.user_uid, open.created_by));
    const { title, quality, allow_download, expires_at } = open;
    const known = { record_uuid, quality, allow_download, expires_at, owner_name: owner?.name ?? '' };
    // Without the password not even the title is told.
    if (open.password_hash !== null && !password) {
      return { ...known, title: '', need_password: true, item_count: 0, total_bytes: 0 };
    }
    const row = await requireVisit(context, { record_uuid, password, visitor }, request.address);
    const files = await readFiles(db, row);
    await countVisit(db, record_uuid, 'view_count');
    const total_bytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
    return { ...known, title, need_password: false, item_count: files.length, total_bytes };
  },

  async list({ record_uuid, password, visitor, ...page }, context) {
    const row = await requireVisit(context, { record_uuid, password, visitor }, context.request.address);
    return readItems(context, row, page);
  },

  async download({ record_uuid, password, visitor, item_ids }, context) {
    const { db, request } = context;
    const row = await requireVisit(context, { record_uuid, password, visitor }, request.address);
    if (!row.allow_download) throw new AppError('forbidden', '分享人没有开放下载');
    const files = await readFiles(db, row, item_ids);
    const [first] = files;
    if (!first) throw new AppError('not_found', '没有可以下载的文件，可能还在处理，请稍后再试');
    if (files.length > 1) {
      const positions = files.map(({ position }) => position);
      return { ...signZipLink(context, row, positions), file_name: `${row.title}.zip` };
    }
    await countVisit(db, record_uuid, 'download_count');
    const file = { vlc_id: first.vlc_id, file_name: first.name };
    return { ...signShareFile(context, row, file, 'attachment'), file_name: first.name };
  },

  file: sendSharedFile,

  zip: sendZip,
});

/**
 * Asks the share again: one that was stopped, or has another password, after the link was made gives nothing more. So
 * the bytes come from here and not from the store, whose own links could not be taken back.
 */
async function sendSharedFile(request: FastifyRequest, reply: FastifyReply, app: App): Promise<FastifyReply> {
  const { record_uuid, vlc_id } = request.params as { record_uuid: string; vlc_id: string };
  const row = await requireOpenShare(app.db, record_uuid);
  const link = checkShareFile(app, row, vlc_id, request.query);
  if (link.disposition === 'attachment' && !row.allow_download) {
    throw new AppError('forbidden', '分享人没有开放下载');
  }
  return sendFile(request, reply, app, { ...link, isRecheckedAlways: true });
}

/** As for one file. */
async function sendZip(request: FastifyRequest, reply: FastifyReply, app: App): Promise<FastifyReply> {
  const { record_uuid } = request.params as { record_uuid: string };
  const row = await requireOpenShare(app.db, record_uuid);
  const { positions } = checkZipLink(app, row, request.query);
  if (!row.allow_download) throw new AppError('forbidden', '分享人没有开放下载');
  const chosen = new Set(positions);
  const files = (await readFiles(app.db, row)).filter(({ position }) => chosen.has(position));
  if (files.length === 0) throw new AppError('no_such_path', '没有可以下载的文件');
  const taker = { space_id: row.space_id, user_uid: null, address: request.ip };
  await noteTaken(
    app.db,
    taker,
    files.map(({ sha256, name: file_name }) => ({ sha256, file_name })),
  );
  const { stream, bytes } = await streamZip(await outgoingEntries(app, row.space_id, files));
  await countVisit(app.db, record_uuid, 'download_count');
  request.headers['x-no-compression'] = '1';
  reply.headers({
    'content-type': 'application/zip',
    'content-length': bytes,
    'content-disposition': contentDisposition('attachment', `${row.title}.zip`),
    'cache-control': 'private, no-store',
  });
  return reply.send(stream);
}
