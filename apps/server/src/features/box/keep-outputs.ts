import type { Queryable } from '#db/connect.ts';
import { eq, sql } from '#db/orm.ts';
import { addStaged } from '#features/file/add-file.ts';
import { material } from '#features/material/material.tables.ts';
import { task as taskTable } from '#features/task/task.tables.ts';
import { addMaterial } from '#features/upload/add-material.ts';
import type { JobContext } from '#queue/job.ts';
import type { Item } from './run-chain.ts';

/** What came of it: materials, or files to be taken away. */
export type Kept = { material_ids: string[]; files: { vlc_id: string; file_name: string }[] };

/**
 * Each output is written together with the task's own memory of it: another attempt makes none twice. Of what shows a content
 * that may not leave any more, since somebody took a consent back, nothing is kept.
 */
export async function keepOutputs(
  context: JobContext,
  row: typeof material.$inferSelect,
  items: Item[],
  { shows, memory_key }: { shows: string[]; memory_key: string },
): Promise<Kept> {
  const { db, storage, task, signal } = context;
  const [stored] = await db.select().from(taskTable).where(eq(taskTable.task_id, task.task_id));
  const kept: Kept = { material_ids: [], files: [], ...(stored?.memory[memory_key] as Partial<Kept> | undefined) };
  const remember = async (tx: Queryable) => {
    const memory = sql`${taskTable.memory} || ${JSON.stringify({ [memory_key]: kept })}::jsonb`;
    await tx.update(taskTable).set({ memory }).where(eq(taskTable.task_id, task.task_id));
  };
  for (const { path, name: file_name } of items.filter((one) => one.is_plain).slice(kept.files.length)) {
    const staged = await storage.stage({ path }, { maxBytes: Infinity, signal });
    const naming = {
      space_id: task.space_id,
      created_by: task.user_uid,
      file_name,
      content_type: file_name.endsWith('.webp') ? 'image/webp' : 'application/x-subrip',
      // Words show nobody.
      shows: file_name.endsWith('.webp') ? shows : [],
    };
    try {
      await addStaged(db, staged, naming, async (tx, { vlc_id }) => {
        kept.files.push({ vlc_id, file_name });
        await remember(tx);
      });
    } finally {
      await staged.discard();
    }
  }
  for (const { path, name: file_name } of items.filter((one) => !one.is_plain).slice(kept.material_ids.length)) {
    const given = {
      space_id: task.space_id,
      project_id: row.project_id ?? task.project_id ?? '',
      dir_id: row.dir_id,
      user_uid: task.user_uid,
      file: { path },
      file_name,
      material_sub_type: file_name.endsWith('.mp4') ? row.material_sub_type : null,
      material_source: row.material_source,
      ai_origin: row.ai_origin,
      shows,
      signal,
    };
    await addMaterial(context, given, async (tx, { material_id }) => {
      // As they are now: somebody may have taken a consent back while it was made.
      const [source] = await tx.select().from(material).where(eq(material.material_id, row.material_id));
      const { rights, rights_expires_at } = source ?? row;
      await tx
        .update(material)
        .set({ made_of_id: row.material_id, rights, rights_expires_at })
        .where(eq(material.material_id, material_id));
      kept.material_ids.push(material_id);
      await remember(tx);
    });
  }
  return kept;
}
