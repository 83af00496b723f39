import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
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
  await keep(place, kept, made);
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

/** Under another name until all of it is there. Two who make the same at once keep one. */
async function keep(place: string, kept: string, { layers, whole, note }: Layers): Promise<void> {
  const half = join(place, `.${randomUUID()}`);
  await mkdir(half, { recursive: true });
  for (const path of [whole, ...layers.map((layer) => layer.path)]) await cp(path, join(half, basename(path)));
  const told = {
    whole: basename(whole),
    layers: layers.map((layer) => ({ ...layer, path: basename(layer.path) })),
    note,
  };
  await writeFile(join(half, 'layers.json'), JSON.stringify(told));
  await rm(kept, { recursive: true, force: true });
  await rename(half, kept).catch(() => rm(half, { recursive: true, force: true }));
  await sweep(place);
}

/** Those that were not used for longest go. */
async function sweep(place: string): Promise<void> {
  const names = await readdir(place);
  if (names.length <= KEPT_MOST) return;
  const used = await Promise.all(
    names.map(async (name) => {
      const facts = await stat(join(place, name)).catch(() => null);
      return { name, at: facts?.mtimeMs ?? 0 };
    }),
  );
  const old = used.toSorted((a, b) => a.at - b.at).slice(0, names.length - KEPT_MOST);
  for (const { name } of old) await rm(join(place, name), { recursive: true, force: true });
}
