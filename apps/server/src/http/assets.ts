import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { AppError } from '@mixreel/contract';
import type { FastifyInstance } from 'fastify';
import { sendError } from './answer.ts';

/** All that a build makes; each is text, and worth packing. */
const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const PACKED = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
  identity: async (bytes: Buffer) => bytes,
};
type Encoding = keyof typeof PACKED;

/**
 * Serves the files of a build. Their names carry a hash of their content, so that a browser may keep them for ever and
 * we may pack each only once: a page has fifty of them, and packing them for everybody who opens it took longer than
 * all its calls. Only names that the build has made are ever looked for.
 */
export function serveAssets(server: FastifyInstance, folder: string): void {
  const names = new Set(readdirSync(folder));
  const kept = new Map<string, Promise<Buffer>>();
  const read = (name: string, encoding: Encoding): Promise<Buffer> => {
    const key = `${encoding} ${name}`;
    const known = kept.get(key);
    if (known) return known;
    const bytes = readFile(join(folder, name)).then(PACKED[encoding]);
    kept.set(key, bytes);
    bytes.catch(() => kept.delete(key));
    return bytes;
  };
  server.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params;
    const type = TYPES[extname(name)];
    if (!names.has(name) || !type) return sendError(new AppError('no_such_path'), request, reply);
    const encoding = choose(request.headers['accept-encoding'] ?? '');
    const bytes = await read(name, encoding);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding')
      .type(type)
      .send(bytes);
  });
}

function choose(accepted: string): Encoding {
  const isWanted = (name: string) => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted);
  return isWanted('br') ? 'br' : isWanted('gzip') ? 'gzip' : 'identity';
}
