import { AppError, AUTO_COVER, type Cover, type CoverChange } from '@mixreel/contract';
import { isSameCover, type TakenCover } from '@mixreel/media';
import type { Queryable } from '#db/connect.ts';
import { and, desc, eq, isNotNull, isNull, ne, sql } from '#db/orm.ts';
import { artwork, type StoredCover } from '#features/artwork/artwork.tables.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { requireFree } from '#features/label/withheld.ts';
import { material } from '#features/material/material.tables.ts';

/** How many covers of finished videos new ones are compared with, the newest. */
const MOST = 500;

export type NamedCover = { name: string; words: string; shown: TakenCover };

/** Covers of the finished videos of a project, without that of this one. */
export async function readTaken(db: Queryable, project_id: string, except = ''): Promise<NamedCover[]> {
  const rows = await db
    .select({
      name: artwork.artwork_name,
      shown: sql<TakenCover>`${artwork.cover} -> 'shown'`,
      words: sql<string>`${artwork.cover} ->> 'words'`,
    })
    .from(artwork)
    .where(
      and(
        eq(artwork.project_id, project_id),
        isNull(artwork.deleted_at),
        isNotNull(artwork.cover),
        ne(artwork.artwork_id, except),
      ),
    )
    .orderBy(desc(artwork.artwork_id))
    .limit(MOST);
  return rows;
}

/** Whose cover shows the same picture with the same words. */
export function sameCover(taken: NamedCover[], { shown, words }: Omit<NamedCover, 'name'>): NamedCover | undefined {
  return taken.find((one) => one.words === words && isSameCover(one.shown, shown));
}

/** The cover with some of its fields set; throws when something is missing for that kind. */
export function changedCover(before: Cover | StoredCover | null, change: CoverChange): Cover {
  const { kind, at_ms, material_id, title } = { ...AUTO_COVER, ...before, ...withoutMissing(change) };
  if (kind === 'frame' && at_ms === null) throw new AppError('invalid', '请选一个画面');
  if (kind === 'picture' && material_id === null) throw new AppError('invalid', '请选一张图片');
  return {
    kind,
    at_ms: kind === 'frame' ? at_ms : null,
    material_id: kind === 'picture' ? material_id : null,
    title,
  };
}

function withoutMissing(change: CoverChange): Partial<Cover> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** A picture of the library as a cover; throws when it is gone or none. */
export async function requirePicture(db: Queryable, space_id: string, material_id: string) {
  const [found] = await db
    .select({ sha256: vlc_file.sha256, material_type: material.material_type, ai_origin: material.ai_origin })
    .from(material)
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
    .where(and(eq(material.material_id, material_id), eq(material.space_id, space_id), isNull(material.deleted_at)));
  if (!found) throw new AppError('not_found', '这张图片不存在或已被删除，请换一张');
  if (found.material_type !== 'image' && found.material_type !== 'ai_image') {
    throw new AppError('invalid', '封面要用图片，请换一个');
  }
  await requireFree(db, space_id, [found.sha256]);
  return found;
}
