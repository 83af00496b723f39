import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { AppError, music as calls, pageInfo } from '@mixreel/contract';
import { and, eq, isNull, sql } from '#db/orm.ts';
import { rangeOf } from '#features/file/range-header.ts';
import { implement } from '#http/route.ts';
import { addMusic } from './add-music.ts';
import { listLibrary, PLATFORM_MUSIC } from './library.ts';
import { readMusic, requireMusic } from './music.queries.ts';
import { own_music } from './music.tables.ts';

const DAY_S = 86_400;

export const musicRoutes = implement(calls, {
  async list({ page_index, page_size, ...filter }, context) {
    return readMusic(context, context.space.space_id, filter, { page_index, page_size });
  },

  async platformList({ platform, page_index, page_size }) {
    const found = PLATFORM_MUSIC.filter((entry) => !platform || entry.platform === platform);
    const from = (page_index - 1) * page_size;
    const page_info = pageInfo({ page_index, page_size }, found.length);
    return { items: found.slice(from, from + page_size), page_info };
  },

  async add({ content_base64, ...given }, context) {
    const { space_id } = context.space;
    const bytes = Buffer.from(content_base64, 'base64');
    const music_id = await addMusic(context, { ...given, bytes, space_id, user_uid: context.user.user_uid });
    return requireMusic(context, space_id, music_id);
  },

  async delete({ music_id }, { db, space }) {
    // Pieces that use it keep it: it only leaves the list.
    const deleted = await db
      .update(own_music)
      .set({ deleted_at: sql`now()` })
      .where(
        and(eq(own_music.music_id, music_id), eq(own_music.space_id, space.space_id), isNull(own_music.deleted_at)),
      )
      .returning({ music_id: own_music.music_id });
    if (deleted.length === 0) throw new AppError('not_found', '这首音乐不存在或已被删除');
    return {};
  },

  /** Public-domain music needs no signature; only ids of the library lead to a file. */
  async content(request, reply, app) {
    const { music_id } = request.params as { music_id: string };
    const piece = listLibrary(app).find(({ music }) => music.music_id === music_id);
    if (!piece) throw new AppError('no_such_path', '这首音乐不在音乐库里');
    const { size } = await stat(piece.path);
    const range = rangeOf(request.headers.range, size);
    if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send();
    const { start, end } = range ?? { start: 0, end: size - 1 };
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
    request.headers['x-no-compression'] = '1';
    return reply
      .headers({
        'accept-ranges': 'bytes',
        'content-length': end - start + 1,
        'cache-control': `public, max-age=${DAY_S}`,
      })
      .type('audio/ogg')
      .send(createReadStream(piece.path, { start, end }));
  },
});
