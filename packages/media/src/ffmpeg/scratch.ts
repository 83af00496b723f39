import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HEARTBEAT_SECONDS, isOwnerAlive, ownerName } from '#ffmpeg/owner.ts';

/** A folder for half-made files that no crash leaves behind for good. */
export type Scratch = {
  path: string;
  /** A fresh path inside, ending in `suffix`; nothing is created. */
  file(suffix: string): string;
  /** Removes the folder and everything in it. */
  close(): void;
};

let count = 0;

/**
 * Opens a folder of this process under `root`, after removing those of processes that no longer run: kill -9 leaves no
 * moment to clean up, so the next start does it.
 */
export function openScratch(root: string): Scratch {
  mkdirSync(root, { recursive: true });
  sweepScratch(root);

  const path = join(root, `${ownerName()}~${(count += 1)}`);
  mkdirSync(path, { recursive: true });
  const heartbeat = setInterval(() => touch(path), HEARTBEAT_SECONDS * 1000).unref();

  return {
    path,
    // Nobody can name a file of somebody else's work in one of their own.
    file: (suffix) => join(path, `${randomBytes(12).toString('hex')}${suffix}`),
    close() {
      clearInterval(heartbeat);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Gives the work a folder of its own and removes it afterwards, however the work ends. */
export async function inFolder<T>(scratch: Scratch, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(scratch.path, 'job-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes the folders of dead owners under `root`; answers how many there were. */
export function sweepScratch(root: string): number {
  const dead = readdirSync(root).filter((name) => !isOwnerAlive(name, join(root, name)));
  for (const name of dead) rmSync(join(root, name), { recursive: true, force: true });
  return dead.length;
}

function touch(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    // Somebody removed the folder; the next file written there will say so.
  }
}
