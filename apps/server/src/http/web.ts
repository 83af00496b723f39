import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@mixreel/contract';
import type { FastifyInstance } from 'fastify';
import { sendError } from './answer.ts';
import { serveAssets } from './assets.ts';

/** Origins besides our own that pages may call, frame, and show files from. */
type Sources = { connect: string[]; frame: string[]; media: string[] };

const NOT_PAGES = /^\/(api|files|assets|report|monitor)(\/|$)/;

/** Serves the built pages: every address that is not a call or a file is the page, which knows its own routes. */
export function serveWeb(
  server: FastifyInstance,
  dist: string,
  { title, ...sources }: { title: string } & Sources,
): void {
  const index = join(dist, 'index.html');
  if (!existsSync(index)) throw new Error('页面还没有构建，请用 npm start 启动');
  const html = readFileSync(index, 'utf8').replaceAll('%TITLE%', title.replace(/[&<>]/g, ''));

  serveAssets(server, join(dist, 'assets'), sources.connect);
  server.get('/*', (request, reply) => {
    if (NOT_PAGES.test(request.url.split('?')[0] ?? '')) return sendError(new AppError('no_such_path'), request, reply);
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', pagePolicy(nonce, sources))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html.replaceAll('%NONCE%', nonce));
  });
}

/**
 * Scripts only from here. Styles also from the component library, which carries the nonce. Media may be on an S3.
 * Reports go where they are configured to go; Feishu's QR page is the only thing ever framed.
 */
function pagePolicy(nonce: string, { connect, frame, media }: Sources): string {
  return [
    `default-src 'self'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' data: blob: https:", ...media].join(' '),
    ["media-src 'self' data: blob: https:", ...media].join(' '),
    `font-src 'self' data:`,
    `worker-src 'self' blob:`,
    ["connect-src 'self'", ...connect].join(' '),
    ['frame-src', ...(frame.length > 0 ? frame : ["'none'"])].join(' '),
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}
