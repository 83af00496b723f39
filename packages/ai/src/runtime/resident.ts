import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The memory a process has in use, in bytes; 0 when that can't be told. */
export function residentBytes(pid: number): number {
  try {
    if (process.platform === 'linux') {
      const status = readFileSync(`/proc/${pid}/status`, 'latin1');
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
    }
    return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'latin1' }).stdout) * 1024;
  } catch {
    return 0;
  }
}
