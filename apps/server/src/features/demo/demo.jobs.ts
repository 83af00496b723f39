import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { and, eq, isNull } from '#db/orm.ts';
import { material } from '#features/material/material.tables.ts';
import { addMaterial } from '#features/upload/add-material.ts';
import { defineJob, type JobContext } from '#queue/job.ts';
import { DEMO_CLIPS, DEMO_PICTURES, type DemoClip, type DemoPicture } from './clips.ts';
import { FILMS_OF_MIX, growDemoMix } from './demo-mix.ts';
import { renderClip, renderPicture } from './render-clip.ts';

/** Draws the films and pictures of the example project that it lacks, and adds each as an upload would. */
export const makeDemo = defineJob({
  name: 'demo.make',
  scope: 'edit',
  task_type: 'material_import',
  input: z.object({ project_id: z.string() }),
  kind: 'render',
  steps: [{ key: 'draw', label: '绘制示例素材' }],
  async run({ project_id }, context) {
    const has = await readNames(project_id, context);
    // The pictures first, they are there at once; then what the example mix is made of.
    const films = DEMO_CLIPS.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
    const missing = [...DEMO_PICTURES, ...films].filter(({ name }) => !has.has(name));
    const folder = context.scratch.file('.demo');
    await mkdir(folder, { recursive: true });
    try {
      await context.step('draw', async () => {
        const owner = { ...context.task, project_id };
        await growDemoMix(context, owner);
        for (const [n, file] of missing.entries()) {
          await addDrawn(file, { project_id, folder }, context);
          if (FILMS_OF_MIX.includes(file.name)) await growDemoMix(context, owner);
          context.report((n + 1) / missing.length);
        }
        return missing.length;
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return { result: { project_id, added: missing.length } };
  },
});

function rank({ name }: DemoClip): number {
  const index = FILMS_OF_MIX.indexOf(name);
  return index < 0 ? Infinity : index;
}

async function addDrawn(
  file: DemoClip | DemoPicture,
  { project_id, folder }: { project_id: string; folder: string },
  context: JobContext,
): Promise<void> {
  const { tools, signal, task } = context;
  const isFilm = 'material_sub_type' in file;
  const path = join(folder, file.name);
  await (isFilm ? renderClip(tools, file, path, { folder, signal }) : renderPicture(file, path));
  await addMaterial(context, {
    space_id: task.space_id,
    project_id,
    user_uid: task.user_uid,
    file: { path, given: true },
    file_name: file.name,
    material_sub_type: isFilm ? file.material_sub_type : null,
    material_source: 'system_library',
    same_name: 'skip',
    signal,
  });
}

async function readNames(project_id: string, { db }: JobContext): Promise<Set<string>> {
  const rows = await db
    .select({ material_name: material.material_name })
    .from(material)
    .where(and(eq(material.project_id, project_id), isNull(material.deleted_at)));
  return new Set(rows.map(({ material_name }) => material_name));
}
