import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { AppError, ROLES, type Role, UPLOAD_CHUNK_BYTES, upload as calls } from '@mixreel/contract';
import { DataStore, Server, Upload } from '@tus/server';
import type { FastifyRequest } from 'fastify';
import type { App } from '#context.ts';
import { toAppError } from '#http/answer.ts';
import { identify, requireAccess, requireSpace } from '#http/authorize.ts';
import type { PlainHandler } from '#http/route.ts';
import { tokenOf } from '#http/session.ts';
import { NoSpaceLeft } from '#storage/storage.ts';
import { cancelRecord } from './cancel-upload.ts';
import { type Parts, partsOf } from './parts.ts';
import { type UploadPermit, isUploadToken, readUploadToken } from './upload-token.ts';
import { type RecordRow, TUS_PATH, changeRecord, readRecord } from './upload.queries.ts';

/** Who may send is asked at every request, so one request must not last for ever. */
const REQUEST_BYTES_MAX = 4 * UPLOAD_CHUNK_BYTES;
/** The library waits so long before it ends a request that another one wants the place of. */
const DRAIN_MS = 1;

/**
 * Takes the bytes of an upload by the tus protocol. `upload.start` creates uploads and `upload.end` finishes them; here
 * they are only asked how far they are (HEAD), continued (PATCH) and given up (DELETE).
 */
export const serveTus: PlainHandler = async (request, reply, app) => {
  const { method } = request;
  if (method === 'GET' || method === 'POST') throw new AppError('no_such_path');
  const server = tusOf(app);
  if (method !== 'OPTIONS') {
    const row = await requireSender(app, request);
    if (method === 'PATCH') requireLength(request.headers['content-length']);
    server.rows.set(row.record_uuid, row);
  }
  for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '');
  reply.hijack();
  await server.tus.handle(request.raw, reply.raw);
  return reply;
};

function requireLength(header: string | undefined): void {
  if (header === undefined || Number(header) > REQUEST_BYTES_MAX) {
    throw new AppError('too_large', `每次最多发送 ${REQUEST_BYTES_MAX / 1024 ** 2} MB，并写明长度`);
  }
}

/** The record that the address names, if the caller may send its bytes. Others' records and made-up ones read alike. */
async function requireSender(app: App, request: FastifyRequest): Promise<RecordRow> {
  const { '*': record_uuid = '' } = request.params as { '*'?: string };
  const token = tokenOf(request);
  const missing = new AppError('no_such_path', '上传不存在、已经结束或已过期');
  if (!/^[0-9A-Za-z_-]{1,64}$/.test(record_uuid)) throw missing;
  const permit = token && isUploadToken(token) ? readUploadToken(app, token) : null;
  const user_uid = permit ? await requireActive(app, permit) : await requireEditor(app, token, record_uuid);
  const row = await readRecord(app.db, record_uuid);
  const isOurs = row?.user_uid === user_uid && (!permit || row.project_id === permit.project_id);
  if (!row || !isOurs || row.status !== 'uploading' || row.source_url) throw missing;
  if (Date.parse(row.expires_at) < Date.now()) throw missing;
  return row;
}

async function requireEditor({ pool }: App, token: string | null, record_uuid: string): Promise<string> {
  const asked = { rule: { by: 'record_uuid', role: 'editor' }, ids: [record_uuid] } as const;
  const { caller, spaces } = await identify(pool, token, 'access', { ...asked, ids: [...asked.ids] });
  requireAccess(calls.end, caller);
  try {
    requireSpace({ ...asked, ids: [...asked.ids] }, spaces);
  } catch (error) {
    // As a status too: the protocol knows no envelopes.
    throw error instanceof AppError && error.error === 'not_found'
      ? new AppError('no_such_path', '上传不存在、已经结束或已过期')
      : error;
  }
  return caller.user.user_uid;
}

/** A token outlives much: its owner may have been disabled, or may only look by now. */
async function requireActive({ pool }: App, { user_uid, project_id }: UploadPermit): Promise<string> {
  const { rows } = await pool.query<{ role: Role | null }>(
    `select m.role from user_account u
     left join project p on p.project_id = $2 and p.deleted_at is null
     left join space_member m on m.space_id = p.space_id and m.user_uid = u.user_uid
     where u.user_uid = $1 and u.status = 'active' and u.user_privilege`,
    [user_uid, project_id],
  );
  const [found] = rows;
  if (!found) throw new AppError('unauthorized');
  if (!found.role || ROLES.indexOf(found.role) < ROLES.indexOf('editor')) {
    throw new AppError('forbidden', '你在这个空间只能查看，不能修改');
  }
  return user_uid;
}

type Tus = { tus: Server; rows: Map<string, RecordRow> };
const servers = new WeakMap<App['storage'], Tus>();

function tusOf(app: App): Tus {
  const known = servers.get(app.storage) ?? createTus(app);
  servers.set(app.storage, known);
  return known;
}

function createTus(app: App): Tus {
  const parts = partsOf(app);
  const rows = new Map<string, RecordRow>();
  const tus = new Server({
    path: TUS_PATH,
    datastore: new PartStore(app, parts, rows),
    locker: parts.locks,
    lockDrainTimeout: DRAIN_MS,
    // The pages come from here; nobody else's need to read the answers.
    allowedOrigins: [],
    onResponseError: (_request, error) => ('status_code' in error ? undefined : answerOf(app, error)),
  });
  return { tus, rows };
}

function answerOf({ log }: App, thrown: Error) {
  const { error, code, message } = toAppError(thrown);
  const status_code = error === 'disk_full' ? 507 : 500;
  log.error({ err: thrown }, 'an upload failed');
  return { status_code, body: JSON.stringify({ code, message, data: null }) };
}

/** What the library needs to know of our parts. How long a file is to be is in its record. */
class PartStore extends DataStore {
  readonly #app: App;
  readonly #parts: Parts;
  readonly #rows: Map<string, RecordRow>;

  constructor(app: App, parts: Parts, rows: Map<string, RecordRow>) {
    super();
    this.extensions = ['termination'];
    this.#app = app;
    this.#parts = parts;
    this.#rows = rows;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = this.#rows.get(id);
    if (!row) throw Object.assign(new Error('Not found'), { status_code: 404, body: '' });
    return new Upload({ id, size: row.bytes, offset: await this.#parts.size(id), creation_date: row.created_at });
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    try {
      return await this.#parts.write(id, offset, stream);
    } catch (error) {
      if (error instanceof NoSpaceLeft) await drain(stream);
      throw error;
    } finally {
      const received_bytes = await this.#parts.size(id);
      await changeRecord(this.#app.db, id, { received_bytes }, ['uploading']);
      this.#rows.delete(id);
    }
  }

  override async remove(id: string): Promise<void> {
    await cancelRecord(this.#app, id);
    this.#rows.delete(id);
  }
}

/** Answered while it still sends, a sender would see a broken connection instead of the answer. */
async function drain(stream: Readable): Promise<void> {
  stream.resume();
  await finished(stream).catch(() => {});
}
