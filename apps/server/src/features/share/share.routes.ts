import { AppError, share as calls } from '@mixreel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#context.ts';
import { and, eq, isNotNull } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { reachableOrigin } from '#features/auth/reachable-origin.ts';
import { dir } from '#features/dir/dir.tables.ts';
import { sendFile } from '#features/file/serve-file.ts';
import { streamZip } from '#features/file/stream-zip.ts';
import { noteTaken } from '#features/label/label-log.ts';
import { outgoingEntries } from '#features/label/outgoing.ts';
import { makePaper, replyPaper } from '#features/story/paper/serve-paper.ts';
import { implement } from '#http/route.ts';
import { contentDisposition } from '#storage/disposition.ts';
import { addShare, changeShare, revokeShare } from './change-shares.ts';
import { checkPaperLink, signPaperLink } from './paper-link.ts';
import { orderPreviews } from './preview.jobs.ts';
import { checkShareFile, signShareFile } from './share-link.ts';
import { countVisit, kindOf, readShares, requireOpenShare, requireVisit, type ShareRow } from './share.queries.ts';
import { share_item } from './share.tables.ts';
import { readSharedBoard, requireBoard } from './shared-board.ts';
import { readFiles, readItems } from './shared-files.ts';
import { countThings, FILES_MAX, readPage, readThings, requireShared, type Thing } from './shared-things.ts';
import { checkZipLink, signZipLink } from './zip-link.ts';

const PREPARED = 100;
const ONE = { page_index: 1, page_size: 1 };

export const shareRoutes = implement(calls, {
  async add({ origin, ...input }, context) {
    const { db, space, user } = context;
    const { space_id } = space;
    const row = await addShare(db, { space_id, user_uid: user.user_uid }, input);
    // Made now, so that they are there when somebody opens the link.
    if (row.quality === 'preview') await orderPreviews(context, row, await readSome(db, row));
    const { items } = await readShares(
      context,
      { space_id, record_uuid: row.record_uuid },
      ONE,
      siteOf(context, origin),
    );
    if (!items[0]) throw new Error('The share was not inserted');
    return items[0];
  },

  async mine({ keyword, origin, team_id: _team, ...page }, context) {
    return readShares(context, { space_id: context.space.space_id, keyword }, page, siteOf(context, origin));
  },

  async update({ record_uuid, team_id: _team, ...changes }, { db, space }) {
    await changeShare(db, space.space_id, record_uuid, changes);
    return {};
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
    const kind = await readKind(db, open);
    const known = { record_uuid, kind, quality, allow_download, expires_at, owner_name: owner?.name ?? '' };
    // Without the password not even the title is told.
    if (open.password_hash !== null && !password) {
      return { ...known, title: '', need_password: true, item_count: 0, total_bytes: 0 };
    }
    const row = await requireVisit(context, { record_uuid, password, visitor }, request.address);
    const item_count = row.story_board_id
      ? (await readSharedBoard(context, row)).rows.length
      : await countThings(db, row);
    const files = item_count > FILES_MAX ? [] : await readFiles(db, row, await readThings(db, row, null));
    await countVisit(db, record_uuid, 'view_count');
    const total_bytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
    return { ...known, title, need_password: false, item_count, total_bytes };
  },

  async list({ record_uuid, password, visitor, dir_id, ...page }, context) {
    const row = await requireVisit(context, { record_uuid, password, visitor }, context.request.address);
    const range = { limit: page.page_size, offset: (page.page_index - 1) * page.page_size };
    const shown = await readPage(context.db, row, dir_id, range);
    await orderPreviews(context, row, shown.things);
    return readItems(context, row, shown, page);
  },

  async board({ record_uuid, password, visitor }, context) {
    const row = await requireVisit(context, { record_uuid, password, visitor }, context.request.address);
    return readSharedBoard(context, row);
  },

  async download({ record_uuid, password, visitor, item_ids, dir_id }, context) {
    const { db, request } = context;
    const row = await requireVisit(context, { record_uuid, password, visitor }, request.address);
    if (!row.allow_download) throw new AppError('forbidden', '分享人没有开放下载');
    if (row.story_board_id) {
      const { file_name } = await makePaper(context, requireBoard(row));
      return { ...signPaperLink(context, row), file_name };
    }
    const part = item_ids ? { item_ids } : dir_id ? { dir_id } : row.dir_id ? { dir_id: row.dir_id } : null;
    const files = await readFiles(db, row, await readThings(db, row, part));
    const [first] = files;
    if (!first) throw new AppError('not_found', '没有可以下载的文件，可能还在处理，请稍后再试');
    if (files.length > 1) {
      const positions = files.map(({ position }) => position);
      const asked = row.dir_id && part ? part : { positions };
      return { ...signZipLink(context, row, asked), file_name: `${row.title}.zip` };
    }
    await countVisit(db, record_uuid, 'download_count');
    const file = { item_id: first.item_id, vlc_id: first.vlc_id, file_name: first.name };
    return { ...signShareFile(context, row, file, 'attachment'), file_name: first.name };
  },

  file: sendSharedFile,

  paper: sendSharedPaper,

  zip: sendZip,
});

/** Where others open links, as far as the page said where it is. */
function siteOf({ config }: Pick<App, 'config'>, origin: string | undefined): string {
  return origin ? reachableOrigin(origin, config) : '';
}

/** As many as are worth preparing before anybody has come. */
async function readSome(db: App['db'], row: ShareRow): Promise<Thing[]> {
  return (await readPage(db, row, undefined, { limit: PREPARED, offset: 0 })).things;
}

function ofArtworks({ record_uuid }: ShareRow) {
  return and(eq(share_item.record_uuid, record_uuid), isNotNull(share_item.artwork_id));
}

async function readKind(db: App['db'], row: ShareRow) {
  const [found] = row.dir_id ? await db.select({ kind: dir.kind }).from(dir).where(eq(dir.dir_id, row.dir_id)) : [];
  const is_artwork = (await db.$count(share_item, ofArtworks(row))) > 0;
  return kindOf(row, { dir_kind: found?.kind ?? null, is_artwork });
}

/**
 * Asks the share again: one that was stopped, or has another password, after the link was made gives nothing more, nor
 * does what was deleted or moved away from it. So
 * the bytes come from here and not from the store, whose own links could not be taken back.
 */
async function sendSharedFile(request: FastifyRequest, reply: FastifyReply, app: App): Promise<FastifyReply> {
  const { record_uuid, vlc_id } = request.params as { record_uuid: string; vlc_id: string };
  const row = await requireOpenShare(app.db, record_uuid);
  const { item_id, ...link } = checkShareFile(app, row, vlc_id, request.query);
  await requireShared(app.db, row, item_id);
  if (link.disposition === 'attachment' && !row.allow_download) {
    throw new AppError('forbidden', '分享人没有开放下载');
  }
  return sendFile(request, reply, app, { ...link, isRecheckedAlways: true });
}

/** As for one file. */
async function sendSharedPaper(request: FastifyRequest, reply: FastifyReply, app: App): Promise<FastifyReply> {
  const { record_uuid } = request.params as { record_uuid: string };
  const row = await requireOpenShare(app.db, record_uuid);
  checkPaperLink(app, row, request.query);
  if (!row.allow_download) throw new AppError('forbidden', '分享人没有开放下载');
  const written = await makePaper(app, requireBoard(row));
  await countVisit(app.db, record_uuid, 'download_count');
  return replyPaper(request, reply, written);
}

/** As for one file. */
async function sendZip(request: FastifyRequest, reply: FastifyReply, app: App): Promise<FastifyReply> {
  const { record_uuid } = request.params as { record_uuid: string };
  const row = await requireOpenShare(app.db, record_uuid);
  const part = checkZipLink(app, row, request.query);
  if (!row.allow_download) throw new AppError('forbidden', '分享人没有开放下载');
  const files = await readFiles(app.db, row, await readThings(app.db, row, part));
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
