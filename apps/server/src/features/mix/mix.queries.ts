import { type MixCard, mixKind, type PageInput, RECYCLE_DAYS, pageInfo, resolveConfig } from '@mixreel/contract';
import type { App } from '#context.ts';
import { containing } from '#db/containing.ts';
import { and, desc, eq, getTableColumns, ilike, isNotNull, isNull, or, sql } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { removeOldDocuments } from '#features/document/remove-old.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { material } from '#features/material/material.tables.ts';
import { readWork, statusOf } from './mix-work.ts';
import { mproject, script, shooting, video_clip } from './mix.tables.ts';

const LINK_SECONDS = 6 * 3600;

/** The cover of the first clip: openings first, then in running order. */
const COVER = sql<string | null>`(
  select coalesce(h.cover_vlc_id, m.cover_vlc_id)
  from ${video_clip} c
  join ${material} m using (material_id)
  left join ${shooting} s using (shooting_id)
  left join ${shot} h on h.shot_id = c.shot_id
  where c.mproject_id = mproject.mproject_id and c.deleted_at is null and s.deleted_at is null
    and m.deleted_at is null and coalesce(h.cover_vlc_id, m.cover_vlc_id) is not null
  order by array_position(array['header', 'shooting', 'footer'], c.pool),
    s.rank collate "C", c.rank collate "C", c.video_clip_id
  limit 1)`;

type Asked = { space_id: string; project_id: string; keyword?: string | undefined; is_deleted?: boolean | undefined };

export async function readMixCards(
  app: Pick<App, 'db' | 'secret'>,
  { space_id, project_id, keyword, is_deleted = false }: Asked,
  page: PageInput,
) {
  const { db } = app;
  const condition = and(
    eq(mproject.space_id, space_id),
    eq(mproject.project_id, project_id),
    mproject.is_listed,
    is_deleted ? isNotNull(mproject.deleted_at) : isNull(mproject.deleted_at),
    keyword ? or(ilike(mproject.mproject_name, containing(keyword)), saysSomewhere(keyword)) : undefined,
  );
  const rows = await db
    .select({ ...getTableColumns(mproject), cover_vlc_id: COVER, creator_name: user_account.name })
    .from(mproject)
    .leftJoin(user_account, eq(user_account.user_uid, mproject.created_by))
    .where(condition)
    .orderBy(desc(is_deleted ? mproject.deleted_at : mproject.updated_at), desc(mproject.mproject_id))
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size);
  const work = await readWork(
    db,
    rows.map(({ mproject_id }) => mproject_id),
  );
  const items = rows.map(({ cover_vlc_id, ...row }): MixCard => {
    const done = work.get(row.mproject_id);
    const link = cover_vlc_id && { vlc_id: cover_vlc_id, file_name: 'cover' };
    return {
      ...row,
      status: statusOf(row, done),
      ratio: resolveConfig({ template: row.template_config, project: row.config }).picture.ratio,
      cover_url: link ? signFileLink(app, link, { seconds: LINK_SECONDS }).url : null,
      creator_name: row.creator_name ?? '',
      shooting_count: done?.shooting_count ?? 0,
      clip_count: done?.clip_count ?? 0,
      candidate_count: done?.candidate_count ?? 0,
      exported_count: done?.exported_count ?? 0,
      progress: done?.progress ?? null,
    };
  });
  return { items, page_info: pageInfo(page, await db.$count(mproject, condition)) };
}

function saysSomewhere(keyword: string) {
  return sql`exists (
    select from ${shooting} s join ${script} line using (shooting_id)
    where s.mproject_id = mproject.mproject_id and s.deleted_at is null
      and (line.text ilike ${containing(keyword)} or s.shooting_name ilike ${containing(keyword)}))`;
}

/** What was deleted longer ago than it can be brought back: mixes, and shootings and clips of mixes that live on. */
export async function removeOldMixes({ db }: Pick<App, 'db'>): Promise<void> {
  await removeOldDocuments(db, mixKind.kind, (tx, mproject_id) =>
    tx.delete(mproject).where(eq(mproject.mproject_id, mproject_id)),
  );
  for (const table of [shooting, video_clip]) {
    await db.delete(table).where(sql`${table.deleted_at} < now() - ${`${RECYCLE_DAYS} days`}::interval`);
  }
  // A material that is gone for good takes its clips along.
  await db.delete(video_clip).where(sql`not exists (
    select from ${material} m where m.material_id = ${video_clip.material_id})`);
}
