import { buffer } from 'node:stream/consumers';
import { AppError } from '@mixreel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, isNull, sql } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { video_clip } from '#features/mix/mix.tables.ts';
import { isSigned, sign } from '#http/signature.ts';
import { recent } from '#memory.ts';
import { renderLooks } from './look-sprite.ts';

const LINK_SECONDS = 6 * 3600;
/** Links made within an hour are equal, so that a page opened again finds its picture in the browser's cache. */
const STEP_SECONDS = 3600;
const KEPT_MAX = 30;
const SAMPLE = 'sample';

/** A link to the thumbnails of a clip's picture, or of a drawn one without a clip. */
export async function signLooks(
  { db, secret }: Pick<App, 'db' | 'secret'>,
  mproject_id: string,
  video_clip_id: string | undefined,
): Promise<string> {
  const vlc_id = video_clip_id ? await readCover(db, mproject_id, video_clip_id) : null;
  const name = vlc_id ?? SAMPLE;
  const expires = Math.ceil((Date.now() / 1000 + LINK_SECONDS) / STEP_SECONDS) * STEP_SECONDS;
  return `/mix/looks/${name}.${expires}.${sign(secret, 'looks', name, expires)}`;
}

async function readCover(db: Queryable, mproject_id: string, video_clip_id: string): Promise<string | null> {
  const [found] = await db
    .select({ vlc_id: sql<string | null>`coalesce(${shot.cover_vlc_id}, ${material.cover_vlc_id})` })
    .from(video_clip)
    .innerJoin(material, eq(material.material_id, video_clip.material_id))
    .leftJoin(shot, eq(shot.shot_id, video_clip.shot_id))
    .where(
      and(
        eq(video_clip.video_clip_id, video_clip_id),
        eq(video_clip.mproject_id, mproject_id),
        isNull(video_clip.deleted_at),
      ),
    );
  if (!found) throw new AppError('not_found', '片段不存在或已被删除');
  return found.vlc_id;
}

const sheetsOf = recent<Promise<Buffer>>(KEPT_MAX);

/** Answers `/mix/looks/:token` to whoever has a signed link. */
export async function sendLooks(request: FastifyRequest, reply: FastifyReply, app: App): Promise<FastifyReply> {
  const { token } = request.params as { token: string };
  const [name = '', expires = '', signature = ''] = token.split('.');
  const isOurs = isSigned(signature, app.secret, 'looks', name, Number(expires));
  const isFresh = Number(expires) * 1000 > Date.now();
  if (!isOurs || !isFresh) throw new AppError('forbidden', '链接无效或已过期，请刷新页面');
  const sheet = await oncePerPicture(app, name, async () =>
    renderLooks(name === SAMPLE ? null : await readPicture(app, name)),
  );
  reply.headers({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=86400, immutable',
    'x-content-type-options': 'nosniff',
  });
  return reply.send(sheet);
}

/** A cover of a material that is not there any more is replaced by the drawn picture: filters can be chosen all the same. */
async function readPicture({ db, storage, log }: App, vlc_id: string): Promise<Buffer | null> {
  const [file] = await db.select({ sha256: vlc_file.sha256 }).from(vlc_file).where(eq(vlc_file.vlc_id, vlc_id));
  if (!file) return null;
  try {
    return await buffer(await storage.read(file.sha256));
  } catch (error) {
    log.warn({ error, vlc_id }, 'the cover for the filters could not be read');
    return null;
  }
}

/** The last few sheets; those that failed are forgotten at once. */
async function oncePerPicture(app: App, name: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const sheets = sheetsOf(app);
  const sheet = sheets.get(name) ?? make();
  sheets.set(name, sheet);
  try {
    return await sheet;
  } catch (error) {
    sheets.delete(name);
    throw error;
  }
}
