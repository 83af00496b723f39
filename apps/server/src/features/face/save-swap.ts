import { AppError } from '@mixreel/contract';
import type { App } from '#context.ts';
import { and, eq, isNull } from '#db/orm.ts';
import { requireFile } from '#features/file/file.queries.ts';
import { requireFree } from '#features/label/withheld.ts';
import { material } from '#features/material/material.tables.ts';
import { addMaterial } from '#features/upload/add-material.ts';
import { noteOfResult, requireSwap } from './face.queries.ts';

/** Makes a new material of what came of it, with its origin and the label it carries. */
export async function saveSwap(
  app: App,
  { space_id, user_uid }: { space_id: string; user_uid: string },
  swap_id: string,
): Promise<{ material_id: string }> {
  const row = await requireSwap(app.db, space_id, swap_id);
  const { result } = row;
  if (!result) throw new AppError('conflict', '还没有做好的换脸，请先开始');
  const there = (material_id: string) =>
    and(eq(material.material_id, material_id), eq(material.space_id, space_id), isNull(material.deleted_at));
  const [saved] = result.material_id ? await app.db.select().from(material).where(there(result.material_id)) : [];
  if (saved) return { material_id: saved.material_id };
  const [source] = await app.db.select().from(material).where(there(row.material_id));
  const { sha256, file_name } = await requireFile(app.db, space_id, result.vlc_id);
  await requireFree(app.db, space_id, [sha256]);
  const { material_id } = await addMaterial(
    app,
    {
      space_id,
      project_id: source?.project_id ?? row.project_id,
      dir_id: source?.dir_id ?? null,
      user_uid,
      file: { sha256 },
      file_name,
      material_sub_type: source?.material_sub_type ?? null,
      material_source: 'face_swap',
      ai_origin: true,
      same_name: 'keep_both',
    },
    async (tx, added) => {
      // Withdrawn since it was asked: nothing is saved.
      await requireFree(tx, space_id, [sha256]);
      const rights = source && { rights: source.rights, rights_expires_at: source.rights_expires_at };
      await tx
        .update(material)
        .set({ made_of_id: row.material_id, ...rights })
        .where(eq(material.material_id, added.material_id));
      if (!(await noteOfResult(tx, row, 'material_id', added.material_id))) {
        throw new AppError('conflict', '刚刚有人保存过或重新做过这条换脸，请刷新后再看');
      }
    },
  );
  return { material_id };
}
