import {
  AppError,
  type Generation,
  type GenerationKind,
  type GenerationSource,
  type HistoryInput,
  type HistoryPage,
  pageInfo,
} from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { containing } from '#db/containing.ts';
import { type SQL, and, desc, eq, ilike, inArray, isNull, sql } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { ai_generation, type GenerationInput, type GenerationOutput } from './generate.tables.ts';

const LINK_SECONDS = 6 * 3600;

export type GenerationRow = typeof ai_generation.$inferSelect;
type Needs = Pick<App, 'db' | 'secret'>;

const COLUMNS = {
  row: ai_generation,
  status: task.status,
  progress: task.progress,
  eta_s: task.eta_s,
  error: task.error,
  finished_at: task.finished_at,
  user_name: sql<string>`coalesce(${user_account.name}, '')`,
};

/** What was made in a project, the newest first. */
export async function readHistory(
  app: Needs,
  space_id: string,
  kind: GenerationKind,
  { project_id, keyword, only_liked, source_vlc_id, batch_id, ...page }: HistoryInput,
): Promise<HistoryPage> {
  const condition = and(
    eq(ai_generation.space_id, space_id),
    eq(ai_generation.project_id, project_id),
    eq(ai_generation.kind, kind),
    isNull(ai_generation.deleted_at),
    keyword ? ilike(ai_generation.prompt, containing(keyword)) : undefined,
    only_liked ? eq(ai_generation.is_liked, true) : undefined,
    batch_id ? eq(ai_generation.batch_id, batch_id) : undefined,
    source_vlc_id ? sql`${ai_generation.inputs} @> ${JSON.stringify([{ vlc_id: source_vlc_id }])}::jsonb` : undefined,
  );
  const items = await select(app, app.db, condition, page);
  return { items, page_info: pageInfo(page, await app.db.$count(ai_generation, condition)) };
}

export async function requireGeneration(
  app: Needs,
  space_id: string,
  generation_id: string,
  db: Queryable = app.db,
): Promise<Generation> {
  const [found] = await select(app, db, ofSpace(space_id, generation_id), { page_index: 1, page_size: 1 });
  if (!found) throw new AppError('not_found', '这条记录不存在或已被删除');
  return found;
}

/** The row, for whoever makes or changes it. */
export async function requireRow(db: Queryable, space_id: string, generation_id: string): Promise<GenerationRow> {
  const [found] = await db.select().from(ai_generation).where(ofSpace(space_id, generation_id));
  if (!found) throw new AppError('not_found', '这条记录不存在或已被删除');
  return found;
}

function ofSpace(space_id: string, generation_id: string): SQL | undefined {
  return and(
    eq(ai_generation.space_id, space_id),
    eq(ai_generation.generation_id, generation_id),
    isNull(ai_generation.deleted_at),
  );
}

async function select(
  app: Needs,
  db: Queryable,
  condition: SQL | undefined,
  { page_index, page_size }: { page_index: number; page_size: number },
): Promise<Generation[]> {
  const rows = await db
    .select(COLUMNS)
    .from(ai_generation)
    .innerJoin(task, eq(task.task_id, ai_generation.task_id))
    .leftJoin(user_account, eq(user_account.user_uid, ai_generation.created_by))
    .where(condition)
    .orderBy(desc(ai_generation.generation_id))
    .limit(page_size)
    .offset((page_index - 1) * page_size);
  const files = await readNames(
    db,
    rows.map(({ row }) => row),
  );
  return rows.map(({ row, error, ...state }) => {
    const { space_id: _space, inputs, files: made, created_by, deleted_at: _deleted, ...told } = row;
    return {
      ...told,
      ...state,
      error: error && { message: error.message, can_retry: error.can_retry },
      sources: inputs.map((input) => toSource(app, files, input)),
      files: made.flatMap((file) => toFile(app, files, file)),
      user_uid: created_by,
    };
  });
}

type Known = Map<string, { vlc_id: string; file_name: string; cover_vlc_id: string | null }>;

/** The files of all of them, each with the cover of its material. */
async function readNames(db: Queryable, rows: GenerationRow[]): Promise<Known> {
  const vlc_ids = rows.flatMap(({ inputs, files }) => [
    ...inputs.map(({ vlc_id }) => vlc_id),
    ...files.flatMap(({ vlc_id, cover_vlc_id }) => (cover_vlc_id ? [vlc_id, cover_vlc_id] : [vlc_id])),
  ]);
  if (vlc_ids.length === 0) return new Map();
  const found = await db
    .select({ vlc_id: vlc_file.vlc_id, file_name: vlc_file.file_name, cover_vlc_id: material.cover_vlc_id })
    .from(vlc_file)
    .leftJoin(material, eq(material.vlc_id, vlc_file.vlc_id))
    .where(inArray(vlc_file.vlc_id, vlc_ids));
  return new Map(found.map((file) => [file.vlc_id, file]));
}

function toSource(
  app: Pick<App, 'secret'>,
  files: Known,
  { vlc_id, material_id, width, height }: GenerationInput,
): GenerationSource {
  const file = files.get(vlc_id);
  const shown = file && { vlc_id: file.cover_vlc_id ?? vlc_id, file_name: file.file_name };
  const name = file?.file_name ?? '';
  return { vlc_id, material_id, name, url: shown ? link(app, shown) : null, width, height };
}

function toFile(
  app: Pick<App, 'secret'>,
  files: Known,
  { marked_vlc_id: _marked, part_vlc_ids: _parts, cover_vlc_id, ...told }: GenerationOutput,
): Generation['files'] {
  const file = files.get(told.vlc_id);
  if (!file) return [];
  const cover = cover_vlc_id && files.get(cover_vlc_id);
  return [{ ...told, url: link(app, file), cover_url: cover ? link(app, cover) : null }];
}

function link(app: Pick<App, 'secret'>, file: { vlc_id: string; file_name: string }): string {
  return signFileLink(app, file, { seconds: LINK_SECONDS }).url;
}
