import { AppError, type PageInput, pageInfo, type SeenPerson } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, desc, eq, inArray, sql } from '#db/orm.ts';
import type { Transactional } from '#features/file/content-claims.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { indexWords } from '#features/search/index-shot.ts';
import { person, shot, shot_face } from './analysis.tables.ts';
import { recount } from './persons.ts';

const LINK_SECONDS = 6 * 3600;
type Parts = Pick<App, 'db' | 'secret'>;

/** The persons of a space, or of one project of it, those seen most first. */
export async function readPersons(
  app: Parts,
  { space_id, project_id }: { space_id: string; project_id?: string | undefined },
  page: PageInput,
) {
  const seen = app.db
    .select({
      person_id: shot_face.person_id,
      faces_count: sql<number>`count(*)::int`.as('faces'),
      shots_count: sql<number>`count(distinct ${shot.shot_id})::int`.as('shots'),
    })
    .from(shot_face)
    .innerJoin(shot, eq(shot.shot_id, shot_face.shot_id))
    .where(
      and(
        eq(shot.space_id, space_id),
        eq(shot.is_hidden, false),
        project_id ? eq(shot.project_id, project_id) : undefined,
      ),
    )
    .groupBy(shot_face.person_id)
    .as('seen');
  const rows = await app.db
    .select({
      person_id: person.person_id,
      person_name: person.person_name,
      cover_vlc_id: person.cover_vlc_id,
      faces_count: seen.faces_count,
      shots_count: seen.shots_count,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(person)
    .innerJoin(seen, eq(seen.person_id, person.person_id))
    .where(eq(person.space_id, space_id))
    .orderBy(sql`${person.person_name} = ''`, desc(seen.faces_count), person.person_id)
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size);
  return {
    items: rows.map(({ total: _total, ...row }) => toPerson(app, row)),
    page_info: pageInfo(page, rows[0]?.total ?? 0),
  };
}

type PersonCard = Omit<SeenPerson, 'cover_url'> & { cover_vlc_id: string | null };

function toPerson(app: Pick<App, 'secret'>, { cover_vlc_id, ...row }: PersonCard): SeenPerson {
  const file = cover_vlc_id && { vlc_id: cover_vlc_id, file_name: 'person' };
  return { ...row, cover_url: file ? signFileLink(app, file, { seconds: LINK_SECONDS }).url : null };
}

type Naming = { person_id: string; person_name?: string | undefined; merge_into?: string | undefined };

/** Names a person, or says that two are one. Their shots are found by the new name at once. */
export async function namePerson(
  app: Parts,
  space_id: string,
  { person_id, person_name, merge_into }: Naming,
): Promise<SeenPerson> {
  const { db } = app;
  if (merge_into === person_id) throw new AppError('invalid', '不能和自己合并，请选择另一个人物');
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`persons:${space_id}`}, 0))`);
    const kept = merge_into ?? person_id;
    const ids = [person_id, ...(merge_into ? [merge_into] : [])];
    const rows = await tx
      .select()
      .from(person)
      .where(and(eq(person.space_id, space_id), inArray(person.person_id, ids)));
    if (rows.length < ids.length) throw new AppError('not_found', '人物不存在或已被合并，请刷新');
    const [one, other] = ids.map((id) => rows.find((row) => row.person_id === id));
    if (merge_into) await merge(tx, person_id, merge_into);
    const name = person_name ?? (other?.person_name || one?.person_name);
    if (name !== undefined) await tx.update(person).set({ person_name: name }).where(eq(person.person_id, kept));
    if (merge_into && one?.cover_vlc_id) await removeFiles(tx, space_id, [one.cover_vlc_id]);
    const materials = await tx
      .selectDistinct({ material_id: shot.material_id })
      .from(shot_face)
      .innerJoin(shot, eq(shot.shot_id, shot_face.shot_id))
      .where(eq(shot_face.person_id, kept));
    if (materials.length > 0) {
      await indexWords(
        tx,
        materials.map(({ material_id }) => material_id),
      );
    }
    return toPerson(app, await requirePerson(tx, kept));
  });
}

async function merge(tx: Queryable & Transactional, person_id: string, into: string): Promise<void> {
  await tx.update(shot_face).set({ person_id: into }).where(eq(shot_face.person_id, person_id));
  await tx.delete(person).where(eq(person.person_id, person_id));
  await recount(tx, [into]);
}

async function requirePerson(tx: Queryable, person_id: string): Promise<PersonCard> {
  const [row] = await tx
    .select({
      person_id: person.person_id,
      person_name: person.person_name,
      cover_vlc_id: person.cover_vlc_id,
      faces_count: person.faces_count,
      shots_count: sql<number>`(select count(distinct shot_id)::int from shot_face where person_id = ${person_id})`,
    })
    .from(person)
    .where(eq(person.person_id, person_id));
  if (!row) throw new AppError('not_found', '人物不存在或已被合并，请刷新');
  return row;
}
