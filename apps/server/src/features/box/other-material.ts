import { AppError } from '@mixreel/contract';
import { and, eq, isNull } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { requireFree } from '#features/label/withheld.ts';
import { material } from '#features/material/material.tables.ts';
import type { JobContext } from '#queue/job.ts';

/** Another material of the space that a tool was told to look at, while `use` runs. */
export async function opened<T>(
  { db, storage, task }: JobContext,
  material_id: string,
  what: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const [found] = await db
    .select({ sha256: vlc_file.sha256, space_id: vlc_file.space_id })
    .from(material)
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
    .where(
      and(eq(material.space_id, task.space_id), eq(material.material_id, material_id), isNull(material.deleted_at)),
    );
  if (!found) throw new AppError('not_found', `选作${what}的素材已不在素材库里`);
  await requireFree(db, found.space_id, [found.sha256]);
  const file = await storage.open(found.sha256);
  try {
    return await use(file.path);
  } finally {
    await file.release();
  }
}
