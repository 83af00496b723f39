import { randomBytes } from 'node:crypto';
import { AppError, type PageInput, pageInfo, type Share, SHARE_EXPIRIES, type SharedItem } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Db } from '#db/connect.ts';
import { containing } from '#db/containing.ts';
import { and, asc, count, desc, eq, ilike, inArray, isNull, sql } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { limitGuesses, placeOf } from '#features/auth/guess-limit.ts';
import { hashPassword, isPassword } from '#features/auth/password.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { isKnownVisitor, rememberVisitor } from './known-visitors.ts';
import { signShareFile } from './share-link.ts';
import { share, share_item } from './share.tables.ts';

export type ShareRow = typeof share.$inferSelect;
type MaterialRow = typeof material.$inferSelect;
type Signer = Pick<App, 'db' | 'secret'>;

const LINK_SECONDS = 3600;
const DAY_MS = 86_400_000;

export type NewShare = Pick<Share, 'quality' | 'allow_download'> & {
  material_ids: string[];
  title?: string | undefined;
  expire: keyof typeof SHARE_EXPIRIES;
  password?: string | undefined;
};

/** Makes a link to materials that the caller was found to own. */
export async function addShare(
  db: Db,
  { space_id, user_uid }: { space_id: string; user_uid: string },
  { material_ids, title, expire, password, quality, allow_download }: NewShare,
): Promise<string> {
  const ids = [...new Set(material_ids)];
  const materials = await db
    .select({ material_id: material.material_id, material_name: material.material_name })
    .from(material)
    .where(and(inArray(material.material_id, ids), isNull(material.deleted_at)));
  if (materials.length < ids.length) throw new AppError('invalid', '有素材已在回收站里，请恢复后再分享');
  const days = SHARE_EXPIRIES[expire];
  const record_uuid = randomBytes(16).toString('base64url');
  const password_hash = password ? await hashPassword(password, 'link') : null;
  const first = materials.find(({ material_id }) => material_id === ids[0])?.material_name ?? '';
  await db.transaction(async (tx) => {
    await tx.insert(share).values({
      record_uuid,
      space_id,
      title: title ?? (ids.length > 1 ? `${first} 等 ${ids.length} 个素材` : first).slice(0, 100),
      quality,
      allow_download,
      password_hash,
      expires_at: days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString(),
      created_by: user_uid,
    });
    await tx.insert(share_item).values(ids.map((material_id, position) => ({ record_uuid, material_id, position })));
  });
  return record_uuid;
}

/** A page of the links of a space, newest first. */
export async function readShares(
  app: Signer,
  { space_id, keyword, record_uuid }: { space_id: string; keyword?: string | undefined; record_uuid?: string },
  page: PageInput,
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
        item_count: sql<number>`(select count(*)::int from ${share_item} i where i.record_uuid = ${share.record_uuid})`,
        cover_vlc_id: sql<string | null>`(
          select m.cover_vlc_id from ${share_item} i join ${material} m using (material_id)
          where i.record_uuid = ${share.record_uuid} and m.cover_vlc_id is not null order by i.position limit 1)`,
      })
      .from(share)
      .innerJoin(user_account, eq(user_account.user_uid, share.created_by))
      .where(where)
      .orderBy(desc(share.created_at), asc(share.record_uuid))
      .limit(page.page_size)
      .offset((page.page_index - 1) * page.page_size),
    db.$count(share, where),
  ]);
  const items = rows.map(({ share: row, creator_name, item_count, cover_vlc_id }): Share => {
    const { record_uuid: id, title, quality, allow_download, expires_at, revoked_at, view_count, download_count } = row;
    return {
      record_uuid: id,
      title,
      url: `/materialShare?record_uuid=${id}`,
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

/** What a link holds: materials that were deleted since are left out. */
function itemsOf(db: Db, record_uuid: string) {
  return db
    .select({ material, position: share_item.position, source_name: vlc_file.file_name })
    .from(share_item)
    .innerJoin(material, and(eq(material.material_id, share_item.material_id), isNull(material.deleted_at)))
    .leftJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
    .where(eq(share_item.record_uuid, record_uuid))
    .orderBy(asc(share_item.position));
}

export async function readItems(app: Signer, row: ShareRow, page: PageInput) {
  const { db } = app;
  const [rows, [counted]] = await Promise.all([
    itemsOf(db, row.record_uuid)
      .limit(page.page_size)
      .offset((page.page_index - 1) * page.page_size),
    db
      .select({ total: count() })
      .from(share_item)
      .innerJoin(material, and(eq(material.material_id, share_item.material_id), isNull(material.deleted_at)))
      .where(eq(share_item.record_uuid, row.record_uuid)),
  ]);
  const items = rows.map(({ material: m }): SharedItem => {
    const linkTo = (vlc_id: string | null, file_name: string) =>
      vlc_id && signShareFile(app, row, { vlc_id, file_name }).url;
    const sprite_url = linkTo(m.sprite_vlc_id, 'sprite.jpg');
    return {
      item_id: m.material_id,
      name: m.material_name,
      material_type: m.material_type,
      duration: m.duration,
      width: m.width,
      height: m.height,
      bytes: row.quality === 'source' ? m.bytes : null,
      ai_origin: m.ai_origin,
      cover_url: linkTo(m.cover_vlc_id, 'cover.jpg'),
      preview_url: linkTo(previewOf(m), m.material_name),
      sprite: m.sprite && sprite_url ? { ...m.sprite, url: sprite_url } : null,
    };
  });
  return { items, page_info: pageInfo(page, counted?.total ?? 0) };
}

export type SharedFile = {
  position: number;
  name: string;
  vlc_id: string;
  sha256: string;
  bytes: number;
  content_type: string;
  is_free: boolean;
  created_at: string;
};

/** The files that a visitor may take, in the quality of the link, of all items or of some. */
export async function readFiles(db: Db, row: ShareRow, item_ids?: string[]): Promise<SharedFile[]> {
  const rows = await itemsOf(db, row.record_uuid);
  const wanted = item_ids && new Set(item_ids);
  const chosen = rows.filter(({ material: m }) => !wanted || wanted.has(m.material_id));
  const vlc_ids = chosen.flatMap(({ material: m }) => fileOf(m, row.quality) ?? []);
  const files = vlc_ids.length
    ? await db
        .select()
        .from(vlc_file)
        .where(and(inArray(vlc_file.vlc_id, vlc_ids), eq(vlc_file.space_id, row.space_id)))
    : [];
  const byId = new Map(files.map((file) => [file.vlc_id, file]));
  return chosen.flatMap(({ material: m, position }) => {
    const file = byId.get(fileOf(m, row.quality) ?? '');
    if (!file) return [];
    const { file_name, ...kept } = file;
    return { ...kept, position, name: nameLike(m.material_name, file_name) };
  });
}

export async function countVisit(db: Db, record_uuid: string, what: 'view_count' | 'download_count'): Promise<void> {
  await db
    .update(share)
    .set({ [what]: sql`${share[what]} + 1` })
    .where(eq(share.record_uuid, record_uuid));
}

function fileOf(m: MaterialRow, quality: ShareRow['quality']): string | null {
  return quality === 'source' ? m.vlc_id : previewOf(m);
}

/** What is shown without giving the original away: the small copy, the cover of a picture. A sound is its own. */
function previewOf(m: MaterialRow): string | null {
  if (m.material_type === 'audio') return m.vlc_id;
  return m.preview_vlc_id ?? (m.material_type === 'video' ? null : m.cover_vlc_id);
}

/** The material's name with the ending that its file really has. */
function nameLike(material_name: string, file_name: string): string {
  const ending = /\.[a-z0-9]{1,5}$/i.exec(file_name)?.[0] ?? '';
  return material_name.toLowerCase().endsWith(ending.toLowerCase())
    ? material_name
    : `${material_name.replace(/\.[a-z0-9]{2,5}$/i, '')}${ending}`;
}
