import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { holdLock } from '#render/cache/lock.ts';

/** Making room a little beyond the limit keeps the next files from causing a walk each. */
const TARGET = 0.9;

type Eviction = {
  entries: string;
  locks: string;
  maxBytes: number;
  /** So much the disk lacks, however small the cache is. */
  missingBytes: number;
  isLeased: (name: string) => boolean;
};

/**
 * Removes the least recently used files that nobody uses until the cache fits and the disk has room; answers the bytes that are
 * left.
 */
export async function evictOldest({ entries, locks, maxBytes, missingBytes, isLeased }: Eviction): Promise<number> {
  const found: CacheFile[] = [];
  for (const folder of readdirSync(entries)) {
    // There may be a hundred thousand: others are answered between the folders.
    await turn();
    found.push(...list(entries, folder));
  }
  const files = found.toSorted((a, b) => a.usedAt - b.usedAt);
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  let missing = missingBytes;
  if (bytes <= maxBytes && missing <= 0) return bytes;

  const limit = bytes <= maxBytes ? maxBytes : maxBytes * TARGET;
  for (const { name, path, size, isOnlyName } of files) {
    if (bytes <= limit && missing <= 0) break;
    // A finished video has these bytes as well: to forget them here would give the disk nothing.
    if (bytes <= limit && !isOnlyName) continue;
    await turn();
    // Leases are looked for under the lock: whoever takes one looks at the lock after that, so one of us sees the other.
    const unlock = holdLock(join(locks, name));
    if (!unlock) continue;
    try {
      if (isLeased(name)) continue;
      rmSync(path, { force: true });
      bytes -= size;
      if (isOnlyName) missing -= size;
    } finally {
      unlock();
    }
  }
  return bytes;
}

/** Bytes of all files of the cache. */
export function totalBytes(entries: string): number {
  const files = readdirSync(entries).flatMap((folder) => list(entries, folder));
  return files.reduce((sum, { size }) => sum + size, 0);
}

type CacheFile = { name: string; path: string; size: number; usedAt: number; isOnlyName: boolean };

function list(entries: string, folder: string): CacheFile[] {
  return readdirSync(join(entries, folder)).flatMap((name) => {
    const path = join(entries, folder, name);
    const file = statSync(path, { throwIfNoEntry: false });
    return file ? [{ name, path, size: file.size, usedAt: file.mtimeMs, isOnlyName: file.nlink === 1 }] : [];
  });
}
