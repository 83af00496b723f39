import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const PACKED = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
  identity: async (bytes: Buffer) => bytes,
};
type Encoding = keyof typeof PACKED;

type Make = () => Promise<Buffer>;

/**
 * Sends the same bytes to everybody: made at the first request, packed once for each encoding unless that is there
 * already, then kept.
 */
export function createPacked(make: Make, packed: Partial<Record<Encoding, Make>> = {}) {
  let made: Promise<Buffer> | null = null;
  const kept = new Map<Encoding, Promise<Buffer>>();
  const read = (encoding: Encoding): Promise<Buffer> => {
    const known = kept.get(encoding);
    if (known) return known;
    const bytes = packed[encoding]?.() ?? (made ??= make()).then(PACKED[encoding]);
    kept.set(encoding, bytes);
    bytes.catch(() => {
      made = null;
      kept.delete(encoding);
    });
    return bytes;
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const encoding = choose(request.headers['accept-encoding'] ?? '');
    const bytes = await read(encoding);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    // Nobody packs it again on the way out.
    request.headers['x-no-compression'] = '1';
    return reply.header('vary', 'accept-encoding').send(bytes);
  };
}

function choose(accepted: string): Encoding {
  const isWanted = (name: string) => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted);
  return isWanted('br') ? 'br' : isWanted('gzip') ? 'gzip' : 'identity';
}
