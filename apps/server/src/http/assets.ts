import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { AppError } from '@mixreel/contract';
import type { FastifyInstance } from 'fastify';
import { sendError } from './answer.ts';
import { createPacked } from './packed.ts';

/** All that a build makes; each is text, and worth packing. */
const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Serves the files of a build. Their names carry a hash of their content, so that a browser may keep them for ever and
 * each is packed only once, by the build or else by us: a page has fifty of them, and packing them for everybody who opens
 * it took longer than all its calls. Only names that the build has made are ever looked for.
 */
export function serveAssets(server: FastifyInstance, folder: string, connect: string[]): void {
  const names = readdirSync(folder);
  const open = (name: string) => () => readFile(join(folder, name));
  const files = new Map(
    names.map((name) => {
      const packed = `${name}.br`;
      return [name, createPacked(open(name), names.includes(packed) ? { br: open(packed) } : {})] as const;
    }),
  );
  // What a script may do as a worker: it is not bound by the policy of the page that starts it.
  const policy = ["default-src 'none'; script-src 'self'; connect-src 'self'", ...connect].join(' ');
  server.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params;
    const type = TYPES[extname(name)];
    const send = files.get(name);
    if (!send || !type) return sendError(new AppError('no_such_path'), request, reply);
    reply.header('content-security-policy', policy).header('cache-control', 'public, max-age=31536000, immutable');
    return send(request, reply.type(type));
  });
}
