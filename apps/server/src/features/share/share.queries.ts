import { randomBytes } from 'node:crypto';
import { AppError, type DirKind, type PageInput, pageInfo, type Share, SHARE_EXPIRIES } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Db } from '#db/connect.ts';
import { containing } from '#db/containing.ts';
import { and, asc, desc, eq, ilike, inArray, isNull, sql } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { limitGuesses, placeOf } from '#features/auth/guess-limit.ts';
import { hashPassword, isPassword } from '#features/auth/password.ts';
import { requireDir } from '#features/dir/dir.queries.ts';
import { dir } from '#features/dir/dir.tables.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { material } from '#features/material/material.tables.ts';
import { isKnownVisitor, rememberVisitor } from './known-visitors.ts';
import { share, share_item } from './share.tables.ts';

export type ShareRow = typeof share.$inferSelect;
type Signer = Pick<App, 'db' | 'secret'>;

const LINK_SECONDS = 3600;
const DAY_MS = 86_400_000;

export type NewShare = Pick<Share, 'quality' | 'allow_download'> & {
  material_ids?: string[] | undefined;
  artwork_ids?: string[] | undefined;
  dir_id?: string | undefined;
  title?: string | undefined;
  expire: keyof typeof SHARE_EXPIRIES;
  password?: string | undefined;
};

type Chosen = { name: string; dir_id: string | null; items: { material_id?: string; artwork_id?: string }[] };

/** Makes a link to things of the space. */
export async function addShare(
  db: Db,
  { space_id, user_uid }: { space_id: string; user_uid: string },
  { title, expire, password, quality, allow_download, ...given }: NewShare,
): Promise<ShareRow> {
  const { name, dir_id, items } = await requireChosen(db, space_id, given);
  const days = SHARE_EXPIRIES[expire];
  const record_uuid = randomBytes(16).toString('base64url');
  const password_hash = password ? await hashPassword(password, 'link') : null;
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(share)
      .values({
        record_uuid,
        space_id,
        dir_id,
        title: (title ?? name).slice(0, 100).toWellFormed(),
        quality,
        allow_download,
        password_hash,
        expires_at: days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString(),
        created_by: user_uid,
      })
      .returning();
    if (!row) throw new Error('The share was not inserted');
    if (items.length > 0) {
      await tx.insert(share_item).values(items.map((item, position) => ({ record_uuid, position, ...item })));
    }
    return row;
  });
}

/** What a link is called that nobody named. */
function nameOf(names: Map<string, string>, ids: string[], what: '素材' | '成片'): string {
  if (names.size < ids.length) throw new AppError('invalid', `有${what}已在回收站里，请恢复后再分享`);
  const first = names.get(ids[0] ?? '') ?? '';
  return ids.length > 1 ? `${first} 等 ${ids.length} ${what === '成片' ? '条' : '个'}${what}` : first;
}

async function requireChosen(
  db: Db,
  space_id: string,
  { material_ids = [], artwork_ids = [], dir_id }: Pick<NewShare, 'material_ids' | 'artwork_ids' | 'dir_id'>,
): Promise<Chosen> {
  if (dir_id) {
    const row = await requireDir(db, space_id, dir_id);
    if (row.rule) throw new AppError('conflict', '智能目录不能分享，请选中里面的成片再分享');
    return { name: row.dir_name, dir_id, items: [] };
  }
  const materials = [...new Set(material_ids)];
  if (materials.length > 0) {
    const rows = await db
      .select({ id: material.material_id, name: material.material_name })
      .from(material)
      .where(
        and(inArray(material.material_id, materials), eq(material.space_id, space_id), isNull(material.deleted_at)),
      );
    const name = nameOf(new Map(rows.map((row) => [row.id, row.name])), materials, '素材');
    return { name, dir_id: null, items: materials.map((material_id) => ({ material_id })) };
  }
  const artworks = [...new Set(artwork_ids)];
  const rows = await db
    .select({ id: artwork.artwork_id, name: artwork.artwork_name })
    .from(artwork)
    .where(and(inArray(artwork.artwork_id, artworks), eq(artwork.space_id, space_id), isNull(artwork.deleted_at)));
  const name = nameOf(new Map(rows.map((row) => [row.id, row.name])), artworks, '成片');
  return { name, dir_id: null, items: artworks.map((artwork_id) => ({ artwork_id })) };
}

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
        item_count: sql<number>`(select count(*)::int from ${share_item} i where i.record_uuid = ${share.record_uuid})`,
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
  { dir_id }: ShareRow,
  { dir_kind, is_artwork }: { dir_kind: DirKind | null; is_artwork: boolean },
): Share['kind'] {
  if (dir_id) return `${dir_kind ?? 'material'}_dir`;
  return is_artwork ? 'artwork' : 'material';
}

export async function revokeShare(db: Db, space_id: string, record_uuid: string): Promise<void> {
  const revoked = await db
    .update(share)
    .set({ revoked_at: sql`coalesce(${share.revoked_at}, now())` })
    .where(and(eq(share.record_uuid, record_uuid), eq(share.space_id, space_id)))
    .returning({ record_uuid: share.record_uuid });
  if (revoked.length === 0) throw new AppError('not_found', '分享不存在');
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
