import { AppError, type Envelope, ERRORS } from '@mixreel/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway, whyAway } from '#db/away.ts';
import { isDiskFull } from '#storage/disk-full.ts';
import { ContentTooLarge, MissingContent, StoreUnavailable } from '#storage/storage.ts';
import { routeOf } from './serve-together.ts';

/**
 * Sends the envelope. It is serialised here: Fastify's response schemas would check errors against the success shape. As
 * bytes, since text would be gone through once more for its length.
 */
export function sendAnswer(reply: FastifyReply, status: number, envelope: Envelope): FastifyReply {
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(Buffer.from(JSON.stringify(envelope)));
}

/** The one place where something thrown becomes an answer. What we did not foresee is logged in full and told to nobody. */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toAppError(thrown);
  // Work that was given up because nobody waits for it any more is no failure.
  const isAwaited = !request.raw.socket.destroyed;
  if (isAwaited && (error.error === 'internal' || error.error === 'unavailable')) {
    request.log.error({ err: thrown, request_id: request.id, path: routeOf(request) }, 'request failed');
  }
  if (error.error === 'too_many') reply.header('retry-after', '60');
  if (error.error === 'unavailable') reply.header('retry-after', '2');
  const { status, code } = ERRORS[error.error];
  return sendAnswer(reply, status, { code, message: error.message, data: error.data });
}

const FRAMEWORK: Record<string, AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError('too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError('wrong_type', '请用 application/json 提交'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new AppError('invalid', '请求长度与内容不符'),
  FST_ERR_BAD_URL: new AppError('invalid', '请求地址中有无效的字符'),
};

export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isDiskFull(thrown)) return new AppError('disk_full');
  if (thrown instanceof ContentTooLarge) return new AppError('too_large');
  if (thrown instanceof StoreUnavailable) return new AppError('unavailable', '文件存储暂时无法使用，请稍后重试');
  if (thrown instanceof MissingContent) return new AppError('not_found', '文件内容已不存在');
  if (isDatabaseAway(thrown)) return new AppError('unavailable', whyAway());
  // Given up because the server stops: whoever still waits may ask again.
  if (thrown instanceof Error && thrown.name === 'AbortError') return new AppError('unavailable');
  const { code, statusCode } = thrown as Partial<FastifyError>;
  const known = code && FRAMEWORK[code];
  if (known) return known;
  if (statusCode && statusCode >= 400 && statusCode < 500) return new AppError('invalid');
  return new AppError('internal');
}
