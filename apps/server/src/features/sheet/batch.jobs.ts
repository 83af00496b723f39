import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SheetRow } from '@mixreel/contract';
import { inFolder, refillSheet } from '@mixreel/media';
import { z } from 'zod';
import { and, eq } from '#db/orm.ts';
import { requireSource } from '#features/generate/source-picture.ts';
import { addMaterial } from '#features/upload/add-material.ts';
import { defineJob, type JobContext } from '#queue/job.ts';
import { claimPicture } from './claim-picture.ts';
import { renderSheet } from './render-sheet.ts';
import { requireSheetRow } from './sheet.queries.ts';
import { sheet_file, sheet_made } from './sheet.tables.ts';

const Input = z.object({ sheet_id: z.string(), rows: z.array(SheetRow) });

/** One layout with many products: a picture for each row of a table, as materials. */
export const batchSheet = defineJob({
  name: 'sheet.batch',
  task_type: 'ai_box',
  input: Input,
  kind: 'render',
  unit_seconds: 1,
  async run({ sheet_id, rows }, context) {
    const { db, task } = context;
    const made = await db
      .select()
      .from(sheet_made)
      .where(and(eq(sheet_made.task_id, task.task_id), eq(sheet_made.sheet_id, sheet_id)));
    const done = new Set(made.map(({ row }) => row));
    for (const [n, row] of rows.entries()) {
      context.signal.throwIfAborted();
      if (!done.has(n)) await makeOne(sheet_id, n, row, context);
      context.report((n + 1) / rows.length);
    }
    return { result: { sheet_id, count: rows.length } };
  },
});

async function makeOne(
  sheet_id: string,
  n: number,
  row: z.output<typeof SheetRow>,
  context: JobContext,
): Promise<void> {
  const { db, task, scratch, signal } = context;
  const who = { space_id: task.space_id, user_uid: task.user_uid };
  const found = await requireSheetRow(db, task.space_id, sheet_id);
  const pictures: Record<string, string> = {};
  for (const { layer_id, picture } of row.pictures) {
    const source = await requireSource(context, task.space_id, picture);
    const { file_name: _name, ...file } = await claimPicture(context, who, { ...source, file_name: source.name });
    await db.insert(sheet_file).values({ ...file, sheet_id });
    pictures[layer_id] = file.vlc_id;
  }
  const texts = Object.fromEntries(row.texts.map(({ layer_id, text }) => [layer_id, text]));
  const refill = { texts, pictures };
  const { bytes, ai_origin, shows } = await renderSheet(context, found, {
    format: 'png',
    hasNotice: false,
    signal,
    change: (sheet) => refillSheet(sheet, refill),
  });
  await inFolder(scratch, async (folder) => {
    const path = join(folder, 'picture.png');
    await writeFile(path, bytes);
    await addMaterial(
      context,
      {
        ...who,
        project_id: found.project_id,
        file: { path, given: true },
        file_name: `${row.name}.png`,
        material_type: ai_origin ? 'ai_image' : 'image',
        material_sub_type: null,
        material_source: ai_origin ? 'ai_generate' : 'user_upload',
        ai_origin,
        shows,
        same_name: 'keep_both',
        signal,
      },
      async (tx, { material_id }) => {
        await tx.insert(sheet_made).values({ task_id: task.task_id, row: n, sheet_id, material_id });
      },
    );
  });
}
