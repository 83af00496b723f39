import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Seconds of processor since the start of the machine or of the process. */
export type Spent = { busy: number; idle: number; own: number; at: number };

const TICKS_PER_SECOND = 100;
/** Below this the machine had room: whoever else worked slowed nobody down. */
const FULL = 0.9;
/** Who took less than this of a core waited for something else than the processor. */
const COMPUTING = 0.5;

/**
 * Begins a measurement; the answer is which part of the time that has passed the work would have taken alone on this
 * machine. A clock that others share teaches nothing about the work.
 */
export function watchCrowding(): () => number {
  const before = readSpent();
  return () => {
    const now = readSpent();
    return before && now ? aloneShare(before, now) : 1;
  };
}

export function aloneShare(before: Spent, now: Spent): number {
  const [busy, idle, own] = [now.busy - before.busy, now.idle - before.idle, now.own - before.own];
  const all = busy + idle;
  const isComputing = own >= COMPUTING * (now.at - before.at);
  if (all <= 0 || busy / all < FULL || !isComputing) return 1;
  return Math.min(1, own / busy);
}

/** Null where the system does not tell what our children took. */
function readSpent(): Spent | null {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
    const own = ticksOf('self') + children.reduce((sum, pid) => sum + ticksOf(pid), 0);
    const times = cpus().map((one) => one.times);
    const idle = times.reduce((sum, one) => sum + one.idle, 0);
    const busy = times.reduce((sum, one) => sum + one.user + one.nice + one.sys + one.irq, 0);
    return { busy: busy / 1000, idle: idle / 1000, own: own / TICKS_PER_SECOND, at: performance.now() / 1000 };
  } catch {
    return null;
  }
}

/** Its own, and those of its children that have ended. */
function ticksOf(pid: string): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  } catch {
    // A child that ended in this moment.
    return 0;
  }
}
