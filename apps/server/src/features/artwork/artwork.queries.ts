import { AppError, type Artwork, type ArtworkDir, type PageInput, pageInfo } from '@mixreel/contract';
import { and, asc, desc, eq, ilike, isNull, sql } from 'drizzle-orm';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { containing } from '#db/containing.ts';
import { newId } from '#db/id.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { artwork, dir } from './artwork.tables.ts';

const LINK_SECONDS = 6 * 3600;

type Filter = {
  space_id: string;
  project_id: string;
  mproject_id?: string | undefined;
  dir_id?: string | undefined;
  keyword?: string | undefined;
};

export async function readArtworks(app: Pick<App, 'db' | 'secret'>, filter: Filter, page: PageInput) {
  const { db } = app;
  const condition = and(
    eq(artwork.space_id, filter.space_id),
    eq(artwork.project_id, filter.project_id),
    filter.mproject_id ? eq(artwork.mproject_id, filter.mproject_id) : undefined,
    filter.dir_id ? eq(artwork.dir_id, filter.dir_id) : undefined,
    filter.keyword ? ilike(artwork.artwork_name, containing(filter.keyword)) : undefined,
    isNull(artwork.deleted_at),
  );
  const rows = await db
    .select({ row: artwork, dir_name: dir.dir_name, creator_name: sql<string>`coalesce(${user_account.name}, '')` })
    .from(artwork)
    .innerJoin(dir, eq(dir.dir_id, artwork.dir_id))
    .leftJoin(user_account, eq(user_account.user_uid, artwork.created_by))
    .where(condition)
    .orderBy(desc(artwork.artwork_id))
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size);
  const items = rows.map(({ row, ...rest }): Artwork => ({ ...row, ...rest, ...linksOf(app, row) }));
  return { items, page_info: pageInfo(page, await db.$count(artwork, condition)) };
}

function linksOf(app: Pick<App, 'secret'>, row: typeof artwork.$inferSelect) {
  const file = { vlc_id: row.vlc_id, file_name: `${row.artwork_name}.mp4` };
  const cover = row.cover_vlc_id && { vlc_id: row.cover_vlc_id, file_name: 'cover' };
  return {
    video_url: signFileLink(app, file, { seconds: LINK_SECONDS }).url,
    download_url: signFileLink(app, file, { seconds: LINK_SECONDS, disposition: 'attachment' }).url,
    cover_url: cover ? signFileLink(app, cover, { seconds: LINK_SECONDS }).url : null,
  };
}

export async function readDirs(db: Queryable, space_id: string, project_id: string): Promise<ArtworkDir[]> {
  return db
    .select({
      dir_id: dir.dir_id,
      project_id: dir.project_id,
      parent_id: dir.parent_id,
      dir_name: dir.dir_name,
      artwork_count: sql<number>`(
        select count(*)::int from ${artwork} a where a.dir_id = dir.dir_id and a.deleted_at is null)`,
      created_at: dir.created_at,
    })
    .from(dir)
    .where(and(eq(dir.space_id, space_id), eq(dir.project_id, project_id), isNull(dir.deleted_at)))
    .orderBy(asc(dir.dir_name), asc(dir.dir_id));
}

/** The directory for the videos of a mix: the one chosen, which must be there, else the mix's own, made when missing. */
export async function requireDirOf(
  tx: Queryable,
  mix: { space_id: string; project_id: string; mproject_id: string; mproject_name: string },
  { dir_id, user_uid }: { dir_id: string | undefined; user_uid: string },
): Promise<string> {
  const inProject = and(eq(dir.space_id, mix.space_id), eq(dir.project_id, mix.project_id), isNull(dir.deleted_at));
  const [found] = await tx
    .select({ dir_id: dir.dir_id })
    .from(dir)
    .where(and(inProject, dir_id ? eq(dir.dir_id, dir_id) : eq(dir.mproject_id, mix.mproject_id)))
    .orderBy(asc(dir.dir_id))
    .limit(1);
  if (found) return found.dir_id;
  if (dir_id) throw new AppError('not_found', '选择的成片目录已不在，请重新选择');
  const { space_id, project_id, mproject_id, mproject_name: dir_name } = mix;
  const made = { dir_id: newId(), space_id, project_id, mproject_id, dir_name, created_by: user_uid };
  await tx.insert(dir).values(made);
  return made.dir_id;
}
