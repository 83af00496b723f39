import type { Queryable } from '#db/connect.ts';
import { and, eq, isNull } from '#db/orm.ts';
import { isMachineMade } from '#features/label/ai-origin.ts';
import { readWithheld } from '#features/label/withheld.ts';
import { material } from '#features/material/material.tables.ts';

export function labelledRefusal(material_name: string): string {
  return `「${material_name}」带有 AI 生成标识，按规定不能去除其中的文字和标记`;
}

type Asked = { space_id: string; material_id: string; material_name: string; sha256: string };

/** Why nothing may be taken away from a material, in words; null when something may. Asked whoever begins it, whenever. */
export async function readRefusal(
  db: Queryable,
  { space_id, material_id, material_name, sha256 }: Asked,
): Promise<string | null> {
  const [found] = await db
    .select()
    .from(material)
    .where(and(eq(material.material_id, material_id), eq(material.space_id, space_id), isNull(material.deleted_at)));
  if (!found) return `「${material_name}」已不在素材库里`;
  const withheld = (await readWithheld(db, space_id, [sha256])).get(sha256);
  if (withheld) return withheld;
  if (found.ai_origin || (await isMachineMade(db, space_id, sha256))) {
    return labelledRefusal(material_name);
  }
  if (found.rights?.consent === 'missing') return `「${material_name}」里的人还没有同意使用，请先在素材详情里补上授权`;
  if (found.rights_expires_at && new Date(found.rights_expires_at) <= new Date()) {
    return `「${material_name}」的授权已经到期，请先续期`;
  }
  return null;
}
