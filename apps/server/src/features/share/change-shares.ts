import { randomBytes } from 'node:crypto';
import { AppError, type Share, SHARE_EXPIRIES } from '@mixreel/contract';
import type { Db } from '#db/connect.ts';
import { and, eq, inArray, isNull, sql } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { hashPassword } from '#features/auth/password.ts';
import { requireDir } from '#features/dir/dir.queries.ts';
import { material } from '#features/material/material.tables.ts';
import { requireStory } from '#features/story/story.queries.ts';
import type { ShareRow } from './share.queries.ts';
import { share, share_item } from './share.tables.ts';

const DAY_MS = 86_400_000;

type NewShare = Pick<Share, 'quality' | 'allow_download'> & {
  material_ids?: string[] | undefined;
  artwork_ids?: string[] | undefined;
  dir_id?: string | undefined;
  story_board_id?: string | undefined;
  title?: string | undefined;
  expire: keyof typeof SHARE_EXPIRIES;
  password?: string | undefined;
};

type Chosen = {
  name: string;
  dir_id?: string;
  story_board_id?: string;
  items: { material_id?: string; artwork_id?: string }[];
};

/** Makes a link to things of the space. */
export async function addShare(
  db: Db,
  { space_id, user_uid }: { space_id: string; user_uid: string },
  { title, expire, password, quality, allow_download, ...given }: NewShare,
): Promise<ShareRow> {
  const { name, items, ...whole } = await requireChosen(db, space_id, given);
  const record_uuid = randomBytes(16).toString('base64url');
  const password_hash = password ? await hashPassword(password, 'link') : null;
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(share)
      .values({
        record_uuid,
        space_id,
        ...whole,
        title: (title ?? name).slice(0, 100).toWellFormed(),
        quality,
        allow_download,
        password_hash,
        expires_at: expiryOf(expire),
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
  {
    material_ids = [],
    artwork_ids = [],
    dir_id,
    story_board_id,
  }: Pick<NewShare, 'material_ids' | 'artwork_ids' | 'dir_id' | 'story_board_id'>,
): Promise<Chosen> {
  if (story_board_id) {
    const { board_name } = await requireStory(db, space_id, story_board_id);
    return { name: board_name, story_board_id, items: [] };
  }
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
    return { name, items: materials.map((material_id) => ({ material_id })) };
  }
  const artworks = [...new Set(artwork_ids)];
  const rows = await db
    .select({ id: artwork.artwork_id, name: artwork.artwork_name })
    .from(artwork)
    .where(and(inArray(artwork.artwork_id, artworks), eq(artwork.space_id, space_id), isNull(artwork.deleted_at)));
  const name = nameOf(new Map(rows.map((row) => [row.id, row.name])), artworks, '成片');
  return { name, items: artworks.map((artwork_id) => ({ artwork_id })) };
}

function expiryOf(expire: NewShare['expire']): string | null {
  const days = SHARE_EXPIRIES[expire];
  return days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString();
}

/** What of a link can be changed after it was given away. A new time counts from now; a password of null is none. */
type Changes = {
  title?: string | undefined;
  allow_download?: boolean | undefined;
  expire?: NewShare['expire'] | undefined;
  password?: string | null | undefined;
};

/** One that is over its time can be opened again, one that was stopped can't. Links to files end with the password. */
export async function changeShare(
  db: Db,
  space_id: string,
  record_uuid: string,
  { expire, password, ...rest }: Changes,
): Promise<void> {
  const changed = await db
    .update(share)
    .set({
      // Something is always set, so that a change of nothing is no error.
      record_uuid,
      ...rest,
      ...(expire && { expires_at: expiryOf(expire) }),
      ...(password !== undefined && { password_hash: password === null ? null : await hashPassword(password, 'link') }),
    })
    .where(and(eq(share.record_uuid, record_uuid), eq(share.space_id, space_id), isNull(share.revoked_at)))
    .returning({ record_uuid: share.record_uuid });
  if (changed.length === 0) throw new AppError('not_found', '分享不存在或已停止，请重新分享');
}

export async function revokeShare(db: Db, space_id: string, record_uuid: string): Promise<void> {
  const revoked = await db
    .update(share)
    .set({ revoked_at: sql`coalesce(${share.revoked_at}, now())` })
    .where(and(eq(share.record_uuid, record_uuid), eq(share.space_id, space_id)))
    .returning({ record_uuid: share.record_uuid });
  if (revoked.length === 0) throw new AppError('not_found', '分享不存在');
}
