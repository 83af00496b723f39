import { readFileSync, statSync } from 'node:fs';
import { hostname } from 'node:os';

/** How often an owner shows that it lives, and after how long of silence it counts as dead. */
export const HEARTBEAT_SECONDS = 20;
const SILENCE_SECONDS = 120;

/** The name of this process in folders shared with other processes: `host~pid~start`. */
export function ownerName(): string {
  return `${hostname()}~${process.pid}~${startTicks(process.pid)}`;
}

/**
 * Whether the owner that left this file or folder still runs.
 *
 * A pid alone would be taken for alive when another process has got the same number since, so the start time is part
 * of the name. Owners of another host (a container with the same folder mounted) are judged by their heartbeat.
 */
export function isOwnerAlive(name: string, path: string): boolean {
  const [host, pid, start] = name.split('~');
  if (host === hostname() && startTicks(process.pid) !== '0') return startTicks(Number(pid)) === start;
  try {
    return Date.now() - statSync(path).mtimeMs < SILENCE_SECONDS * 1000;
  } catch {
    return false;
  }
}

/** The kernel's start time of a process, '' when it does not run, '0' where there is no /proc. */
function startTicks(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program name in parentheses and may itself hold spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? '' : fields[19]!;
  } catch {
    return process.platform === 'linux' ? '' : '0';
  }
}
