import { Readable } from 'node:stream';
import { AppError, ClipPick, VideoFactors } from '@mixreel/contract';
import { readBytes, type VirtualMp4 } from '@mixreel/media';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '#context.ts';
import { rangeOf } from '#features/file/range-header.ts';
import { requireFree } from '#features/label/withheld.ts';
import { isSigned, sign } from '#http/signature.ts';
import { readState } from './choose.ts';
import { findHeld, shownByHeld } from './held-videos.ts';
import { openVideo } from './open-video.ts';

const LINK_SECONDS = 6 * 3600;

const Ticket = z.object({
  space_id: z.string(),
  mproject_id: z.string(),
  picks: z.array(ClipPick),
  factors: VideoFactors,
  quality: z.enum(['draft', 'full']),
  /** The name of exactly what it is made of. */
  key: z.string(),
  /** Of the mix as it was after this step of its history. */
  sequence: z.int().optional(),
  until: z.int(),
});
type Ticket = z.infer<typeof Ticket>;

/** A link that lets whoever has it read this combination for some hours, and nothing else. */
export function videoLink({ secret }: Pick<App, 'secret'>, ticket: Omit<Ticket, 'until'>): string {
  // Rounded, so that the same combination keeps its address and the browser what it has of it.
  const until = (Math.ceil(Date.now() / 1000 / LINK_SECONDS) + 1) * LINK_SECONDS;
  const body = Buffer.from(JSON.stringify({ ...ticket, until })).toString('base64url');
  return `/mix/video?v=${body}.${sign(secret, 'mix video', body)}`;
}

/** Answers `/mix/video` in ranges, from parts: the file itself does not exist. */
export async function serveVideo(request: FastifyRequest, reply: FastifyReply, app: App): Promise<FastifyReply> {
  const ticket = readTicket(app, String((request.query as { v?: unknown }).v));
  // What may not be shown any more is not read on, however long it has been open.
  await requireFree(app.db, ticket.space_id, shownByHeld(app, ticket.key));
  const held = await findHeld(app, ticket.key);
  const file = held?.file ?? (await reopen(app, ticket));

  const etag = `"${ticket.key}"`;
  request.headers['x-no-compression'] = '1';
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'content-type': 'video/mp4',
    'cache-control': 'private, max-age=3600',
    'x-content-type-options': 'nosniff',
  });
  const ifRange = request.headers['if-range'];
  const range = ifRange && ifRange !== etag ? null : rangeOf(request.headers.range, file.size);
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size}`).send();
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  reply.header('content-length', end - start + 1);
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size}`);
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : Readable.from(readBytes(file, start, end + 1)));
}

function readTicket({ secret }: Pick<App, 'secret'>, token: string): Ticket {
  const [body = '', signature = ''] = token.split('.');
  if (!isSigned(signature, secret, 'mix video', body)) throw new AppError('no_such_path', '链接不正确');
  const ticket = Ticket.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
  if (ticket.until * 1000 < Date.now()) throw new AppError('no_such_path', '链接已过期，请刷新页面');
  return ticket;
}

/** In another process than the one that gave the link, or long after: the same parts again, if the mix still gives them. */
async function reopen(app: App, ticket: Ticket): Promise<VirtualMp4> {
  const { space_id, mproject_id, picks, factors, quality, key, sequence } = ticket;
  const state = await readState(app, space_id, mproject_id, sequence);
  const opened = await openVideo(app, state, { video: { picks, factors }, quality });
  if (opened.key === key) return opened.file;
  throw new AppError('no_such_path', '混剪已被修改，请重新播放');
}
