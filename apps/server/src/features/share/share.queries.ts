import { AppError, type DirKind, type PageInput, pageInfo, type Share } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Db } from '#db/connect.ts';
import { containing } from '#db/containing.ts';
import { and, asc, desc, eq, ilike, sql } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { limitGuesses, placeOf } from '#features/auth/guess-limit.ts';
import { isPassword } from '#features/auth/password.ts';
import { dir } from '#features/dir/dir.tables.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { material } from '#features/material/material.tables.ts';
import { shooting_script } from '#features/story/story.tables.ts';
import { isKnownVisitor, rememberVisitor } from './known-visitors.ts';
import { share, share_item } from './share.tables.ts';

export type ShareRow = typeof share.$inferSelect;
type Signer = Pick<App, 'db' | 'secret' | 'memory'>;

const LINK_SECONDS = 3600;

/** A page of the links of a space, newest first. */
export async function readShares(
  app: Signer,
  { space_id, keyword, record_uuid }: { space_id: string; keyword?: string | undefined; record_uuid?: string },
  page: PageInput,
  site = '',
) {
  const { db } = app;
  const where = and(
    eq(share.space_id, space_id),
    keyword ? ilike(share.title, containing(keyword)) : undefined,
    record_uuid ? eq(share.record_uuid, record_uuid) : undefined,
  );
  const [rows, total] = await Promise.all([
    db
      .select({
        share,
        creator_name: user_account.name,
        dir_kind: dir.kind,
        item_count: sql<number>`(
          select count(*)::int from ${share_item} i where i.record_uuid = ${share.record_uuid}) + (
          select count(*)::int from ${shooting_script} r where r.story_board_id = ${share.story_board_id})`,
        is_artwork: sql<boolean>`exists (
          select 1 from ${share_item} i where i.record_uuid = ${share.record_uuid} and i.artwork_id is not null)`,
        cover_vlc_id: sql<string | null>`(
          select coalesce(m.cover_vlc_id, a.cover_vlc_id) from ${share_item} i
          left join ${material} m on m.material_id = i.material_id
          left join ${artwork} a on a.artwork_id = i.artwork_id
          where i.record_uuid = ${share.record_uuid} and coalesce(m.cover_vlc_id, a.cover_vlc_id) is not null
          order by i.position limit 1)`,
      })
      .from(share)
      .leftJoin(dir, eq(dir.dir_id, share.dir_id))
      .innerJoin(user_account, eq(user_account.user_uid, share.created_by))
      .where(where)
      .orderBy(desc(share.created_at), asc(share.record_uuid))
      .limit(page.page_size)
      .offset((page.page_index - 1) * page.page_size),
    db.$count(share, where),
  ]);
  const items = rows.map(({ share: row, creator_name, dir_kind, is_artwork, item_count, cover_vlc_id }): Share => {
    const { record_uuid: id, title, quality, allow_download, expires_at, revoked_at, view_count, download_count } = row;
    return {
      record_uuid: id,
      kind: kindOf(row, { dir_kind, is_artwork }),
      title,
      url: `${site}/materialShare?record_uuid=${id}`,
      quality,
      allow_download,
      has_password: row.password_hash !== null,
      expires_at,
      revoked_at,
      view_count,
      download_count,
      item_count,
      cover_url:
        cover_vlc_id &&
        signFileLink(app, { vlc_id: cover_vlc_id, file_name: 'cover.jpg' }, { seconds: LINK_SECONDS }).url,
      creator_name,
      created_at: row.created_at,
    };
  });
  return { items, page_info: pageInfo(page, total) };
}

/** One whose directory is gone for good holds nothing of any kind. */
export function kindOf(
  { dir_id, story_board_id }: ShareRow,
  { dir_kind, is_artwork }: { dir_kind: DirKind | null; is_artwork: boolean },
): Share['kind'] {
  if (story_board_id) return 'story';
  if (dir_id) return `${dir_kind ?? 'material'}_dir`;
  return is_artwork ? 'artwork' : 'material';
}

/** The link itself, whatever its password; throws when it gives nothing any more. */
export async function requireOpenShare(db: Db, record_uuid: string): Promise<ShareRow> {
  const [row] = await db.select().from(share).where(eq(share.record_uuid, record_uuid));
  if (!row) throw new AppError('not_found', '分享不存在，请检查链接是否完整');
  if (row.revoked_at) throw new AppError('not_found', '分享已被停止，请联系分享人');
  if (row.expires_at && Date.parse(row.expires_at) <= Date.now()) {
    throw new AppError('not_found', '分享已过期，请联系分享人重新分享');
  }
  return row;
}

/** How many wrong passwords a link bears in ten minutes: from one browser, and from all behind one address. */
const WRONG_OF_BROWSER = 10;
const WRONG_OF_PLACE = 50;

export type Visit = { record_uuid: string; password?: string | undefined; visitor?: string | undefined };

/** As `requireOpenShare`, for a visitor who must know the password where there is one. Guesses are limited. */
export async function requireVisit(
  app: Signer,
  { record_uuid, password, visitor }: Visit,
  address: string,
): Promise<ShareRow> {
  const row = await requireOpenShare(app.db, record_uuid);
  const hash = row.password_hash;
  if (hash === null) return row;
  if (!password) throw new AppError('wrong_password', '请输入分享密码');
  const place = placeOf(address);
  if (isKnownVisitor(app, row, { visitor, password, place })) return row;
  const counts = [
    { by: `share ${record_uuid} ${place} ${visitor ?? ''}`, most: WRONG_OF_BROWSER },
    { by: `share ${record_uuid} ${place}`, most: WRONG_OF_PLACE },
  ];
  return limitGuesses(app.db, counts, async () => {
    if (!(await isPassword(password, hash))) throw new AppError('wrong_password');
    rememberVisitor(app, row, { visitor, password, place });
    return row;
  });
}

export async function countVisit(db: Db, record_uuid: string, what: 'view_count' | 'download_count'): Promise<void> {
  await db
    .update(share)
    .set({ [what]: sql`${share[what]} + 1` })
    .where(eq(share.record_uuid, record_uuid));
}
