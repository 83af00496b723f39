import { AsyncLocalStorage } from 'node:async_hooks';
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
import { perApp } from '#memory.ts';
import { NoSpaceLeft } from '#storage/storage.ts';
import { cancelRecord } from './cancel-upload.ts';
import { type Parts, partsOf } from './parts.ts';
import { type UploadPermit, isUploadToken, readUploadToken } from './upload-token.ts';
import { type RecordRow, TUS_PATH, changeRecord, readRecord } from './upload.queries.ts';

/** Who may send is asked at every request, so one request must not last for ever. */
const REQUEST_BYTES_MAX = 2 * UPLOAD_CHUNK_BYTES;
/** The library waits so long before it ends a request that another one wants the place of. */
const DRAIN_MS = 1;
/** How far an upload is, is written down for lists at most this often; the protocol asks the disk. */
const TELL_MS = 1000;

/**
 * Takes the bytes of an upload by the tus protocol. `upload.start` creates uploads and `upload.end` finishes them; here
 * they are only asked how far they are (HEAD), continued (PATCH) and given up (DELETE).
 *
 * The library sees requests without their bodies: its web streams would take as much of the processor as receiving,
 * hashing and writing together.
 */
export const serveTus: PlainHandler = async (request, reply, app) => {
  const { method } = request;
  if (method === 'GET' || method === 'POST') throw new AppError('no_such_path');
  const row = method === 'OPTIONS' ? null : await requireSender(app, request);
  if (method === 'PATCH') requireLength(request.headers['content-length']);
  const asked = new Request(`http://localhost${request.url}`, { method, headers: plainHeaders(request) });
  const answer = await sendings.run({ row, body: request.raw }, () => tusOf(app).handleWeb(asked));
  // A connection is ours to close, not the library's.
  answer.headers.delete('connection');
  return reply
    .code(answer.status)
    .headers(Object.fromEntries(answer.headers))
    .send(method === 'HEAD' || answer.status === 204 ? '' : await answer.text());
};

/** The request that is being answered: its record, and the bytes as they come. */
type Sending = { row: RecordRow | null; body: Readable };
const sendings = new AsyncLocalStorage<Sending>();

function plainHeaders({ headers }: FastifyRequest): Headers {
  const plain = new Headers();
  for (const name of PROTOCOL_HEADERS) {
    const value = headers[name];
    if (typeof value === 'string') plain.set(name, value);
  }
  return plain;
}

const PROTOCOL_HEADERS = [
  'tus-resumable',
  'upload-offset',
  'upload-length',
  'upload-defer-length',
  'upload-metadata',
  'upload-checksum',
  'content-type',
  'content-length',
];

function requireLength(header: string | undefined): void {
  if (header === undefined || Number(header) > REQUEST_BYTES_MAX) {
    throw new AppError('too_large', `每次最多发送 ${REQUEST_BYTES_MAX / 1024 ** 2} MB，并写明长度`);
  }
}

/** The record that the address names, if the caller may send its bytes. Others' records and made-up ones read alike. */
async function requireSender(app: App, request: FastifyRequest): Promise<RecordRow> {
  const { '*': record_uuid = '' } = request.params as { '*'?: string };
  const token = tokenOf(request);
  if (!/^[0-9A-Za-z_-]{1,64}$/.test(record_uuid)) throw missing();
  const permit = token && isUploadToken(token) ? readUploadToken(app, token) : null;
  // Two questions at once: this is asked for every piece of every file.
  const [user_uid, row] = await Promise.all([
    permit ? requireActive(app, permit) : requireEditor(app, token, record_uuid),
    readRecord(app.db, record_uuid),
  ]);
  const isMeant =
    !permit || (row?.project_id === permit.project_id && (permit.record_uuid ?? record_uuid) === record_uuid);
  const isOurs = row?.user_uid === user_uid && isMeant;
  if (!row || !isOurs || row.status !== 'uploading' || row.source_url) throw missing();
  if (Date.parse(row.expires_at) < Date.now()) throw missing();
  return row;
}

/** As a status too: the protocol knows no envelopes. */
function missing(): AppError {
  return new AppError('no_such_path', '上传不存在、已经结束或已过期');
}

async function requireEditor(app: App, token: string | null, record_uuid: string): Promise<string> {
  const asked = { by: 'record_uuid' as const, ids: [record_uuid] };
  const { caller, spaces } = await identify(app, token, 'call', asked);
  requireAccess(calls.end, caller);
  try {
    requireSpace('editor', asked, spaces);
  } catch (error) {
    throw error instanceof AppError && error.error === 'not_found' ? missing() : error;
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

const tusOf = perApp((app: App): Server => {
  const parts = partsOf(app);
  return new Server({
    path: TUS_PATH,
    datastore: new PartStore(app, parts),
    locker: {
      newLock: (id) => {
        const body = sendings.getStore()?.body;
        return parts.locks.newLock(id, () => body?.destroy(new Error('Another request goes on with the upload')));
      },
    },
    lockDrainTimeout: DRAIN_MS,
    // The pages come from here; nobody else's need to read the answers.
    allowedOrigins: [],
    onResponseError: (_request, error) => ('status_code' in error ? undefined : answerOf(app, error)),
  });
});

function answerOf({ log }: App, thrown: Error) {
  // The sender has gone; nobody hears the answer.
  const { body } = sendings.getStore() ?? {};
  if (body?.destroyed && !body.readableEnded) return { status_code: 400, body: '' };
  const { error, code, message } = toAppError(thrown);
  log.error({ err: thrown }, 'an upload failed');
  return { status_code: error === 'disk_full' ? 507 : 500, body: JSON.stringify({ code, message, data: null }) };
}

/** What the library needs to know of our parts. How long a file is to be is in its record. */
class PartStore extends DataStore {
  readonly #app: App;
  readonly #parts: Parts;
  readonly #told = new Map<string, number>();

  constructor(app: App, parts: Parts) {
    super();
    this.extensions = ['termination'];
    this.#app = app;
    this.#parts = parts;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { bytes, created_at } = requireSending().row;
    return new Upload({ id, size: bytes, offset: await this.#parts.size(id), creation_date: created_at });
  }

  override async write(_empty: Readable, id: string, offset: number): Promise<number> {
    const { row, body } = requireSending();
    try {
      const size = await this.#parts.write(id, offset, body);
      await this.#tell(id, size, size === row.bytes);
      return size;
    } catch (error) {
      if (error instanceof NoSpaceLeft) await drain(body);
      await this.#tell(id, await this.#parts.size(id), true);
      throw error;
    }
  }

  override async remove(id: string): Promise<void> {
    await cancelRecord(this.#app, id);
  }

  async #tell(id: string, received_bytes: number, isLast: boolean): Promise<void> {
    const isDue = performance.now() - (this.#told.get(id) ?? -Infinity) >= TELL_MS;
    if (isLast) this.#told.delete(id);
    else this.#told.set(id, isDue ? performance.now() : (this.#told.get(id) ?? 0));
    if (isLast || isDue) await changeRecord(this.#app.db, id, { received_bytes }, ['uploading']);
  }
}

function requireSending(): { row: RecordRow; body: Readable } {
  const { row, body } = sendings.getStore() ?? {};
  if (!row || !body) throw new Error('No request is being answered');
  return { row, body };
}

/** Answered while it still sends, a sender would see a broken connection instead of the answer. */
async function drain(body: Readable): Promise<void> {
  if (body.readableEnded || body.destroyed) return;
  body.resume();
  await finished(body).catch(() => {});
}
