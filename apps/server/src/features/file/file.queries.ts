import { AppError } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray } from '#db/orm.ts';
import { space } from '#features/team/team.tables.ts';
import { vlc_file, withheld_content } from './file.tables.ts';

export type VlcFile = typeof vlc_file.$inferSelect;

export async function requireFile(db: Queryable, space_id: string, vlc_id: string): Promise<VlcFile> {
  const [found] = await db
    .select()
    .from(vlc_file)
    .where(and(eq(vlc_file.vlc_id, vlc_id), eq(vlc_file.space_id, space_id)));
  if (!found) throw new AppError('not_found', '文件不存在或已被删除');
  return found;
}

/** The contents of files of a space. */
export async function readHashes(db: Queryable, space_id: string, vlc_ids: string[]): Promise<string[]> {
  if (vlc_ids.length === 0) return [];
  const rows = await db
    .selectDistinct({ sha256: vlc_file.sha256 })
    .from(vlc_file)
    .where(and(eq(vlc_file.space_id, space_id), inArray(vlc_file.vlc_id, vlc_ids)));
  return rows.map(({ sha256 }) => sha256);
}

/** Of any space: only for callers that have proved their right in another way, as by a signed link. */
export async function readFileOfAnySpace(
  db: Queryable,
  vlc_id: string,
): Promise<(VlcFile & { withheld: string | null }) | null> {
  const same = and(eq(withheld_content.sha256, vlc_file.sha256), eq(withheld_content.space_id, vlc_file.space_id));
  const [found] = await db
    .select({ file: vlc_file, withheld: withheld_content.reason })
    .from(vlc_file)
    .leftJoin(withheld_content, same)
    .where(eq(vlc_file.vlc_id, vlc_id));
  return found ? { ...found.file, withheld: found.withheld } : null;
}

export async function readQuota(db: Queryable, space_id: string) {
  const [found] = await db
    .select({ used_bytes: space.used_bytes, quota_bytes: space.quota_bytes })
    .from(space)
    .where(eq(space.space_id, space_id));
  if (!found) throw new AppError('not_found', '空间不存在');
  return { ...found, left_bytes: Math.max(0, found.quota_bytes - found.used_bytes) };
}
