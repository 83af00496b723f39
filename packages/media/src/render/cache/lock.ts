import { closeSync, openSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { HEARTBEAT_SECONDS, isOwnerAlive, ownerName } from '#ffmpeg/owner.ts';

const FIRST_LOOK_MS = 20;
const LAST_LOOK_MS = 250;

/** Takes the lock and answers how to give it back, or undefined when somebody has it. */
export function holdLock(path: string): (() => void) | undefined {
  if (!create(path)) return undefined;
  const heartbeat = setInterval(() => touch(path), HEARTBEAT_SECONDS * 1000).unref();
  return () => {
    clearInterval(heartbeat);
    rmSync(path, { force: true });
  };
}

/** A disk that takes the file but not our name in it would leave a lock that belongs to nobody. */
function create(path: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeFileSync(file, ownerName());
    return true;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/**
 * Returns once nobody holds the lock; breaks it when its owner is dead. An empty one is being written this moment; it
 * has no host, so that it counts as dead when it stays so.
 */
export async function waitForLock(path: string, signal: AbortSignal): Promise<void> {
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 1.5, LAST_LOOK_MS)) {
    signal.throwIfAborted();
    const owner = readOwner(path);
    if (owner === undefined) return;
    if (!isOwnerAlive(owner, path)) breakLock(path);
    else await sleep(pause, undefined, { signal });
  }
}

/** Renamed before it is removed, so that of two who break it only one does. */
function breakLock(path: string): void {
  const broken = `${path}.${ownerName()}.broken`;
  try {
    renameSync(path, broken);
    rmSync(broken, { force: true });
  } catch {
    // The other one was first.
  }
}

function readOwner(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function touch(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    // Somebody took us for dead and broke the lock: the file is then made twice, which harms nobody.
  }
}
