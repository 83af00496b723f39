import { createHash } from 'node:crypto';
import { AppError, type StoryField, type StoryFormat } from '@mixreel/contract';
import { fontPath } from '@mixreel/media';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#context.ts';
import { safeName } from '#features/file/archive-names.ts';
import { linkExpiry } from '#features/file/file-link.ts';
import { requireProject } from '#features/project/project.queries.ts';
import { createGate } from '#gate.ts';
import { isSigned, sign } from '#http/signature.ts';
import { recent } from '#memory.ts';
import { contentDisposition } from '#storage/disposition.ts';
import { requireFacts } from '../require-facts.ts';
import { readMoments, readStory } from '../story.queries.ts';
import { buildSheet } from './build-sheet.ts';
import { gatherPictures } from './gather-pictures.ts';
import { writePaper } from './write-paper.ts';

const LINK_SECONDS = 3600;
/** The last few, up to two megabytes each: whoever asks for a link fetches it at once. */
const KEPT_MAX = 6;
const AT_ONCE = 2;
const TYPES: Record<StoryFormat, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** A board in a format, with these of its columns; null: those with something in them. */
export type Paper = { space_id: string; story_board_id: string; format: StoryFormat; columns: StoryField[] | null };
type Maker = Pick<App, 'db' | 'secret' | 'storage' | 'memory'>;
export type Written = { bytes: Buffer; file_name: string; content_type: string };

/** Writes the file, so that whatever is wrong is said now, and gives the link to it. */
export async function paperLink(app: Maker, paper: Paper): Promise<{ url: string; file_name: string }> {
  const { file_name } = await makePaper(app, paper);
  const { space_id, story_board_id, format, columns } = paper;
  const expires = linkExpiry(LINK_SECONDS);
  const body = Buffer.from(JSON.stringify([space_id, story_board_id, format, columns])).toString('base64url');
  return { url: `/story/paper?p=${body}.${expires}.${sign(app.secret, 'paper', expires, body)}`, file_name };
}

/** Answers `/story/paper` to whoever has a signed link: the board as it is now. */
export async function sendPaper(request: FastifyRequest, reply: FastifyReply, app: App): Promise<FastifyReply> {
  const [body = '', expires = '', signature = ''] = String((request.query as { p?: unknown }).p).split('.');
  const isOurs = isSigned(signature, app.secret, 'paper', Number(expires), body);
  if (!isOurs || Number(expires) * 1000 < Date.now()) throw new AppError('forbidden', '链接已过期，请重新导出');
  const [space_id, story_board_id, format, columns] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [
    string,
    string,
    StoryFormat,
    StoryField[] | null,
  ];
  return replyPaper(request, reply, await makePaper(app, { space_id, story_board_id, format, columns }));
}

export function replyPaper(request: FastifyRequest, reply: FastifyReply, { bytes, file_name, content_type }: Written) {
  request.headers['x-no-compression'] = '1';
  reply.headers({
    'content-type': content_type,
    'content-length': bytes.length,
    'content-disposition': contentDisposition('attachment', file_name),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  });
  return reply.send(bytes);
}

const writtenOf = recent<Promise<Written>>(KEPT_MAX);

/** The file of a board as it is now; the last few are kept until the board changes. */
export async function makePaper(app: Maker, paper: Paper): Promise<Written> {
  const { space_id, story_board_id, format, columns } = paper;
  const board = await readStory(app, space_id, story_board_id);
  if (board.rows.length === 0) throw new AppError('conflict', '故事板还没有内容，写几行再导出');
  requireFacts(board);
  const { project_name } = await requireProject(app.db, space_id, board.project_id);
  // Who may no longer be shown, and what is gone or has another picture, changes without the board.
  const moments = await readMoments(app.db, space_id, board.rows);
  const of = createHash('sha256')
    .update(JSON.stringify([columns, project_name, moments]))
    .digest('base64url');
  const key = [story_board_id, board.revision, format, of].join(' ');
  const written = writtenOf(app);
  const known = written.get(key);
  if (known) return known;
  const made = inTurn(async (): Promise<Written> => {
    const pictures = await gatherPictures(app, space_id, board.rows, moments);
    const sheet = buildSheet({ board, project_name, columns, pictures, date: new Date() });
    const fonts = { body: fontPath('hei'), bold: fontPath('hei-bold') };
    const bytes = await writePaper({ sheet, format, fonts });
    return { bytes, file_name: `${safeName(board.board_name)}.${format}`, content_type: TYPES[format] };
  });
  written.set(key, made);
  made.catch(() => written.delete(key));
  return made;
}

const inTurn = createGate(AT_ONCE);
