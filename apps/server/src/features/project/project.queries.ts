import { AppError, type Client, type PageInput, type Project, type SameName, pageInfo } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { containing } from '#db/containing.ts';
import { newId } from '#db/id.ts';
import { type SQL, and, asc, desc, eq, ilike, isNull, ne, or, sql } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { client, project } from './project.tables.ts';

const COLUMNS = {
  project_id: project.project_id,
  project_name: project.project_name,
  client_id: project.client_id,
  client_name: client.client_name,
  sku_type: project.sku_type,
  sku_name: project.sku_name,
  description: project.description,
  selling_points: project.selling_points,
  target_platforms: project.target_platforms,
  is_demo: project.is_demo,
  material_count: sql<number>`(
    select count(*)::int from ${material} m
    where m.space_id = project.space_id and m.project_id = project.project_id and m.deleted_at is null)`,
  creator_name: sql<string>`coalesce(${user_account.name}, '')`,
  revision: project.revision,
  created_at: project.created_at,
  updated_at: project.updated_at,
};

/** Where the videos of a project go. */
export async function readPlatforms(db: Queryable, project_id: string): Promise<Project['target_platforms']> {
  const isThis = eq(project.project_id, project_id);
  const [found] = await db.select({ platforms: project.target_platforms }).from(project).where(isThis);
  return found?.platforms ?? [];
}

export async function readProjects(
  db: Queryable,
  {
    space_id,
    keyword,
    project_id,
    client_id,
    sku_type,
  }: {
    space_id: string;
    keyword?: string | undefined;
    project_id?: string | undefined;
    client_id?: string | undefined;
    sku_type?: Project['sku_type'] | undefined;
  },
  page: PageInput,
) {
  const condition = and(
    eq(project.space_id, space_id),
    isNull(project.deleted_at),
    project_id ? eq(project.project_id, project_id) : undefined,
    client_id ? eq(project.client_id, client_id) : undefined,
    sku_type ? eq(project.sku_type, sku_type) : undefined,
    keyword
      ? or(
          ilike(project.project_name, containing(keyword)),
          sql`${project.client_id} in (
            select c.client_id from ${client} c
            where c.space_id = ${space_id} and c.client_name ilike ${containing(keyword)})`,
        )
      : undefined,
  );
  const items = await selectProjects(db, condition)
    .orderBy(desc(project.updated_at), desc(project.project_id))
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size);
  return { items, page_info: pageInfo(page, await db.$count(project, condition)) };
}

/** Throws unless the project is there and in the space. */
export async function requireProject(db: Queryable, space_id: string, project_id: string): Promise<Project> {
  const [found] = await selectProjects(
    db,
    and(eq(project.project_id, project_id), eq(project.space_id, space_id), isNull(project.deleted_at)),
  );
  if (!found) throw new AppError('not_found', '项目不存在或已被删除');
  return found;
}

function selectProjects(db: Queryable, condition: SQL | undefined) {
  return db
    .select(COLUMNS)
    .from(project)
    .leftJoin(client, eq(client.client_id, project.client_id))
    .leftJoin(user_account, eq(user_account.user_uid, project.created_by))
    .where(condition)
    .$dynamic();
}

/** Refuses a name that another project of the space has, and says which name is free. */
export async function requireFreeName(
  db: Queryable,
  { space_id, project_name, project_id }: { space_id: string; project_name: string; project_id: string | null },
): Promise<void> {
  // Two people who choose the same name at the same time: the second waits here and is then told.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`project:${space_id}`}, 0))`);
  const isOther = and(
    eq(project.space_id, space_id),
    isNull(project.deleted_at),
    project_id ? ne(project.project_id, project_id) : undefined,
  );
  const [same] = await db
    .select({ project_id: project.project_id, project_name: project.project_name })
    .from(project)
    .where(and(isOther, sql`lower(${project.project_name}) = lower(${project_name})`));
  if (!same) return;

  const taken = await db
    .select({ name: sql<string>`lower(${project.project_name})` })
    .from(project)
    .where(and(isOther, sql`starts_with(lower(${project.project_name}), lower(${stem(project_name)}))`));
  const names = new Set(taken.map(({ name }) => name));
  const data: SameName = { reason: 'same_name', ...same, suggested_name: suggestName(project_name, names) };
  throw new AppError('conflict', `这个空间已有项目「${same.project_name}」，可改用「${data.suggested_name}」`, data);
}

const NAME_MAX = 50;

/** `夏季新品` taken gives `夏季新品 2`; `夏季新品 2` taken too gives `夏季新品 3`. */
export function suggestName(name: string, taken: Set<string>): string {
  for (let n = 2; ; n += 1) {
    const suffix = ` ${n}`;
    const suggested =
      stem(name)
        .slice(0, NAME_MAX - suffix.length)
        .toWellFormed() + suffix;
    if (!taken.has(suggested.toLowerCase())) return suggested;
  }
}

function stem(name: string): string {
  return name.replace(/ \d{1,4}$/, '').slice(0, NAME_MAX - 5);
}

export async function readClients(db: Queryable, space_id: string, keyword: string | undefined): Promise<Client[]> {
  return db
    .select({
      client_id: client.client_id,
      client_name: client.client_name,
      project_count: sql<number>`(
        select count(*)::int from ${project} p where p.client_id = client.client_id and p.deleted_at is null)`,
      created_at: client.created_at,
    })
    .from(client)
    .where(and(eq(client.space_id, space_id), keyword ? ilike(client.client_name, containing(keyword)) : undefined))
    .orderBy(asc(client.client_name));
}

/** The client that an input names: by id, by name (made if there is none), none (null), or not mentioned (undefined). */
export async function resolveClient(
  db: Queryable,
  {
    space_id,
    user_uid,
    client_id,
    client_name,
  }: { space_id: string; user_uid: string; client_id?: string | null | undefined; client_name?: string | undefined },
): Promise<string | null | undefined> {
  if (client_name !== undefined) {
    await db
      .insert(client)
      .values({ client_id: newId(), space_id, client_name, created_by: user_uid })
      .onConflictDoNothing();
    const [row] = await db
      .select({ client_id: client.client_id })
      .from(client)
      .where(and(eq(client.space_id, space_id), sql`lower(${client.client_name}) = lower(${client_name})`));
    return row?.client_id ?? null;
  }
  if (!client_id) return client_id;
  const known = await db.$count(client, and(eq(client.client_id, client_id), eq(client.space_id, space_id)));
  if (!known) throw new AppError('not_found', '客户不存在，请重新选择');
  return client_id;
}
