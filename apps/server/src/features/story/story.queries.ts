import {
  AppError,
  factSheetOf,
  type PageInput,
  pageInfo,
  type StoryBoard,
  type StoryCard,
  storyKind,
  type StoryReferenceView,
  type StoryRow,
  storyRowsOf,
} from '@mixreel/contract';
import type { App } from '#context.ts';
import { now } from '#db/columns.ts';
import type { Queryable } from '#db/connect.ts';
import { containing } from '#db/containing.ts';
import { and, desc, eq, getTableColumns, ilike, inArray, isNotNull, isNull, or, sql } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { document } from '#features/document/document.tables.ts';
import { removeOldDocuments } from '#features/document/remove-old.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { vlc_file, withheld_content } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { shoot_mark, shoot_take } from './shoot/shoot.tables.ts';
import { storyDocument } from './story.document.ts';
import { shooting_script, story_board, story_link } from './story.tables.ts';

const LINK_SECONDS = 6 * 3600;

const RowsOf = sql`${shooting_script} r where r.story_board_id = ${story_board.story_board_id}`;
/** The cover of the shot that a moment lies in, else of the material. */
const COVER = sql<string | null>`(
  select coalesce(
    (select h.cover_vlc_id from ${shot} h where h.material_id = m.material_id
      and h.start_ms <= (r.reference ->> 'start_ms')::int and h.end_ms > (r.reference ->> 'start_ms')::int limit 1),
    m.cover_vlc_id)
  from ${shooting_script} r join ${material} m on m.material_id = r.reference ->> 'material_id'
  where r.story_board_id = ${story_board.story_board_id} and m.deleted_at is null
  order by r.rank collate "C", r.row_id limit 1)`;

/** One that has no rhythm was not read to its end, and will not be where nobody is at it. */
const STATE = sql<StoryCard['state']>`case
  when ${story_board.origin} = 'video' and exists (
    select from ${task} t where t.project_id = ${story_board.project_id} and t.task_type = 'story_board_ana'
      and t.status in ('queued', 'running') and t.job_input ->> 'story_board_id' = ${story_board.story_board_id})
    then 'reading'
  when ${story_board.origin} = 'video' and ${story_board.pace} is null then 'unread'
  when exists (select from ${story_link} l where l.story_board_id = ${story_board.story_board_id}) then 'in_mix'
  when exists (select from ${shoot_take} k where k.story_board_id = ${story_board.story_board_id})
    or exists (select from ${shoot_mark} k where k.story_board_id = ${story_board.story_board_id}) then 'shooting'
  else 'draft' end`;

/** Throws unless it is there and in the space; a deleted one only counts when asked for. */
export async function requireStory(db: Queryable, space_id: string, story_board_id: string) {
  const [found] = await db
    .select({
      ...getTableColumns(story_board),
      revision: document.sequence,
      creator_name: sql<string>`coalesce(${user_account.name}, '')`,
    })
    .from(story_board)
    .innerJoin(document, eq(document.document_id, story_board.story_board_id))
    .leftJoin(user_account, eq(user_account.user_uid, story_board.created_by))
    .where(
      and(
        eq(story_board.story_board_id, story_board_id),
        eq(story_board.space_id, space_id),
        isNull(story_board.deleted_at),
      ),
    );
  if (!found) throw new AppError('not_found', '故事板不存在或已被删除');
  return found;
}

/** A board with its rows in their order and what the library knows of their references. */
export async function readStory(
  app: Pick<App, 'db' | 'secret'>,
  space_id: string,
  story_board_id: string,
): Promise<StoryBoard> {
  const board = await requireStory(app.db, space_id, story_board_id);
  const state = await storyDocument.read(app.db, story_board_id);
  const rows = storyRowsOf(state);
  return { ...board, rows, ...factSheetOf(state), references: await readReferences(app, space_id, rows) };
}

async function readReferences(
  app: Pick<App, 'db' | 'secret'>,
  space_id: string,
  rows: readonly Pick<StoryRow, 'reference'>[],
): Promise<StoryReferenceView[]> {
  const moments = await readMoments(app.db, space_id, rows);
  return moments.map(({ vlc_id, ai_origin: _ai, ...shown }) => ({
    ...shown,
    cover_url: vlc_id ? signFileLink(app, { vlc_id, file_name: 'cover' }, { seconds: LINK_SECONDS }).url : null,
  }));
}

export type Moment = Omit<StoryReferenceView, 'cover_url'> & { vlc_id: string | null; ai_origin: boolean };

/** The moments that rows refer to, each once, with the picture that stands for it: that of its shot, else of the material. */
export async function readMoments(
  db: Queryable,
  space_id: string,
  rows: readonly Pick<StoryRow, 'reference'>[],
): Promise<Moment[]> {
  const wanted = rows.flatMap(({ reference }) => (reference ? [reference] : []));
  const moments = [...new Map(wanted.map((one) => [`${one.material_id} ${one.start_ms}`, one])).values()];
  if (moments.length === 0) return [];
  const found = await db
    .select({
      material_id: material.material_id,
      material_name: material.material_name,
      sub_type: material.material_sub_type,
      ai_origin: material.ai_origin,
      deleted_at: material.deleted_at,
      cover_vlc_id: material.cover_vlc_id,
      is_withheld: sql<boolean>`exists(select from ${withheld_content} w join ${vlc_file} f on f.sha256 = w.sha256
        where w.space_id = ${space_id} and f.vlc_id = material.vlc_id)`,
      // The column is written out: the query builder names it without its table, and so that of the shot, any film's.
      shots: sql<{ start_ms: number; end_ms: number; cover: string | null }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object(
          'start_ms', h.start_ms, 'end_ms', h.end_ms, 'cover', h.cover_vlc_id)), '[]'::jsonb)
        from ${shot} h where h.material_id = material.material_id)`,
    })
    .from(material)
    .where(
      and(
        eq(material.space_id, space_id),
        inArray(
          material.material_id,
          moments.map(({ material_id }) => material_id),
        ),
      ),
    );
  const known = new Map(found.map((one) => [one.material_id, one]));
  return moments.map(({ material_id, start_ms }) => {
    const one = known.get(material_id);
    const at = one?.shots.find((shown) => shown.start_ms <= start_ms && shown.end_ms > start_ms);
    return {
      material_id,
      start_ms,
      material_name: one?.material_name ?? '',
      // Boards are printed and shared: who may no longer be shown is not on them.
      vlc_id: one?.is_withheld ? null : (at?.cover ?? one?.cover_vlc_id ?? null),
      ai_origin: one?.ai_origin ?? false,
      is_gone: !one || one.deleted_at !== null,
      is_inspiration: one?.sub_type === 'inspiration_video',
    };
  });
}

type Asked = {
  space_id: string;
  project_id: string;
  keyword?: string | undefined;
  origin?: StoryCard['origin'] | undefined;
  is_deleted?: boolean | undefined;
};

export async function readStoryCards(
  app: Pick<App, 'db' | 'secret'>,
  { space_id, project_id, keyword, origin, is_deleted = false }: Asked,
  page: PageInput,
) {
  const { db } = app;
  const condition = and(
    eq(story_board.space_id, space_id),
    eq(story_board.project_id, project_id),
    is_deleted ? isNotNull(story_board.deleted_at) : isNull(story_board.deleted_at),
    origin ? eq(story_board.origin, origin) : undefined,
    keyword ? or(ilike(story_board.board_name, containing(keyword)), saysSomewhere(keyword)) : undefined,
  );
  const rows = await db
    .select({
      ...getTableColumns(story_board),
      row_count: sql<number>`(select count(*)::int from ${RowsOf})`,
      duration_ms: sql<number>`(select coalesce(sum(r.duration_ms), 0)::int from ${RowsOf})`,
      first_line: sql<string>`coalesce((select left(coalesce(nullif(r.line, ''), r.picture), 100) from ${RowsOf}
        order by r.rank collate "C", r.row_id limit 1), '')`,
      cover_vlc_id: COVER,
      state: STATE,
      creator_name: sql<string>`coalesce(${user_account.name}, '')`,
    })
    .from(story_board)
    .leftJoin(user_account, eq(user_account.user_uid, story_board.created_by))
    .where(condition)
    .orderBy(desc(is_deleted ? story_board.deleted_at : story_board.updated_at), desc(story_board.story_board_id))
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size);
  const items = rows.map(({ cover_vlc_id: vlc_id, ...row }): StoryCard => {
    const cover_url = vlc_id ? signFileLink(app, { vlc_id, file_name: 'cover' }, { seconds: LINK_SECONDS }).url : null;
    return { ...row, cover_url };
  });
  return { items, page_info: pageInfo(page, await db.$count(story_board, condition)) };
}

function saysSomewhere(keyword: string) {
  const like = containing(keyword);
  return sql`exists (select from ${RowsOf} and (r.line ilike ${like} or r.picture ilike ${like}))`;
}

/** The projects that boards belong to, each once. */
export async function projectsOf(db: Queryable, story_board_ids: string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ project_id: story_board.project_id })
    .from(story_board)
    .where(inArray(story_board.story_board_id, story_board_ids));
  return rows.map(({ project_id }) => project_id);
}

/** Into the bin or out of it: the documents first, as whoever acts on them holds them. */
export async function setStoriesDeleted(
  db: Queryable,
  space_id: string,
  story_board_ids: string[],
  isDeleted: boolean,
): Promise<void> {
  const deleted_at = isDeleted ? now : null;
  await db
    .update(document)
    .set({ deleted_at })
    .where(and(inArray(document.document_id, story_board_ids), eq(document.space_id, space_id)));
  await db
    .update(story_board)
    .set({ deleted_at })
    .where(and(inArray(story_board.story_board_id, story_board_ids), eq(story_board.space_id, space_id)));
}

/** Boards go with their project. */
export async function binStoriesOf(tx: Queryable, { project_id }: { project_id: string }): Promise<void> {
  const there = and(eq(story_board.project_id, project_id), isNull(story_board.deleted_at));
  const ids = tx.select({ id: story_board.story_board_id }).from(story_board).where(there);
  await tx.update(document).set({ deleted_at: now }).where(inArray(document.document_id, ids));
  await tx.update(story_board).set({ deleted_at: now }).where(there);
}

export async function removeOldStories({ db }: Pick<App, 'db'>): Promise<void> {
  await removeOldDocuments(db, storyKind.kind, (tx, story_board_id) =>
    tx.delete(story_board).where(eq(story_board.story_board_id, story_board_id)),
  );
}
