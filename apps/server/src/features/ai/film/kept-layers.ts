import { createHash } from 'node:crypto';
import { cp, readFile, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { keepFolder } from '../keep-folder.ts';
import type { Layers } from './layers.ts';

/** Another way of taking pictures apart makes other layers. */
const VERSION = 7;
const KEPT_MOST = 200;

/** What decides the layers of a picture. */
export function layersKey(jpeg: Uint8Array, clear: Uint8Array | null, what: unknown): string {
  return createHash('sha256')
    .update(jpeg)
    .update(clear ?? '')
    .update(JSON.stringify([VERSION, what]))
    .digest('hex');
}

/**
 * The layers of a picture as they were made before, or else made now and kept: a picture is tried with one move after another.
 * They are put into `folder`, where nobody takes them away while they are used.
 */
export async function withLayers(
  place: string,
  { key, folder }: { key: string; folder: string },
  make: () => Promise<Layers>,
): Promise<Layers> {
  const kept = join(place, key);
  const known = await copyOut(kept, folder);
  if (known) return known;
  const made = await make();
  await keep(kept, made);
  return made;
}

async function copyOut(kept: string, folder: string): Promise<Layers | null> {
  try {
    const { layers, whole, note } = JSON.parse(await readFile(join(kept, 'layers.json'), 'utf8')) as Layers;
    const copies = layers.map((layer) => ({ ...layer, path: join(folder, layer.path) }));
    for (const path of [whole, ...layers.map((layer) => layer.path)]) await cp(join(kept, path), join(folder, path));
    const now = new Date();
    await utimes(kept, now, now);
    return { layers: copies, whole: join(folder, whole), note };
  } catch {
    // Never made, taken away a moment ago, or half gone with a crash: they are made anew.
    return null;
  }
}

async function keep(kept: string, { layers, whole, note }: Layers): Promise<void> {
  await keepFolder(kept, KEPT_MOST, async (folder) => {
    for (const path of [whole, ...layers.map((layer) => layer.path)]) await cp(path, join(folder, basename(path)));
    const told = {
      whole: basename(whole),
      layers: layers.map((layer) => ({ ...layer, path: basename(layer.path) })),
      note,
    };
    await writeFile(join(folder, 'layers.json'), JSON.stringify(told));
  });
}
