import { join } from 'node:path';
import { inFolder, renderMezzanine, SourceError } from '@mixreel/media';
import { z } from 'zod';
import { eq } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { material, material_facts } from '#features/material/material.tables.ts';
import { defineJob } from '#queue/job.ts';
import { claimDerived, storeDerived } from './derived-files.ts';

/** Makes a copy that is cheap to cut of a film that is dear to decode. Nobody waits for it: it comes after everything. */
export const renderMaterialMezzanine = defineJob({
  name: 'analysis.mezzanine',
  task_type: 'material_analysis',
  input: z.object({ material_id: z.string() }),
  // Not among what people render: hundreds of copies would stand before their videos.
  kind: 'analysis',
  lane: 'idle',
  async run({ material_id }, context) {
    const { db, storage, scratch, tools, signal, report } = context;
    const [found] = await db
      .select({ row: material, sha256: vlc_file.sha256, facts: material_facts.facts, marks: material_facts.marks })
      .from(material)
      .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
      .innerJoin(material_facts, eq(material_facts.material_id, material.material_id))
      .where(eq(material.material_id, material_id));
    // In a copy broken pictures look whole: what shows them is cut from the film itself, whose decoder tells.
    if (!found || (found.marks.damaged ?? []).length > 0) return {};
    const { row, sha256, facts } = found;
    const source = await storage.open(sha256);
    try {
      await inFolder(scratch, async (folder) => {
        const path = join(folder, 'mezzanine.mp4');
        const onProgress = ({ seconds }: { seconds: number }) => report(seconds / Math.max(facts.seconds, 0.1));
        await renderMezzanine(tools, { path: source.path, facts }, path, { signal, onProgress });
        const made = await storeDerived(context, path, 'mezzanine.mp4', signal);
        await db.transaction(async (tx) => {
          const [now] = await tx
            .select({ vlc_id: material.vlc_id, old: material.mezzanine_vlc_id })
            .from(material)
            .where(eq(material.material_id, material_id))
            .for('update');
          if (now?.vlc_id !== row.vlc_id) return;
          const owner = { space_id: row.space_id, created_by: row.created_by };
          const [mezzanine_vlc_id] = await claimDerived(tx, owner, [made]);
          await tx.update(material).set({ mezzanine_vlc_id }).where(eq(material.material_id, material_id));
          if (now.old) await removeFiles(tx, row.space_id, [now.old]);
        });
      });
    } catch (error) {
      // A film that is broken somewhere is cut from its own file.
      if (!(error instanceof SourceError)) throw error;
    } finally {
      await source.release();
    }
    return { result: { material_id } };
  },
});
