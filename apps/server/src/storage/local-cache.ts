import { copyFile, link, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { createDiskStorage } from './disk.ts';
import { CorruptContent, MissingContent, NoSpaceLeft, type Staged, type Storage } from './storage.ts';
import { openTempFolder } from './temp-folder.ts';

const DOWNLOAD_ATTEMPTS = 3;
const KEEP_SHARE = 0.8;

/** Contents of a distant store as local files, as many as fit; those not used for longest go first. */
export type LocalCache = {
  disk: Storage;
  /** The content as a local file that stays until `release`, even when the cache drops it. */
  open(sha256: string, download: () => Promise<Readable>): ReturnType<Storage['open']>;
  /** Keeps what is staged here as well. */
  keep(staged: Staged): Promise<void>;
  /** Makes the cache small enough again. */
  trim(): Promise<void>;
};

/**
 * Whoever opens a content gets a link of their own to it. So the file system counts the users, also those in other
 * processes with the same folder, and dropping a content from the cache never takes it from somebody at work.
 */
export async function createLocalCache(dir: string, { maxBytes }: { maxBytes: number }): Promise<LocalCache> {
  const disk = await createDiskStorage(dir);
  const inUse = await openTempFolder(join(dir, 'in-use'));
  const downloads = new Map<string, Promise<void>>();
  // Counted up as contents come, and counted anew whenever some have to go.
  let used = await countBytes();

  async function open(sha256: string, download: () => Promise<Readable>) {
    const path = inUse.newPath();
    for (let attempt = 1; ; attempt += 1) {
      try {
        await linkOrCopy((await disk.open(sha256)).path, path);
        break;
      } catch (error) {
        // Not there yet, or dropped by another process between download and link.
        if (attempt > DOWNLOAD_ATTEMPTS || !isMissing(error)) throw error;
        await downloadOnce(sha256, download);
      }
    }
    await trim();
    return { path, release: () => rm(path, { force: true }) };
  }

  function downloadOnce(sha256: string, download: () => Promise<Readable>): Promise<void> {
    const running = downloads.get(sha256) ?? fetchInto(sha256, download).finally(() => downloads.delete(sha256));
    downloads.set(sha256, running);
    return running;
  }

  async function fetchInto(sha256: string, download: () => Promise<Readable>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const staged = await disk.stage(await download(), { maxBytes: Infinity });
        try {
          if (staged.sha256 !== sha256) throw new CorruptContent(`${sha256} came as ${staged.sha256}`);
          return await keep(staged);
        } finally {
          await staged.discard();
        }
      } catch (error) {
        const isFinal = error instanceof MissingContent || error instanceof CorruptContent;
        if (isFinal || attempt === DOWNLOAD_ATTEMPTS) throw error;
        if (error instanceof NoSpaceLeft) await dropUntil(0);
        await delay(100 * 3 ** attempt);
      }
    }
  }

  async function keep(staged: Staged): Promise<void> {
    await staged.publish();
    used += staged.bytes;
  }

  async function trim(): Promise<void> {
    const limit = Math.min(maxBytes, (used + ((await disk.freeBytes()) ?? 0)) / 2);
    if (used > limit) await dropUntil(limit * KEEP_SHARE);
  }

  async function countBytes(): Promise<number> {
    let total = 0;
    for await (const { bytes } of disk.list()) total += bytes;
    return total;
  }

  async function dropUntil(limit: number): Promise<void> {
    const all = await Array.fromAsync(disk.list());
    used = all.reduce((sum, { bytes }) => sum + bytes, 0);
    // Every link made or removed sets the time of the last status change: the time of last use.
    for (const { sha256, bytes } of all.toSorted((a, b) => a.stored_at.getTime() - b.stored_at.getTime())) {
      if (used <= limit) return;
      await disk.remove(sha256);
      used -= bytes;
    }
  }

  return { disk, open, keep, trim };
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (isMissing(error)) throw error;
    await copyFile(from, to);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof MissingContent || (error as NodeJS.ErrnoException).code === 'ENOENT';
}
