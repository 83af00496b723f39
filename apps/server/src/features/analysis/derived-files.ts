import type { App } from '#context.ts';
import { now } from '#db/columns.ts';
import type { Queryable } from '#db/connect.ts';
import { insertClaim, lockContent, lockContents, touchContent } from '#features/file/content-claims.ts';
import { stored_object } from '#features/file/file.tables.ts';
import type { Stored } from '#storage/storage.ts';

/** A content that was stored and is nobody's yet: what is not claimed is collected as garbage. */
export type Derived = Stored & { file_name: string; content_type: string };

const JPEG = 'image/jpeg';
const MP4 = 'video/mp4';

/**
 * Stores a file that was made of a material. Nobody has it until it is claimed in the transaction that refers to it, so
 * that a crash in between leaves no file behind that nobody knows of.
 */
export async function storeDerived(
  { db, storage }: Pick<App, 'db' | 'storage'>,
  path: string,
  file_name: string,
  signal: AbortSignal,
): Promise<Derived> {
  const staged = await storage.stage({ path, given: true }, { maxBytes: Infinity, signal });
  try {
    const { sha256, bytes } = staged;
    await db.transaction(async (tx) => {
      await lockContent(tx, sha256);
      await tx
        .insert(stored_object)
        .values({ sha256, bytes })
        .onConflictDoUpdate({ target: stored_object.sha256, set: { touched_at: now } });
    });
    await staged.publish(signal);
    return { sha256, bytes, file_name, content_type: file_name.endsWith('.mp4') ? MP4 : JPEG };
  } finally {
    await staged.discard();
  }
}

/** Makes contents files of a space that cost it nothing; answers their ids in order. */
export async function claimDerived(
  tx: Queryable,
  owner: { space_id: string; created_by: string },
  contents: Derived[],
): Promise<string[]> {
  await lockContents(
    tx,
    contents.map(({ sha256 }) => sha256),
  );
  const ids: string[] = [];
  for (const { file_name, content_type, sha256, bytes } of contents) {
    if (!(await touchContent(tx, sha256))) throw new Error(`${file_name} was collected before it was claimed`);
    const file = await insertClaim(tx, { ...owner, file_name, content_type, is_free: true }, { sha256, bytes });
    ids.push(file.vlc_id);
  }
  return ids;
}
