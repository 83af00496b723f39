import { readdirSync, readFileSync } from 'node:fs';

const WATCH_MS = 100;

/** The most that a process of models below this one has held, in MiB. */
export function watchMemory() {
  let most = 0;
  const look = () => {
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        const isChild = status.includes(`PPid:\t${process.pid}\n`);
        const isModels = isChild && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('runtime/worker');
        if (isModels) most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
      } catch {
        // It ended while it was looked at.
      }
    }
  };
  const timer = setInterval(look, WATCH_MS);
  return { most: () => most, stop: () => clearInterval(timer) };
}
