import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Study } from '@mixreel/ai';
import type { Parts } from '../ability.ts';
import { keepFolder } from '../keep-folder.ts';
import { rawOf } from '../raw-picture.ts';
import { openPicture } from './open-picture.ts';

/** Another model, or another way of keeping what it saw. */
const VERSION = 1;
/** Nine megabytes each. */
const KEPT_MOST = 40;
/** The picture is looked at in a copy of this size at most: the model's own square has 1,024 pixels to a side. */
const LOOKED_SIDE = 1600;
/** What a click finds is shown in this size at most. */
const SHOWN_SIDE = 800;
const STUDY = 'study';
const SMALL = 'small.png';

/** A picture that was looked at: what the model keeps of it, and a small copy, as PNG, to lay masks along its edges. */
export type Studied = { study: Study; small: Buffer };

/** By what the picture contains. */
type Known = { sha256: string; read: () => Promise<Uint8Array> };

function folderOf({ config }: Pick<Parts, 'config'>, { sha256 }: Pick<Known, 'sha256'>): string {
  return join(config.dataDir, 'studies', `${sha256}-${VERSION}`);
}

/** Looking takes seconds and a click a fraction of one, so that what was seen is kept: people click more than once. */
export async function studyOf(parts: Parts, known: Known, signal: AbortSignal): Promise<Studied> {
  const kept = await keptStudy(parts, known);
  if (kept) return kept;
  const picture = await known.read();
  const study = await parts.ai.study(await rawOf(picture, LOOKED_SIDE), { signal });
  const small = await openPicture(picture)
    .resize(SHOWN_SIDE, SHOWN_SIDE, { fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer();
  await keep(parts, known, { study, small });
  return { study, small };
}

export async function isStudied(parts: Pick<Parts, 'config'>, known: Pick<Known, 'sha256'>): Promise<boolean> {
  return (await stat(join(folderOf(parts, known), SMALL)).catch(() => null)) !== null;
}

async function keptStudy(parts: Parts, known: Known): Promise<Studied | null> {
  const folder = folderOf(parts, known);
  try {
    const [study, small] = await Promise.all([readFile(join(folder, STUDY)), readFile(join(folder, SMALL))]);
    const now = new Date();
    await utimes(folder, now, now);
    return { study, small };
  } catch {
    // Never made, or taken away a moment ago.
    return null;
  }
}

async function keep(parts: Parts, known: Known, { study, small }: Studied): Promise<void> {
  await keepFolder(folderOf(parts, known), KEPT_MOST, async (folder) => {
    await writeFile(join(folder, STUDY), study);
    await writeFile(join(folder, SMALL), small);
  });
}
