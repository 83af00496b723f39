import { readFile } from 'node:fs/promises';
import type { App } from '#context.ts';
import { requireFile } from '#features/file/file.queries.ts';
import { requireFree } from '#features/label/withheld.ts';

type Reading = Pick<App, 'db' | 'storage'>;

/** What a picture contains, by its hash; it is only read where that is not enough. */
export async function knownPicture(app: Reading, space_id: string, vlc_id: string) {
  const { sha256 } = await requireFile(app.db, space_id, vlc_id);
  await requireFree(app.db, space_id, [sha256]);
  return { sha256, read: () => readContent(app, sha256) };
}

export async function readPictureFile(app: Reading, space_id: string, vlc_id: string): Promise<Buffer> {
  return (await knownPicture(app, space_id, vlc_id)).read();
}

async function readContent({ storage }: Reading, sha256: string): Promise<Buffer> {
  const { path, release } = await storage.open(sha256);
  try {
    return await readFile(path);
  } finally {
    await release();
  }
}
