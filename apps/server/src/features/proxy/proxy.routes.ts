import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { AppError, IMAGE_PROXY_BYTES_MAX, proxy } from '@mixreel/contract';
import { requireCaller, spendTicket } from '#http/authorize.ts';
import { NotPublic, type PublicOptions, getPublic } from '#http/public-address.ts';
import { implement } from '#http/route.ts';
import { tokenOf } from '#http/session.ts';
import { SNIFF_BYTES, sniffImage } from './sniff-image.ts';

const TIMEOUT_MS = 15_000;
const KEEP_S = 24 * 3600;

export const proxyRoutes = createProxyRoutes();

/** The options are for tests: how names resolve, and that this machine may be asked. */
export function createProxyRoutes(options: Pick<PublicOptions, 'allowLoopback' | 'resolve'> = {}) {
  return implement(proxy, {
    async image(request, reply, app) {
      const { url, ticket } = request.query as Record<string, unknown>;
      const hasTicket = typeof ticket === 'string';
      if (hasTicket) await spendTicket(app.pool, ticket, request.url);
      await requireCaller(app, hasTicket ? ticket : tokenOf(request), hasTicket ? 'stream' : 'access');
      if (typeof url !== 'string' || url.length > 4000) throw new AppError('invalid', 'url：必填');

      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const headers = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Mixreel' };
      const response = await getPublic(url, { ...options, signal, headers }).catch((error: unknown) => {
        if (error instanceof NotPublic) throw new AppError('invalid', '不能访问这个地址');
        throw new AppError('not_found', '图片取不到');
      });
      const { type, body } = await readImage(response);
      return reply
        .type(type)
        .headers({
          'cache-control': `private, max-age=${KEEP_S}`,
          'content-security-policy': "default-src 'none'; sandbox",
          'content-disposition': 'inline',
        })
        .send(body);
    },
  });
}

/** The picture as a stream that ends with an error when it grows too large. Anything else than a picture is refused. */
async function readImage(response: IncomingMessage): Promise<{ type: string; body: Readable }> {
  const refuse = (error: AppError): never => {
    response.destroy();
    throw error;
  };
  const { statusCode, headers } = response;
  if (statusCode !== 200) refuse(new AppError('not_found', '图片取不到'));
  if (Number(headers['content-length'] ?? 0) > IMAGE_PROXY_BYTES_MAX) refuse(new AppError('too_large', '图片过大'));

  const chunks = response.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let head: Buffer = Buffer.alloc(0);
  while (head.length < SNIFF_BYTES) {
    const { value, done } = await chunks.next().catch(() => ({ value: null, done: true }));
    if (done || !value) break;
    head = Buffer.concat([head, value]);
  }
  const type = sniffImage(head) ?? refuse(new AppError('wrong_type', '这个地址不是图片'));

  async function* read() {
    let bytes = head.length;
    yield head;
    for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) {
      bytes += chunk.length;
      if (bytes > IMAGE_PROXY_BYTES_MAX) refuse(new AppError('too_large', '图片过大'));
      yield chunk;
    }
  }
  return { type, body: Readable.from(read()) };
}
