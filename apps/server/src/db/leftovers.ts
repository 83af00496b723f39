import { existsSync, readFileSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A killed postmaster's children leave by themselves as soon as they look up; who is busy is asked, then made to. */
const ASK_MS = 1000;
const FORCE_MS = 5000;
const GIVE_UP_MS = 15_000;

/** Ends a PostgreSQL that an earlier run left on this cluster, and what a killed one left of itself. */
export async function clearLeftovers(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0;
  if (isPostgres(pid)) await stopLeftover(pid);
  if (process.platform !== 'linux') return;
  await endChildren(cluster);
  // Its number may be another process's by now, which PostgreSQL would take for itself. We hold the lock on the folder.
  rmSync(pidFile, { force: true });
}

async function stopLeftover(pid: number): Promise<void> {
  process.kill(pid, 'SIGINT');
  for (let waited = 0; isPostgres(pid); waited += 50) {
    if (waited === 10_000) process.kill(pid, 'SIGQUIT');
    if (waited > 20_000) throw new Error('上次运行留下的 PostgreSQL 没有退出，请结束它后重试');
    await delay(50);
  }
}

/** Until the last one has gone, the shared memory is in use and no other may start. */
async function endChildren(cluster: string): Promise<void> {
  for (let waited = 0; ; waited += 50) {
    const left = childrenOf(cluster);
    if (left.length === 0) return;
    if (waited > GIVE_UP_MS) throw new Error('上次运行留下的 PostgreSQL 子进程没有退出，请结束它们后重试');
    if (waited === ASK_MS) left.forEach((pid) => signal(pid, 'SIGQUIT'));
    if (waited === FORCE_MS) left.forEach((pid) => signal(pid, 'SIGKILL'));
    await delay(50);
  }
}

/** PostgreSQL works inside its cluster's folder: whoever does and is called so belongs to it. */
function childrenOf(cluster: string): number[] {
  const home = realpathSync(cluster);
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => isPostgres(pid) && workplaceOf(pid) === home);
}

function workplaceOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function isPostgres(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return false;
  }
}

function signal(pid: number, name: 'SIGQUIT' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone in this moment.
  }
}
