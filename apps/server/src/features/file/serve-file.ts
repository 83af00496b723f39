import { Readable } from 'node:stream';
import { AppError } from '@mixreel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#context.ts';
import { noteTaken } from '#features/label/label-log.ts';
import { type Outgoing, outgoingFile } from '#features/label/outgoing.ts';
import { contentDisposition } from '#storage/disposition.ts';
import type { Disposition } from '#storage/storage.ts';
import { checkFileLink, type FileLink } from './file-link.ts';
import { readFileOfAnySpace } from './file.queries.ts';
import { rangeOf } from './range-header.ts';

const YEAR_S = 31_536_000;
const DIRECT_S = 3600;
/** Of a request by whoever cannot follow to the store itself. */
export const FROM_HERE = 'x-from-here';

/** Answers `/files/:vlc_id` to whoever has a signed link, whole or in part, from here or from the store itself. */
export async function serveFile(request: FastifyRequest, reply: FastifyReply, app: App): Promise<FastifyReply> {
  const { vlc_id } = request.params as { vlc_id: string };
  return sendFile(request, reply, app, { ...checkFileLink(app, vlc_id, request.query), isRecheckedAlways: false });
}

/** Sends the file that a link permits. `isRecheckedAlways`: every byte comes from here, after the link was checked. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  app: App,
  link: FileLink & { isRecheckedAlways: boolean },
): Promise<FastifyReply> {
  const file = await readFileOfAnySpace(app.db, link.vlc_id);
  if (!file) throw new AppError('no_such_path', '文件不存在或已被删除');

  if (file.withheld) throw new AppError('forbidden', file.withheld);
  const { sha256, space_id } = file;
  const leaving = await outgoingFile(app, space_id, file);
  const { bytes, etag } = leaving;
  const isHead = request.method === 'HEAD';
  const contentType = TYPE.test(file.content_type) ? file.content_type : 'application/octet-stream';
  const disposition = canShow(contentType) ? link.disposition : 'attachment';

  const range = rangeAsked(request, leaving);
  const isFromStart = range === null || (range !== 'unsatisfiable' && range.start === 0);
  if (link.disposition === 'attachment' && !isHead && isFromStart) {
    const taker = { space_id, user_uid: link.by, address: request.ip };
    await noteTaken(app.db, taker, [{ sha256, file_name: link.name }]);
  }

  const options = { seconds: DIRECT_S, fileName: link.name, contentType, disposition };
  // A direct link is signed for GET alone.
  const mayRedirect = !isHead && leaving.isStored && !link.isRecheckedAlways && !request.headers[FROM_HERE];
  const direct = !mayRedirect ? null : await app.storage.directLink(sha256, options);
  if (direct) return reply.header('cache-control', 'private, no-store').redirect(direct, 302);

  const keep = link.isRecheckedAlways ? 'no-cache' : `max-age=${YEAR_S}, immutable`;
  reply.headers({ etag, 'cache-control': `private, ${keep}` });
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();

  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${bytes}`).send();

  setHeaders(request, reply, { contentType, disposition, name: link.name });
  reply.header('content-length', range ? range.end - range.start + 1 : bytes);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
  // Sent as a stream: without a body the framework would announce a length of 0.
  return reply.send(isHead ? Readable.from([]) : await leaving.read(range ?? undefined));
}

function rangeAsked({ headers }: FastifyRequest, { etag, bytes }: Outgoing) {
  const ifRange = headers['if-range'];
  return ifRange && ifRange !== etag ? null : rangeOf(headers.range, bytes);
}

const TYPE = /^[\w.+-]+\/[\w.+-]+(; ?charset=[\w-]+)?$/;

/** What browsers play or draw. An SVG can hold scripts, which would run with the rights of our pages. */
function canShow(contentType: string): boolean {
  return /^(video|audio|image)\/(?!svg)|^application\/pdf$/.test(contentType);
}

function isKnown(header: string | undefined, etag: string): boolean {
  const known = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return known.includes(etag) || known.includes('*');
}

function setHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType, disposition, name }: { contentType: string; disposition: Disposition; name: string },
): void {
  // Compressing would cost the length, and with it seeking and the progress of downloads.
  request.headers['x-no-compression'] = '1';
  reply.headers({
    'accept-ranges': 'bytes',
    'content-type': contentType,
    'content-disposition': contentDisposition(disposition, name),
    'x-content-type-options': 'nosniff',
    // A browser that shows a file alone builds a page around it, which must be able to load the file.
    'content-security-policy': `default-src 'none'; img-src 'self'; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'`,
    // The signature is what admits, wherever the page comes from.
    'cross-origin-resource-policy': 'cross-origin',
  });
}
