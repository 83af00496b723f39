import { type Call, candidate, CODE_OK, file } from '@mixreel/contract';
import type { FastifyRequest, InjectOptions } from 'fastify';
import { z } from 'zod';
import { FROM_HERE } from '#features/file/serve-file.ts';
import { tokenOf } from '#http/session.ts';

/** A refusal is an answer as well: the agent reads what to do. */
export type Answer = { ok: true; data: unknown } | { ok: false; message: string };

const Envelope = z.object({ code: z.number(), message: z.string(), data: z.unknown() });
const LinkData = z.object({ url: z.string() });
/** What a resource may weigh; whoever wants more reads by the link. */
const RESOURCE_BYTES_MAX = 20 * 1024 * 1024;

/** Makes a call in the name of whoever sent this request, by the way that everybody's calls go. */
export async function ask(request: FastifyRequest, call: Call, input: Record<string, unknown>): Promise<Answer> {
  const { method, path } = call;
  const response = await inject(
    request,
    method === 'GET'
      ? { method, url: `${path}?${queryOf(input)}` }
      : { method, url: path, payload: JSON.stringify(input), headers: { 'content-type': 'application/json' } },
  );
  const { code, message, data } = Envelope.parse(JSON.parse(response.payload));
  return code === CODE_OK ? { ok: true, data } : { ok: false, message };
}

/** The bytes behind a link that one of these calls gives. */
export async function readBehind(
  request: FastifyRequest,
  kind: 'file' | 'preview' | 'cover',
  ids: Record<string, string>,
): Promise<{ bytes: Buffer; content_type: string } | { message: string }> {
  const calls: Record<typeof kind, Call> = { file: file.jumpLink, preview: candidate.preview, cover: candidate.cover };
  const answer = await ask(request, calls[kind], ids);
  if (!answer.ok) return { message: answer.message };
  const { url } = LinkData.parse(answer.data);
  const { pathname, search } = new URL(url, 'http://site.invalid');
  // Whatever is behind it, no more than this comes into memory, and never by way of the store's own address.
  const headers = { range: `bytes=0-${RESOURCE_BYTES_MAX - 1}`, [FROM_HERE]: '1' };
  const response = await inject(request, { method: 'GET', url: `${pathname}${search}`, headers });
  if (response.statusCode !== 200 && response.statusCode !== 206) return { message: '文件读不到，可能已被删除' };
  const whole = Number(/\/(\d+)$/.exec(response.headers['content-range'] ?? '')?.[1] ?? 0);
  if (whole > RESOURCE_BYTES_MAX) return { message: `文件太大，请用链接读取：${url}` };
  return { bytes: response.rawPayload, content_type: response.headers['content-type'] ?? 'application/octet-stream' };
}

/** In whichever header the token came: each client of the product has its own. */
function inject(request: FastifyRequest, options: InjectOptions) {
  const token = tokenOf(request);
  return request.server.inject({
    ...options,
    remoteAddress: request.ip,
    headers: { ...options.headers, ...(token !== null && { authorization: `Bearer ${token}` }) },
  });
}

function queryOf(input: Record<string, unknown>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue;
    const values: unknown[] = Array.isArray(value) ? value : [value];
    for (const one of values) query.append(name, String(one));
  }
  return query;
}
