import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { AppError, type Font } from '@mixreel/contract';
import { FONTS, type FontId, fontMetrics, fontPath } from '@mixreel/media';
import type { FastifyReply, FastifyRequest } from 'fastify';

const YEAR_S = 31_536_000;
let known: Promise<Font[]> | undefined;

/** Every font that captions may use; the files are read once. */
export async function readFonts(): Promise<Font[]> {
  known ??= Promise.all(
    FONTS.map(async ({ id, name, weight }) => {
      // The content is part of the address, so that browsers may keep the file for ever.
      const hash = createHash('sha256')
        .update(await readFile(fontPath(id)))
        .digest('hex')
        .slice(0, 16);
      const { family, characters } = fontMetrics(id);
      return {
        font_id: id,
        font_name: name,
        family,
        weight,
        charset_count: characters,
        licence: 'SIL Open Font License 1.1',
        file_url: `/mix/font/${id}?v=${hash}`,
      };
    }),
  );
  return known;
}

/** Answers `/mix/font/:font_id`: the file that the renderer uses, so that a page draws the same letters. */
export async function sendFont(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { font_id } = request.params as { font_id: string };
  const font = FONTS.find(({ id }) => id === font_id);
  if (!font) throw new AppError('no_such_path', '没有这个字体');
  reply.headers({
    'content-type': 'font/ttf',
    'cache-control': `public, max-age=${YEAR_S}, immutable`,
    'x-content-type-options': 'nosniff',
  });
  return reply.send(createReadStream(fontPath(font.id satisfies FontId)));
}
