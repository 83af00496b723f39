import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOwnerAlive } from '#ffmpeg/owner.ts';
import { openScratch } from '#ffmpeg/scratch.ts';

/** Marks of what is in use, one folder per process, one empty file per name. */
export type Leases = {
  /** Marks a name as in use and answers how to give it back. */
  take(name: string): () => void;
  /** Whether any living process uses the name. */
  isTaken(name: string): boolean;
  close(): void;
};

/** Opens this process's folder of leases under `root`. */
export function openLeases(root: string): Leases {
  mkdirSync(root, { recursive: true });
  // A folder that dies with its owner and is swept at the next start: just what a scratch folder is.
  const own = openScratch(root);
  const counts = new Map<string, number>();

  return {
    take(name) {
      const count = counts.get(name) ?? 0;
      if (count === 0) writeFileSync(join(own.path, name), '');
      counts.set(name, count + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const left = counts.get(name)! - 1;
        if (left > 0) {
          counts.set(name, left);
          return;
        }
        counts.delete(name);
        rmSync(join(own.path, name), { force: true });
      };
    },
    isTaken(name) {
      if (counts.has(name)) return true;
      return readdirSync(root).some((owner) => {
        const folder = join(root, owner);
        return existsSync(join(folder, name)) && isOwnerAlive(owner, folder);
      });
    },
    close: () => own.close(),
  };
}
