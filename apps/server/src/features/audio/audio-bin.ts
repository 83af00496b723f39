import { audioKind } from '@mixreel/contract';
import type { App } from '#context.ts';
import { now } from '#db/columns.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, isNull } from '#db/orm.ts';
import { document } from '#features/document/document.tables.ts';
import { removeOldDocuments } from '#features/document/remove-old.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { ai_audio } from './audio.tables.ts';

type Made = Pick<typeof ai_audio.$inferSelect, 'rendition' | 'material_id'>;

/** The files of a piece that nothing else holds: of a material it is the mp3. */
export function ownFiles({ rendition, material_id }: Made): string[] {
  const files = Object.entries(rendition?.files ?? {});
  return files.flatMap(([format, vlc_id]) => (format === 'mp3' && material_id ? [] : [vlc_id]));
}

/** Pieces go with their project: the documents first, as whoever acts on them holds them. */
export async function binAudiosOf(tx: Queryable, { project_id }: { project_id: string }): Promise<void> {
  const there = and(eq(ai_audio.project_id, project_id), isNull(ai_audio.deleted_at));
  const ids = tx.select({ id: ai_audio.ai_audio_id }).from(ai_audio).where(there);
  await tx.update(document).set({ deleted_at: now }).where(inArray(document.document_id, ids));
  await tx.update(ai_audio).set({ deleted_at: now }).where(there);
}

/** What was deleted long ago goes for good, and the space has back what its files took. */
export async function removeOldAudios({ db }: Pick<App, 'db'>): Promise<void> {
  await removeOldDocuments(db, audioKind.kind, async (tx, ai_audio_id) => {
    const [gone] = await tx.delete(ai_audio).where(eq(ai_audio.ai_audio_id, ai_audio_id)).returning();
    if (gone) await removeFiles(tx, gone.space_id, ownFiles(gone));
  });
}
