import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { holdLock } from '#render/cache/lock.ts';

/** Making room a little beyond the limit keeps the next files from causing a walk each. */
const TARGET = 0.9;

type Eviction = { entries: string; locks: string; maxBytes: number; isLeased: (name: string) => boolean };

/** Removes the least recently used files that nobody uses until the cache fits; answers the bytes that are left. */
export async function evictOldest({ entries, locks, maxBytes, isLeased }: Eviction): Promise<number> {
  const files = list(entries).toSorted((a, b) => a.usedAt - b.usedAt);
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= maxBytes) return bytes;

  for (const { name, path, size } of files) {
    if (bytes <= maxBytes * TARGET) break;
    await turn();
    // Leases are looked for under the lock: whoever takes one looks at the lock after that, so one of us sees the other.
    const unlock = holdLock(join(locks, name));
    if (!unlock) continue;
    try {
      if (isLeased(name)) continue;
      rmSync(path, { force: true });
      bytes -= size;
    } finally {
      unlock();
    }
  }
  return bytes;
}

/** Bytes of all files of the cache. */
export function totalBytes(entries: string): number {
  return list(entries).reduce((sum, { size }) => sum + size, 0);
}

function list(entries: string): { name: string; path: string; size: number; usedAt: number }[] {
  return readdirSync(entries).flatMap((folder) =>
    readdirSync(join(entries, folder)).flatMap((name) => {
      const path = join(entries, folder, name);
      const file = statSync(path, { throwIfNoEntry: false });
      return file ? [{ name, path, size: file.size, usedAt: file.mtimeMs }] : [];
    }),
  );
}
