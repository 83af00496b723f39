import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Keeps what was dear to make: under another name until all of it is there; two who make the same at once keep one. Beside it
 * so `many` stay in all, those that were not used for longest go.
 */
export async function keepFolder(path: string, many: number, fill: (folder: string) => Promise<void>): Promise<void> {
  const place = dirname(path);
  const half = join(place, `.${randomUUID()}`);
  await mkdir(half, { recursive: true });
  await fill(half);
  await rm(path, { recursive: true, force: true });
  await rename(half, path).catch(() => rm(half, { recursive: true, force: true }));
  await sweep(place, many);
}

async function sweep(place: string, many: number): Promise<void> {
  const names = await readdir(place);
  if (names.length <= many) return;
  const used = await Promise.all(
    names.map(async (name) => {
      const facts = await stat(join(place, name)).catch(() => null);
      return { name, at: facts?.mtimeMs ?? 0 };
    }),
  );
  const old = used.toSorted((a, b) => a.at - b.at).slice(0, names.length - many);
  for (const { name } of old) await rm(join(place, name), { recursive: true, force: true });
}
