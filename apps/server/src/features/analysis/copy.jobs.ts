import { join } from 'node:path';
import {
  FfmpegError,
  inFolder,
  type MediaFacts,
  renderMezzanine,
  renderProxy,
  SourceError,
  wantsMezzanine,
} from '@mixreel/media';
import { z } from 'zod';
import { eq } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { material, material_facts } from '#features/material/material.tables.ts';
import { defineJob, type JobContext, NotYet } from '#queue/job.ts';
import { isAwaited } from './awaited.ts';
import { claimDerived, storeDerived } from './derived-files.ts';
import type { MaterialRow } from './hold-material.ts';
import { labelOfCopy, readLabel } from './read-label.ts';

type Copy = 'preview' | 'mezzanine';
const COLUMNS = { preview: 'preview_vlc_id', mezzanine: 'mezzanine_vlc_id' } as const;
const ROWS_WAIT_S = 3;

/** Which copies a film lacks: the small one where measuring was in a hurry, and one that is cheap to cut where that pays. */
export function wantedCopies(
  { material_type, preview_vlc_id, mezzanine_vlc_id }: MaterialRow,
  facts: MediaFacts,
): Copy[] {
  if (material_type !== 'video') return [];
  return [
    ...(preview_vlc_id ? [] : ['preview' as const]),
    ...(wantsMezzanine(facts) && !mezzanine_vlc_id ? ['mezzanine' as const] : []),
  ];
}

/** Makes the copies that a film lacks. Nobody waits for them: they come after everything. */
export const copyMaterial = defineJob({
  // As it was called when it made one of them: such tasks may be in line.
  name: 'analysis.mezzanine',
  scope: 'edit',
  task_type: 'material_analysis',
  input: z.object({ material_id: z.string() }),
  // Not among what people render: hundreds of copies would stand before their videos.
  kind: 'analysis',
  lane: 'idle',
  async run({ material_id }, context) {
    const { db, storage } = context;
    const [found] = await db
      .select({ row: material, sha256: vlc_file.sha256, facts: material_facts.facts, marks: material_facts.marks })
      .from(material)
      .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
      .innerJoin(material_facts, eq(material_facts.material_id, material.material_id))
      .where(eq(material.material_id, material_id));
    if (!found) return {};
    if (await isAwaited(db, material_id)) throw new NotYet('等脚本先出来', ROWS_WAIT_S);
    const { row, sha256, facts } = found;
    const isDamaged = (found.marks.damaged ?? []).length > 0;
    // In a copy broken pictures look whole: what shows them is cut from the film itself, whose decoder tells.
    const wanted = wantedCopies(row, facts).filter((copy) => copy === 'preview' || !isDamaged);
    const source = await storage.open(sha256);
    try {
      for (const [n, copy] of wanted.entries()) {
        await makeCopy(context, row, { path: source.path, facts }, copy, (done) =>
          context.report((n + done) / wanted.length),
        );
      }
    } finally {
      await source.release();
    }
    return { result: { material_id } };
  },
});

async function makeCopy(
  context: JobContext,
  row: MaterialRow,
  source: { path: string; facts: MediaFacts },
  copy: Copy,
  onShare: (done: number) => void,
): Promise<void> {
  const { db, scratch, tools, signal, config } = context;
  const { material_id, space_id, created_by } = row;
  const onProgress = ({ seconds }: { seconds: number }) => onShare(seconds / Math.max(source.facts.seconds, 0.1));
  await inFolder(scratch, async (folder) => {
    const path = join(folder, `${copy}.mp4`);
    try {
      if (copy === 'mezzanine') await renderMezzanine(tools, source, path, { signal, onProgress });
      else {
        const label = labelOfCopy(await readLabel(source.path, source.facts), row, config.aigcProducer);
        await renderProxy(tools, source, { path, label, signal, onProgress });
      }
    } catch (error) {
      // A film that is broken somewhere is cut from its own file, and has no small copy.
      if (error instanceof SourceError || (error instanceof FfmpegError && error.kind === 'bad-input')) return;
      throw error;
    }
    const made = await storeDerived(context, path, `${copy}.mp4`, signal);
    await db.transaction(async (tx) => {
      const column = COLUMNS[copy];
      const [now] = await tx.select().from(material).where(eq(material.material_id, material_id)).for('update');
      if (now?.vlc_id !== row.vlc_id) return;
      const [vlc_id] = await claimDerived(tx, { space_id, created_by }, [made]);
      await tx
        .update(material)
        .set({ [column]: vlc_id })
        .where(eq(material.material_id, material_id));
      const old = now[column];
      if (old && old !== now.vlc_id) await removeFiles(tx, space_id, [old]);
    });
  });
}
