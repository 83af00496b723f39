import { AppError, BOX_TOOLS, boxOptions, type BoxToolName } from '@mixreel/contract';
import { inFolder, probe } from '@mixreel/media';
import { z } from 'zod';
import { and, eq, isNull, sql } from '#db/orm.ts';
import { labelOfCopy, readLabel } from '#features/analysis/read-label.ts';
import { addFile } from '#features/file/add-file.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { requireFree } from '#features/label/withheld.ts';
import { material } from '#features/material/material.tables.ts';
import { task as taskTable } from '#features/task/task.tables.ts';
import { addMaterial } from '#features/upload/add-material.ts';
import { defineJob, type JobContext } from '#queue/job.ts';
import type { Output } from './box-tool.ts';
import { RUN_TOOLS } from './box-tools.ts';

const NAMES = Object.keys(BOX_TOOLS) as [BoxToolName, ...BoxToolName[]];

/** What came of it: materials, or a file to be taken away. */
export type Kept = { material_ids: string[]; file_vlc_id: string | null };

/** Runs a tool on a material; what comes of it is a material that knows what it was made of. */
export const runTool = defineJob({
  name: 'box.run',
  task_type: 'ai_box',
  input: z.object({
    tool: z.enum(NAMES),
    material_id: z.string(),
    options: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
  kind: 'render',
  unit_seconds: 1,
  steps: [{ key: 'keep', label: '处理并保存', share: 1 }],
  async run({ tool, material_id, options }, context) {
    const kept = await context.step('keep', () =>
      inFolder(context.scratch, (folder) => work(context, folder, tool, material_id, options)),
    );
    return { result: kept };
  },
});

async function work(
  context: JobContext,
  folder: string,
  tool: BoxToolName,
  material_id: string,
  given: Record<string, string | number>,
): Promise<Kept> {
  const { db, storage, tools, signal, task, config, report } = context;
  const [found] = await db
    .select({ row: material, file: vlc_file })
    .from(material)
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
    .where(
      and(eq(material.space_id, task.space_id), eq(material.material_id, material_id), isNull(material.deleted_at)),
    );
  if (!found) throw new AppError('not_found', '素材已不在素材库里');
  const { row, file } = found;
  await requireFree(db, file.space_id, [file.sha256]);
  const opened = await storage.open(file.sha256);
  try {
    const facts = await probe(tools, opened.path, { signal });
    const label = labelOfCopy(await readLabel(opened.path, facts), row, config.aigcProducer);
    const options = boxOptions(tool).parse(given) as never;
    const { content_type } = file;
    const given_to = { context, row, path: opened.path, facts, content_type, label, options, folder };
    const outputs = await RUN_TOOLS[tool].run({ ...given_to, onProgress: (done) => report(0.95 * done) });
    return await keep(context, row, outputs);
  } finally {
    await opened.release();
  }
}

/** Each output is written together with the task's own memory of it: another attempt makes none twice. */
async function keep(context: JobContext, row: typeof material.$inferSelect, outputs: Output[]): Promise<Kept> {
  const { db, storage, task, signal } = context;
  const [stored] = await db.select().from(taskTable).where(eq(taskTable.task_id, task.task_id));
  const kept: Kept = { material_ids: [], file_vlc_id: null, ...(stored?.memory['kept'] as Partial<Kept> | undefined) };
  const name = row.material_name.replace(/\.[^.]+$/, '');
  for (const { path, suffix, is_plain } of outputs.slice(kept.material_ids.length)) {
    const file_name = name + suffix;
    if (is_plain) {
      const naming = {
        space_id: task.space_id,
        created_by: task.user_uid,
        file_name,
        content_type: 'application/x-subrip',
      };
      kept.file_vlc_id = (await addFile(db, storage, { ...naming, source: { path }, signal })).vlc_id;
      continue;
    }
    await addMaterial(
      context,
      {
        space_id: task.space_id,
        project_id: row.project_id ?? task.project_id ?? '',
        dir_id: row.dir_id,
        user_uid: task.user_uid,
        file: { path },
        file_name,
        material_sub_type: suffix.endsWith('.mp4') ? row.material_sub_type : null,
        material_source: row.material_source,
        ai_origin: row.ai_origin,
        signal,
      },
      async (tx, { material_id }) => {
        const { rights, rights_expires_at } = row;
        await tx
          .update(material)
          .set({ made_of_id: row.material_id, rights, rights_expires_at })
          .where(eq(material.material_id, material_id));
        kept.material_ids.push(material_id);
        const memory = sql`${taskTable.memory} || ${JSON.stringify({ kept })}::jsonb`;
        await tx.update(taskTable).set({ memory }).where(eq(taskTable.task_id, task.task_id));
      },
    );
  }
  return kept;
}
