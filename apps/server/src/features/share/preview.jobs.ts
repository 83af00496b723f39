import { rm } from 'node:fs/promises';
import { probe, renderProxy } from '@mixreel/media';
import { z } from 'zod';
import type { App } from '#context.ts';
import { and, eq, inArray, isNull, sql } from '#db/orm.ts';
import { claimDerived, storeDerived } from '#features/analysis/derived-files.ts';
import { labelOfCopy, readLabel } from '#features/analysis/read-label.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { type JobContext, defineJob } from '#queue/job.ts';
import type { ShareRow } from './share.queries.ts';
import type { Thing } from './shared-things.ts';

const NAME = 'share.preview';

/** A small copy of a finished video, for who may look at it and not have it. It says of its origin what the video does. */
export const makePreview = defineJob({
  name: NAME,
  scope: 'edit',
  task_type: 'artwork_download',
  input: z.object({ artwork_id: z.string() }),
  kind: 'render',
  cores: 1,
  async run({ artwork_id }, context) {
    const [found] = await context.db
      .select({ row: artwork, sha256: vlc_file.sha256 })
      .from(artwork)
      .innerJoin(vlc_file, eq(vlc_file.vlc_id, artwork.vlc_id))
      .where(and(eq(artwork.artwork_id, artwork_id), isNull(artwork.preview_vlc_id)));
    // Gone, or made by another attempt.
    if (!found) return {};
    const { row, sha256 } = found;
    const copy = await copySmall(context, sha256, { ai_origin: row.ai_origin, material_id: artwork_id });
    await context.db.transaction(async (tx) => {
      const owner = { space_id: row.space_id, created_by: row.created_by };
      const [preview_vlc_id] = await claimDerived(tx, owner, [copy]);
      await tx
        .update(artwork)
        .set({ preview_vlc_id: preview_vlc_id ?? null })
        .where(eq(artwork.artwork_id, artwork_id));
    });
    return {};
  },
});

async function copySmall(context: JobContext, sha256: string, origin: { ai_origin: boolean; material_id: string }) {
  const { storage, tools, scratch, signal, config } = context;
  const source = await storage.open(sha256);
  const path = scratch.file('.mp4');
  try {
    const facts = await probe(tools, source.path, { signal });
    const label = labelOfCopy(await readLabel(source.path, facts), origin, config.aigcProducer);
    await renderProxy(tools, { path: source.path, facts }, { path, label, signal });
    return await storeDerived(context, path, 'preview.mp4', signal);
  } finally {
    await source.release();
    await rm(path, { force: true });
  }
}

/** Has small copies made of those finished videos of a link that have none; each once, whoever asks. */
export async function orderPreviews(
  { db, queue }: Pick<App, 'db' | 'queue'>,
  { quality, space_id, created_by }: ShareRow,
  things: Thing[],
): Promise<void> {
  const without = things.filter(({ kind, small_vlc_id }) => kind === 'artwork' && small_vlc_id === null);
  if (quality !== 'preview' || without.length === 0) return;
  const ids = without.map(({ item_id }) => item_id);
  const input = sql<string>`${task.job_input} ->> 'artwork_id'`;
  const under = await db
    .select({ artwork_id: input })
    .from(task)
    .where(and(eq(task.space_id, space_id), eq(task.job_name, NAME), inArray(input, ids)));
  // One that failed is not tried again for every visitor.
  const ordered = new Set(under.map(({ artwork_id }) => artwork_id));
  for (const { item_id: artwork_id, name, duration } of without) {
    if (ordered.has(artwork_id)) continue;
    const given = { space_id, user_uid: created_by, title: `预览「${name}」`, is_quiet: true };
    await queue.add(makePreview, { ...given, work: Math.max(1, duration ?? 1), input: { artwork_id } });
  }
}
