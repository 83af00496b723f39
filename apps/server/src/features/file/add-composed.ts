import type { App } from '#context.ts';
import type { Part } from '#storage/storage.ts';
import { type Also, addStaged } from './add-file.ts';
import type { FileNaming } from './content-claims.ts';

/**
 * Adds a file that is put together from stretches of others, and whatever belongs to it, or nothing of both. On the
 * local disk that costs a list of the stretches, however long the file is.
 */
export async function addComposed<T>(
  { db, storage }: Pick<App, 'db' | 'storage'>,
  naming: FileNaming,
  parts: Part[],
  also: Also<T>,
  signal?: AbortSignal,
): Promise<T> {
  const composed = await storage.compose(parts, { maxBytes: Infinity, ...(signal && { signal }) });
  try {
    return await addStaged(db, composed, naming, also, signal);
  } finally {
    await composed.discard();
  }
}
