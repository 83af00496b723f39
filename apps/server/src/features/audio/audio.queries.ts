import { createHash } from 'node:crypto';
import {
  AppError,
  type AiAudio,
  type AudioCard,
  type AudioLine,
  audioPieceOf,
  type PageInput,
  pageInfo,
} from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { containing } from '#db/containing.ts';
import { and, desc, eq, getTableColumns, ilike, isNull, or, sql } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { document } from '#features/document/document.tables.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { needsNotice } from '#features/label/duty.ts';
import { checkLicence } from '#features/music/check-licence.ts';
import { findMusic, readMusicTitles } from '#features/music/music.queries.ts';
import { readPlatforms } from '#features/project/project.queries.ts';
import { task } from '#features/task/task.tables.ts';
import { readLines } from './audio.document.ts';
import { ai_audio } from './audio.tables.ts';

const LINK_SECONDS = 6 * 3600;

/** A piece with its lines in their order; `revision` is the newest act on it. */
export type AudioRow = typeof ai_audio.$inferSelect & { lines: AudioLine[]; revision: number };

/** A task that was cancelled, or died with its worker, never told the piece: its own state counts. */
const STATUS = sql<AiAudio['status']>`case
  when ${ai_audio.status} <> 'submitted' then ${ai_audio.status}
  when ${task.status} = 'failed' then 'failed'
  when ${task.status} = 'canceled' then case when ${ai_audio.rendition} is null then 'draft' else 'done' end
  else ${ai_audio.status} end`;

const FIRST_LINE = sql<string>`coalesce((select l.text from audio_line l
  where l.ai_audio_id = ${ai_audio.ai_audio_id} order by l.rank collate "C", l.line_id limit 1), '')`;
const LINE_COUNT = sql<number>`(select count(*)::int from audio_line l where l.ai_audio_id = ${ai_audio.ai_audio_id})`;

/** Throws unless it is there and in the space; a deleted one only counts when asked for. */
export async function requireAudio(
  db: Queryable,
  space_id: string,
  ai_audio_id: string,
  { isDeleted = false }: { isDeleted?: boolean } = {},
): Promise<AudioRow> {
  const [found] = await db
    .select({ ...getTableColumns(ai_audio), status: STATUS, revision: document.sequence })
    .from(ai_audio)
    .innerJoin(document, eq(document.document_id, ai_audio.ai_audio_id))
    .leftJoin(task, eq(task.task_id, ai_audio.task_id))
    .where(and(eq(ai_audio.ai_audio_id, ai_audio_id), eq(ai_audio.space_id, space_id)));
  if (!found || (found.deleted_at !== null) !== isDeleted) throw new AppError('not_found', '配音不存在或已被删除');
  const { lines } = audioPieceOf({ piece: {}, line: await readLines(db, ai_audio_id) });
  return { ...found, lines };
}

export async function toAudio(app: App, row: AudioRow): Promise<AiAudio> {
  const { db, secret } = app;
  const { rendition } = row;
  const vlc_id = rendition?.files['mp3'];
  const music = row.music && (await findMusic(app, row.space_id, row.music.music_id));
  const titles = await readMusicTitles(db, row.space_id, row.music ? [row.music.music_id] : []);
  const [creator] = await db
    .select({ name: user_account.name })
    .from(user_account)
    .where(eq(user_account.user_uid, row.created_by));
  const link =
    vlc_id && signFileLink({ secret }, { vlc_id, file_name: `${row.audio_name}.mp3` }, { seconds: LINK_SECONDS });
  return {
    ...row,
    duration: rendition?.duration ?? null,
    audio_url: link ? link.url : null,
    peaks: rendition?.peaks ?? [],
    line_times: rendition?.lines.map(({ line_id, start, end }) => ({ line_id, start, end })) ?? [],
    is_stale: rendition !== null && (rendition.content !== contentOf(row) || (await hasWrongMark(db, row))),
    music_title: titles.get(row.music?.music_id ?? '') ?? null,
    music_licence: music?.licence ?? null,
    music_problem: await readMusicProblem(app, row),
    creator_name: creator?.name ?? '',
  };
}

/** Whether the space has changed its mind about the audible mark since the piece was made. */
async function hasWrongMark(db: Queryable, { rendition, space_id }: AudioRow): Promise<boolean> {
  return (rendition?.mark === null) === (await needsNotice(db, space_id));
}

/** Throws for a piece without the mark in a space that no longer answers for that. */
export async function requireMark(db: Queryable, row: AudioRow): Promise<void> {
  if (row.rendition?.mark === null && (await needsNotice(db, row.space_id))) {
    throw new AppError('conflict', '空间已收回自行标识的责任，请重新合成这篇配音再导出');
  }
}

/** Everything that decides how a piece sounds, as a hash. */
export function contentOf({ lines, music, target_lufs, ai_mark }: AudioRow): string {
  // In this order, which finished pieces of before were hashed in.
  const spoken = lines.map(({ rate, text, pitch, volume, emotion, pause_ms, voice_id }) => {
    return { rate, text, pitch, volume, emotion, pause_ms, voice_id };
  });
  return createHash('sha256')
    .update(JSON.stringify([spoken, music, target_lufs, ai_mark]))
    .digest('base64url');
}

/** What the licence of a piece's music does not cover, on the platforms that its project is made for. */
export async function readMusicProblem(
  app: Pick<App, 'db' | 'shelf' | 'secret'>,
  { music, space_id, project_id }: AudioRow,
): Promise<AiAudio['music_problem']> {
  if (!music) return null;
  const found = await findMusic(app, space_id, music.music_id);
  if (!found) return { blocks: false, message: '所选的音乐已不在音乐库里，再次合成前请重新选择' };
  return checkLicence(found.licence, await readPlatforms(app.db, project_id));
}

export async function readAudios(
  db: Queryable,
  { space_id, project_id, keyword }: { space_id: string; project_id: string; keyword?: string | undefined },
  page: PageInput,
) {
  const condition = and(
    eq(ai_audio.space_id, space_id),
    eq(ai_audio.project_id, project_id),
    isNull(ai_audio.deleted_at),
    keyword ? or(ilike(ai_audio.audio_name, containing(keyword)), ilike(FIRST_LINE, containing(keyword))) : undefined,
  );
  const rows = await db
    .select({
      ai_audio_id: ai_audio.ai_audio_id,
      project_id: ai_audio.project_id,
      audio_name: ai_audio.audio_name,
      status: STATUS,
      duration: sql<number | null>`(${ai_audio.rendition} ->> 'duration')::float8`,
      line_count: LINE_COUNT,
      first_line: sql<string>`left(${FIRST_LINE}, 100)`,
      music: ai_audio.music,
      creator_name: sql<string>`coalesce(${user_account.name}, '')`,
      created_at: ai_audio.created_at,
      updated_at: ai_audio.updated_at,
    })
    .from(ai_audio)
    .leftJoin(user_account, eq(user_account.user_uid, ai_audio.created_by))
    .leftJoin(task, eq(task.task_id, ai_audio.task_id))
    .where(condition)
    .orderBy(desc(ai_audio.updated_at), desc(ai_audio.ai_audio_id))
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size);
  const used = rows.flatMap(({ music }) => music?.music_id ?? []);
  const titles = await readMusicTitles(db, space_id, used);
  const items: AudioCard[] = rows.map(({ music, ...row }) => {
    return { ...row, music_title: titles.get(music?.music_id ?? '') ?? null };
  });
  return { items, page_info: pageInfo(page, await db.$count(ai_audio, condition)) };
}
