import { AppError } from '@mixreel/contract';
import { inFolder } from '@mixreel/media';
import { z } from 'zod';
import { defineJob, type JobContext } from '#queue/job.ts';
import { MEASURED_AT } from './analysis-info.ts';
import { isAwaited } from './awaited.ts';
import { copyAnalysis } from './copy-analysis.ts';
import { readCuts } from './corrections.queries.ts';
import { beginAnalysis, failAnalysis, type HeldFile, type MaterialRow, progressOf } from './hold-material.ts';
import { measureFile } from './measure-file.ts';
import { labelOfCopy } from './read-label.ts';
import { storeMeasures } from './store-measures.ts';

/**
 * Looks through a material's file once: what it is, what it looks like, where its shots are. From here on it can be
 * used; what is in the pictures is understood by the task that follows.
 */
export const measureMaterial = defineJob({
  name: 'analysis.measure',
  scope: 'edit',
  task_type: 'material_analysis',
  input: z.object({ material_id: z.string() }),
  kind: 'analysis',
  cores: 2,
  async run({ material_id }, context) {
    const begun = await beginAnalysis(context, material_id, 0);
    if (!begun) return {};
    const { row, file } = begun;
    try {
      if (!file) throw new AppError('not_found', '素材文件已不存在，请重新上传');
      if (await copyAnalysis(context, row, file)) return { result: { material_id } };
      const damage = await measure(context, row, file);
      return { result: { material_id }, ...(damage && { partial: damage }) };
    } catch (error) {
      // Anything else passes with time: the task is tried again, and its last failure is written down by `settle`.
      const isFinal = error instanceof AppError && error.error !== 'disk_full' && error.error !== 'unavailable';
      if (isFinal && !context.signal.aborted) await failAnalysis(context, material_id, error.message);
      throw error;
    }
  },
});

async function measure(context: JobContext, row: MaterialRow, file: HeldFile): Promise<string | null> {
  const { db, storage, scratch, signal, config } = context;
  const cuts_ms = await readCuts(db, row.material_id);
  const source = await storage.open(file.sha256);
  try {
    return await inFolder(scratch, async (folder) => {
      const measured = await measureFile(context, {
        path: source.path,
        folder,
        material_type: row.material_type,
        content_type: file.content_type,
        labelOf: (found) => labelOfCopy(found, row, config.aigcProducer),
        cuts_ms,
        isHurried: await isAwaited(db, row.material_id),
        signal,
        onProgress: progressOf(context, row, { from: 0, to: MEASURED_AT }),
      });
      await storeMeasures(context, row, measured);
      return measured.damage;
    });
  } finally {
    await source.release();
  }
}
