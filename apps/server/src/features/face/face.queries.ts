import {
  AppError,
  type Face,
  type FaceFigure,
  type FaceResult,
  type FaceSwap,
  type FaceSwapDetail,
  type TaskWork,
  type PageInput,
  pageInfo,
} from '@mixreel/contract';
import { mayKeep } from '@mixreel/media';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, desc, eq, inArray, isNull, sql } from '#db/orm.ts';
import type { Parts } from '#features/ai/ability.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { readWithheld } from '#features/label/withheld.ts';
import { readHdrNote } from '#features/material/hdr.queries.ts';
import { material, material_facts } from '#features/material/material.tables.ts';
import { readWorks } from '#features/task/task.queries.ts';
import { servicesFor } from './elsewhere.ts';
import { face, face_swap, face_use, type Figure, type SwappedFile } from './face.tables.ts';
import { figureProblem } from './refuse-face.ts';

const LINK_SECONDS = 6 * 3600;

export type SwapRow = typeof face_swap.$inferSelect;
export type FaceRow = typeof face.$inferSelect;
type Needs = Pick<App, 'db' | 'secret'>;

export async function requireSwap(db: Queryable, space_id: string, swap_id: string): Promise<SwapRow> {
  const [found] = await db
    .select()
    .from(face_swap)
    .where(and(eq(face_swap.space_id, space_id), eq(face_swap.swap_id, swap_id)));
  if (!found) throw new AppError('not_found', '这条换脸不存在或已被删除');
  return found;
}

/** Until the transaction ends nobody else begins, keeps or changes anything of it. */
export async function holdSwap(tx: Queryable, space_id: string, swap_id: string): Promise<SwapRow> {
  await tx.select({ swap_id: face_swap.swap_id }).from(face_swap).where(eq(face_swap.swap_id, swap_id)).for('update');
  return requireSwap(tx, space_id, swap_id);
}

/**
 * Writes one field of a result, if it is still the one that was read: what others wrote meanwhile stays. False when it is not.
 */
export async function noteOfResult(
  tx: Queryable,
  { swap_id, result }: SwapRow,
  field: 'material_id' | 'marked_vlc_id',
  value: string,
): Promise<boolean> {
  const written = await tx
    .update(face_swap)
    .set({ result: sql`jsonb_set(${face_swap.result}, array[${field}], to_jsonb(${value}::text))` })
    .where(
      and(
        eq(face_swap.swap_id, swap_id),
        sql`${face_swap.result} ->> 'vlc_id' = ${result?.vlc_id ?? ''}`,
        sql`${face_swap.result} ->> ${field}::text is not distinct from ${result?.[field] ?? null}::text`,
      ),
    )
    .returning({ swap_id: face_swap.swap_id });
  return written.length > 0;
}

export async function requireFace(db: Queryable, space_id: string, face_id: string): Promise<FaceRow> {
  const [found] = await db
    .select()
    .from(face)
    .where(and(eq(face.space_id, space_id), eq(face.face_id, face_id)));
  if (!found) throw new AppError('not_found', '这张脸不存在或已被删除');
  return found;
}

export async function listFaces(app: Needs, space_id: string): Promise<Face[]> {
  const rows = await app.db.select().from(face).where(eq(face.space_id, space_id)).orderBy(desc(face.face_id));
  return toFaces(app, rows);
}

export async function readFaces(app: Needs, space_id: string, face_ids: string[]): Promise<Face[]> {
  if (face_ids.length === 0) return [];
  const of = and(eq(face.space_id, space_id), inArray(face.face_id, face_ids));
  return toFaces(app, await app.db.select().from(face).where(of).orderBy(desc(face.face_id)));
}

async function toFaces(app: Needs, rows: FaceRow[]): Promise<Face[]> {
  if (rows.length === 0) return [];
  const of = rows.map(({ face_id }) => face_id);
  const uses = await app.db
    .select({ face_id: face_use.face_id, uses: sql<number>`count(*)::int` })
    .from(face_use)
    .where(inArray(face_use.face_id, of))
    .groupBy(face_use.face_id);
  const counts = new Map(uses.map((one) => [one.face_id, one.uses]));
  return rows.map(({ face_id, face_name, pictures, consent, withdrawal, created_at }) => {
    const { document } = consent;
    return {
      face_id,
      face_name,
      pictures: pictures.map(({ vlc_id, box, yaw }) => ({ url: link(app, vlc_id, 'face.jpg'), box, yaw })),
      consent: {
        subject: consent.subject,
        version: consent.version,
        text: consent.text,
        by_name: consent.user_name,
        at: consent.at,
        document_name: document?.file_name ?? null,
        document_url: document && link(app, document.vlc_id, document.file_name),
        withdrawn_at: withdrawal?.at ?? null,
        withdrawn_by_name: withdrawal?.user_name ?? null,
      },
      uses_count: counts.get(face_id) ?? 0,
      created_at,
    };
  });
}

export async function listSwaps(app: Needs, space_id: string, project_id: string, page: PageInput) {
  const condition = and(eq(face_swap.space_id, space_id), eq(face_swap.project_id, project_id));
  // Without whom and where: of a hundred films that is a hundred megabytes, read anew whenever a task goes on.
  const { swap_id, swap_name, material_id, content_type, created_by, created_at, find_task_id, make_task_id } =
    face_swap;
  const figures_count = sql<number>`jsonb_array_length(${face_swap.figures})`;
  const is_made = sql<boolean>`${face_swap.result} is not null`;
  const plain = { swap_id, swap_name, project_id: face_swap.project_id, material_id, content_type };
  const rows = await app.db
    .select({ ...plain, created_by, created_at, find_task_id, make_task_id, figures_count, is_made })
    .from(face_swap)
    .where(condition)
    .orderBy(desc(face_swap.swap_id))
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size);
  return { items: await toCards(app, rows), page_info: pageInfo(page, await app.db.$count(face_swap, condition)) };
}

export async function readDetail(app: Needs & Parts, space_id: string, swap_id: string): Promise<FaceSwapDetail> {
  const row = await requireSwap(app.db, space_id, swap_id);
  const [card] = await toCards(app, [{ ...row, figures_count: row.figures.length, is_made: row.result !== null }]);
  if (!card) throw new AppError('not_found', '这条换脸不存在或已被删除');
  const [source] = await app.db.select().from(vlc_file).where(eq(vlc_file.vlc_id, row.vlc_id));
  const { width, height, fps, duration_ms, revision, groups, note } = row;
  const face_ids = [...new Set(groups.map(({ face_id }) => face_id))];
  return {
    ...card,
    url: source ? link(app, source.vlc_id, source.file_name) : null,
    width,
    height,
    fps,
    duration_ms,
    keeps_rest: await readKeepsRest(app.db, row),
    revision,
    figures: row.figures.map((one) => toFigure(app, one)),
    groups,
    faces: await readFaces(app, space_id, face_ids),
    engines: servicesFor(app, row),
    note: [note, await readHdrNote(app.db, row.material_id)].filter(Boolean).join('；') || null,
    refusal: await readRefusal(app.db, row),
    preview: await toResult(app, row, row.preview),
    result: await toResult(app, row, row.result),
  };
}

/** Whether only what is changed of it will be encoded, as far as its analysis tells. */
export async function readKeepsRest(db: Queryable, { material_id }: Pick<SwapRow, 'material_id'>): Promise<boolean> {
  const { facts } = material_facts;
  const [found] = await db.select({ facts }).from(material_facts).where(eq(material_facts.material_id, material_id));
  return found !== undefined && mayKeep(found.facts);
}

/** Why no face may be changed in a material, in words; null when one may. Asked whoever begins it, whenever. */
export async function readRefusal(db: Queryable, row: SwapRow): Promise<string | null> {
  const { material_id, material_name, space_id } = row;
  const there = and(
    eq(material.material_id, material_id),
    eq(material.space_id, space_id),
    isNull(material.deleted_at),
  );
  const [found] = await db.select().from(material).where(there);
  if (!found) return `「${material_name}」已不在素材库里`;
  const withheld = (await readWithheld(db, row.space_id, [row.sha256])).get(row.sha256);
  if (withheld) return withheld;
  if (found.rights?.consent === 'missing') return `「${material_name}」里的人还没有同意使用，请先在素材详情里补上授权`;
  if (found.rights_expires_at && new Date(found.rights_expires_at) <= new Date()) {
    return `「${material_name}」的授权已经到期，请先续期`;
  }
  return null;
}

export function toFigure(app: Pick<App, 'secret'>, figure: Figure): FaceFigure {
  const { figure_id, figure_name, tracks } = figure;
  const cover = (vlc_id: string | null) => vlc_id && link(app, vlc_id, 'face.jpg');
  const longest = tracks.toSorted((a, b) => b.end_ms - b.start_ms - (a.end_ms - a.start_ms))[0];
  return {
    figure_id,
    figure_name,
    cover_url: cover(longest?.cover_vlc_id ?? null),
    duration_ms: tracks.reduce((sum, { start_ms, end_ms }) => sum + end_ms - start_ms, 0),
    tracks: tracks.map(({ track_id, start_ms, end_ms, boxes, cover_vlc_id }) => ({
      track_id,
      start_ms,
      end_ms,
      cover_url: cover(cover_vlc_id),
      yaw: Math.max(0, ...boxes.map(({ yaw }) => Math.abs(yaw))),
    })),
    refusal: figureProblem(figure),
  };
}

async function toResult(app: Needs, row: SwapRow, made: SwappedFile | null): Promise<FaceResult | null> {
  if (!made) return null;
  const [file] = await app.db.select().from(vlc_file).where(eq(vlc_file.vlc_id, made.vlc_id));
  if (!file) return null;
  const withheld = await readWithheld(app.db, row.space_id, [file.sha256]);
  const url = link(app, made.vlc_id, file.file_name);
  return { ...made, url, note: made.note ?? null, withheld: withheld.get(file.sha256) ?? null };
}

type Plain = 'swap_id' | 'swap_name' | 'project_id' | 'material_id' | 'content_type' | 'created_by' | 'created_at';
type CardRow = Pick<SwapRow, Plain | 'find_task_id' | 'make_task_id'> & { figures_count: number; is_made: boolean };

async function toCards(app: Needs, rows: CardRow[]): Promise<FaceSwap[]> {
  if (rows.length === 0) return [];
  const { db } = app;
  const covers = await db
    .select({ material_id: material.material_id, cover_vlc_id: material.cover_vlc_id })
    .from(material)
    .where(
      inArray(
        material.material_id,
        rows.map(({ material_id }) => material_id),
      ),
    );
  const coverOf = new Map(covers.map((one) => [one.material_id, one.cover_vlc_id]));
  const workOf = await readWorks(
    db,
    rows.flatMap(({ find_task_id, make_task_id }) => [find_task_id, make_task_id]),
  );
  const people = await db
    .select({ user_uid: user_account.user_uid, name: sql<string>`coalesce(${user_account.name}, '')` })
    .from(user_account)
    .where(inArray(user_account.user_uid, [...new Set(rows.map(({ created_by }) => created_by))]));
  const names = new Map(people.map(({ user_uid, name }) => [user_uid, name]));
  return rows.map((row) => {
    const [find, make] = [workOf(row.find_task_id), workOf(row.make_task_id)];
    const cover = coverOf.get(row.material_id);
    return {
      swap_id: row.swap_id,
      swap_name: row.swap_name,
      project_id: row.project_id,
      material_id: row.material_id,
      status: statusOf(find, make, row.is_made),
      is_picture: row.content_type.startsWith('image/'),
      cover_url: cover ? link(app, cover, 'cover.jpg') : null,
      figures_count: row.figures_count,
      find,
      make,
      user_name: names.get(row.created_by) ?? '',
      created_at: row.created_at,
    };
  });
}

const OPEN = ['queued', 'running', 'canceling'];

function statusOf(find: TaskWork | null, make: TaskWork | null, isMade: boolean): FaceSwap['status'] {
  if (find && OPEN.includes(find.status)) return 'analysing';
  if (make && OPEN.includes(make.status)) return 'producing';
  if (find?.status === 'failed' || make?.status === 'failed') return 'failed';
  return isMade ? 'done' : 'ready';
}

function link(app: Pick<App, 'secret'>, vlc_id: string, file_name: string): string {
  return signFileLink(app, { vlc_id, file_name }, { seconds: LINK_SECONDS }).url;
}
