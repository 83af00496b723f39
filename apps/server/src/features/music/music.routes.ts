import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { AppError, music as calls, pageInfo } from '@mixreel/contract';
import { rangeOf } from '#features/file/range-header.ts';
import { implement } from '#http/route.ts';
import { findMusic, PLATFORM_MUSIC, readMusic } from './music.queries.ts';

const DAY_S = 86_400;

export const musicRoutes = implement(calls, {
  async list({ page_index, page_size, ...filter }, context) {
    return readMusic(context, filter, { page_index, page_size });
  },

  async platformList({ platform, page_index, page_size }) {
    const found = PLATFORM_MUSIC.filter((entry) => !platform || entry.platform === platform);
    const from = (page_index - 1) * page_size;
    const page_info = pageInfo({ page_index, page_size }, found.length);
    return { items: found.slice(from, from + page_size), page_info };
  },

  /** Public-domain music needs no signature; only ids of the library lead to a file. */
  async content(request, reply, app) {
    const { music_id } = request.params as { music_id: string };
    const piece = findMusic(app, music_id);
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
