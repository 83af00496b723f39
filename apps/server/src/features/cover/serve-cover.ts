import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@mixreel/contract';
import { FfmpegError, inFolder, SourceError } from '@mixreel/media';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#context.ts';
import { linkExpiry } from '#features/file/file-link.ts';
import { createGate } from '#gate.ts';
import { isSigned, sign } from '#http/signature.ts';
import { recent } from '#memory.ts';
import { MissingContent } from '#storage/storage.ts';
import { drawPictures, Drawing } from './draw-cover.ts';

const LINK_SECONDS = 6 * 3600;
/** Bytes of the last few, some 30 kB each. */
const KEPT_MAX = 200;
/** A page asks for twenty at once; two keep the cores busy. */
const AT_ONCE = 2;
const QUALITY = 4;

/** A link to a cover that is drawn when it is looked at, as wide as a card or a dialog shows it. */
export function coverLink({ secret }: Pick<App, 'secret'>, drawing: Drawing, width: number): string {
  const factor = Math.min(1, width / drawing.width);
  const even = (pixels: number) => Math.max(16, 2 * Math.round((pixels * factor) / 2));
  const shown = { ...drawing, width: even(drawing.width), height: even(drawing.height) };
  const body = Buffer.from(JSON.stringify(shown)).toString('base64url');
  const expires = linkExpiry(LINK_SECONDS);
  return `/mix/cover?c=${body}.${expires}.${sign(secret, 'cover', expires, body)}`;
}

/** Answers `/mix/cover` to whoever has a signed link. */
export async function sendCover(request: FastifyRequest, reply: FastifyReply, app: App): Promise<FastifyReply> {
  const [body = '', expires = '', signature = ''] = String((request.query as { c?: unknown }).c).split('.');
  const isOurs = isSigned(signature, app.secret, 'cover', Number(expires), body);
  if (!isOurs || Number(expires) * 1000 < Date.now()) throw new AppError('no_such_path', '链接已过期，请刷新页面');
  const bytes = await oncePerDrawing(app, body, () => inTurn(() => draw(app, body)));
  reply.headers({
    'content-type': 'image/jpeg',
    'cache-control': 'private, max-age=86400, immutable',
    'x-content-type-options': 'nosniff',
  });
  return reply.send(bytes);
}

async function draw(app: App, body: string): Promise<Buffer> {
  const drawing = Drawing.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
  return inFolder(app.scratch, async (folder) => {
    const path = join(folder, 'cover.jpg');
    await drawPictures(app, [{ drawing, files: [{ path, quality: QUALITY }] }]).catch(unlessGone);
    return readFile(path);
  });
}

/** Its film was deleted since, or is broken there. */
function unlessGone(error: unknown): never {
  const isGone = error instanceof MissingContent || error instanceof FfmpegError || error instanceof SourceError;
  throw isGone ? new AppError('no_such_path', '画面读不出来，可能已被删除，请刷新页面') : error;
}

const inTurn = createGate(AT_ONCE, { is_newest_first: true });

const drawnOf = recent<Promise<Buffer>>(KEPT_MAX);

/** The last few; those that failed are forgotten at once. */
async function oncePerDrawing(app: App, body: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const drawn = drawnOf(app);
  const picture = drawn.get(body) ?? make();
  drawn.set(body, picture);
  try {
    return await picture;
  } catch (error) {
    drawn.delete(body);
    throw error;
  }
}
