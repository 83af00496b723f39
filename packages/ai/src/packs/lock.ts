import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';

const BEAT_MS = 1000;
const SILENT_MS = 15_000;

type Holder = { host: string; pid: number; start: string; progress: number };

/** A lock held by this process; `report` shows others how far the work is. */
export type HeldLock = { report(progress: number): void; release(): void };

/** Takes the lock, or answers undefined while somebody alive holds it. */
export function takeLock(path: string): HeldLock | undefined {
  if (!create(path) && !(dropDeadLock(path) && create(path))) return undefined;
  let progress = 0;
  const beat = () => writeHolder(path, progress);
  const timer = setInterval(beat, BEAT_MS);
  timer.unref();
  return {
    report: (value) => (progress = value),
    release() {
      clearInterval(timer);
      rmSync(path, { force: true });
    },
  };
}

/** How far the living holder of the lock is, undefined when nobody holds it. */
export function readLock(path: string): number | undefined {
  const holder = readHolder(path);
  return holder && isAlive(holder, path) ? holder.progress : undefined;
}

function create(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  writeHolder(path, 0);
  return true;
}

/**
 * Removes a lock whose holder died. Two processes may find it dead at once, and the slower one would then remove the
 * fresh lock of the faster: so whoever cleans up holds a second lock for that moment.
 */
function dropDeadLock(path: string): boolean {
  const broom = `${path}.broom`;
  try {
    if (Date.now() - statSync(broom).mtimeMs > SILENT_MS) rmSync(broom, { force: true });
  } catch {
    // Nobody cleans up: the usual case.
  }
  if (!create(broom)) return false;
  try {
    const holder = readHolder(path);
    // An empty file is a holder between creating it and writing its name, unless it stays empty.
    const isDead = holder ? !isAlive(holder, path) : ageOf(path) > SILENT_MS;
    if (isDead) rmSync(path, { force: true });
    return isDead;
  } finally {
    rmSync(broom, { force: true });
  }
}

function writeHolder(path: string, progress: number): void {
  const holder: Holder = { host: hostname(), pid: process.pid, start: startOf(process.pid), progress };
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, JSON.stringify(holder));
    renameSync(draft, path);
  } catch {
    // A full disk fails the work itself with a better sentence than a missed beat could.
  }
}

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

/** A pid may be somebody else's by now, so the start time counts too; other hosts are judged by their last beat. */
function isAlive({ host, pid, start }: Holder, path: string): boolean {
  if (ageOf(path) > SILENT_MS) return false;
  return host !== hostname() || startOf(pid) === start;
}

function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

/** The kernel's start time of a process, '' when it does not run; elsewhere than on Linux only whether it runs. */
function startOf(pid: number): string {
  try {
    if (process.platform !== 'linux') return process.kill(pid, 0) ? 'runs' : '';
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? '' : fields[19]!;
  } catch {
    return '';
  }
}
