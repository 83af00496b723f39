import { readFileSync } from 'node:fs';
import { readProcessorMs } from './processor-time.ts';

/** What a piece of work took: CPU of this process and all it started, wall time, and the most memory of all together. */
export type Cost = { cpuSeconds: number; wallSeconds: number; peakBytes: number };

const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

/** Runs the work and answers its result with what it took. */
export async function measured<T>(work: () => Promise<T>): Promise<{ result: T; cost: Cost }> {
  const [cpuBefore, startedAt] = [cpuSeconds(), performance.now()];
  let peakBytes = 0;
  const timer = setInterval(() => (peakBytes = Math.max(peakBytes, treeBytes(process.pid))), 50);
  try {
    const result = await work();
    const wallSeconds = (performance.now() - startedAt) / 1000;
    return { result, cost: { cpuSeconds: cpuSeconds() - cpuBefore, wallSeconds, peakBytes } };
  } finally {
    clearInterval(timer);
  }
}

/** CPU of this process (exact) and of all below it, whether they run or have ended (in hundredths). */
function cpuSeconds(): number {
  const own = process.cpuUsage();
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  // Programs are started by a process of ours that goes on: what they took is counted there, not here.
  const others = readProcessorMs(process.pid) / 1000 - (user + system) / TICKS_PER_SECOND;
  return (own.user + own.system) / 1e6 + others;
}

function treeBytes(pid: number): number {
  try {
    const own = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES;
    // Programs are started by the first thread; looking through all of them cost a hundredth of what is measured.
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number);
    return children.reduce((sum, child) => sum + treeBytes(child), own);
  } catch {
    return 0;
  }
}
