import { AppError } from '@mixreel/contract';
import type { App } from '#context.ts';
import { and, eq, inArray, isNull } from '#db/orm.ts';
import { requireFile } from '#features/file/file.queries.ts';
import { material } from '#features/material/material.tables.ts';
import { addMaterial } from '#features/upload/add-material.ts';
import { withField } from './download-file.ts';
import { requireRow } from './generate.queries.ts';
import { ai_generation } from './generate.tables.ts';
import { tellGeneration } from './history-stream.ts';

type Needs = Parameters<typeof addMaterial>[0] & Pick<App, 'secret'>;
type Wish = { space_id: string; user_uid: string; generation_id: string; vlc_ids?: string[] | undefined };

/** Makes materials of what came of it. What is saved already stays the one it is. */
export async function saveGeneration(app: Needs, { space_id, user_uid, generation_id, vlc_ids }: Wish) {
  const { project_id, files, kind } = await requireRow(app.db, space_id, generation_id);
  const wanted = files.filter(({ vlc_id }) => !vlc_ids || vlc_ids.includes(vlc_id));
  if (wanted.length === 0) throw new AppError('conflict', '还没有可以保存的结果');
  const saved = wanted.flatMap(({ material_id }) => material_id ?? []);
  const there = await app.db
    .select({ material_id: material.material_id })
    .from(material)
    .where(and(inArray(material.material_id, saved), isNull(material.deleted_at)));
  const kept = new Set(there.map(({ material_id }) => material_id));
  const materials: { vlc_id: string; material_id: string }[] = [];
  for (const { vlc_id, material_id } of wanted) {
    if (material_id && kept.has(material_id)) {
      materials.push({ vlc_id, material_id });
      continue;
    }
    const { sha256, file_name } = await requireFile(app.db, space_id, vlc_id);
    const added = await addMaterial(
      app,
      {
        space_id,
        project_id,
        user_uid,
        file: { sha256 },
        file_name,
        material_type: kind === 'image' ? 'ai_image' : 'video',
        material_sub_type: kind === 'image' ? null : 'ai_video',
        material_source: 'ai_generate',
        ai_origin: true,
      },
      async (tx, one) => {
        const change = { files: withField(vlc_id, 'material_id', one.material_id) };
        await tx.update(ai_generation).set(change).where(eq(ai_generation.generation_id, generation_id));
      },
    );
    materials.push({ vlc_id, material_id: added.material_id });
  }
  await tellGeneration(app, app.db, { space_id, generation_id });
  return { materials };
}
