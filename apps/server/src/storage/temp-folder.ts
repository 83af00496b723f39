import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Names for half-made files, in a folder that several processes may share. */
export type TempFolder = { newPath(): string };

const FOREIGN_HOURS = 24;

/** Opens the folder after removing what processes that no longer run left in it: kill -9 leaves them no moment to. */
export async function openTempFolder(dir: string): Promise<TempFolder> {
  await mkdir(dir, { recursive: true });
  for (const name of await readdir(dir)) {
    const path = join(dir, name);
    if (await isLeftover(name, path)) await rm(path, { force: true, recursive: true });
  }
  const owner = `${hostname()}~${process.pid}`;
  return { newPath: () => join(dir, `${owner}~${randomBytes(9).toString('base64url')}`) };
}

async function isLeftover(name: string, path: string): Promise<boolean> {
  const [host, pid] = name.split('~');
  const changed = await stat(path).catch(() => null);
  if (!changed) return false;
  // Whether a process on another machine still runs cannot be seen from here.
  if (host !== hostname()) return Date.now() - changed.ctimeMs > FOREIGN_HOURS * 3_600_000;
  // In a container every start gets the same pid: then only what is older than this process is left over.
  if (Number(pid) === process.pid) return changed.ctimeMs < Date.now() - process.uptime() * 1000 - 1000;
  return !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
