import { createBudget } from './budget.ts';
import { type Line, LINES } from './job.ts';

/** From this much of what was left on, what an attempt shows says something about its speed. */
const SHOWN_SHARE = 0.02;
const SHOWN_SECONDS = 1;
/** A single glance moves what was said before only by this: people see a number settle instead of jump. */
const TRUST = 0.4;

/** How an attempt goes since it, or its current step, began. Shares are 0 to 1, times in seconds. */
export type Course = {
  /** What this machine usually needs for the whole of it; null before it ever did one. */
  usual_s: number | null;
  /** How much was done when the step began, how much is done now. */
  from: number;
  done: number;
  /** Since the step began, and since `done` was last heard of. */
  elapsed_s: number;
  since_report_s: number;
};

/**
 * Seconds until it is done: what is usual on this machine at first, more and more what this attempt shows. Null when
 * neither is known, or when it takes longer than anything foresaw: a made-up second is no answer.
 */
export function secondsLeft({ usual_s, from, done, elapsed_s, since_report_s }: Course): number | null {
  const gained = done - from;
  const span = Math.max(0.001, 1 - from);
  const share = gained / span;
  const working_s = elapsed_s - since_report_s;
  const shows = share >= SHOWN_SHARE && working_s >= SHOWN_SECONDS;
  const shown = shows ? (working_s * (1 - done)) / gained : null;
  const usual = usual_s === null ? null : usual_s * (1 - done);
  // Half-way through, how it went so far says all that the record could.
  const weight = Math.min(1, share * 2);
  const whole = shown === null ? usual : usual === null ? shown : usual * (1 - weight) + shown * weight;
  if (whole === null) return null;
  const left = whole - since_report_s;
  return left > 0 ? left : null;
}

/** What is told next: on from what was told before, drawn towards what it looks like now. */
export function settle(told: { left_s: number; ago_s: number } | null, left_s: number | null): number | null {
  if (left_s === null || told === null) return left_s;
  const expected = Math.max(0, told.left_s - told.ago_s);
  return expected + (left_s - expected) * TRUST;
}

/** Something in line or under way. `seconds` are those it will still work; Infinity when nobody knows. */
export type Planned = { task_id: string; line: Line; cores: number; seconds: number };

/**
 * When each of the waiting ones will be done, in seconds from now, if the worker goes on by its own rules: what is under
 * way ends, and cores go to the first of each line. Those behind something unknown are not in the answer.
 */
export function foresee(cores: number, running: Planned[], waiting: Planned[]): Map<string, number> {
  const budget = createBudget(cores);
  const lines = new Map(LINES.map((line) => [line, waiting.filter((one) => one.line === line)]));
  const at = new Map(LINES.map((line) => [line, 0]));
  const busy = running.map((one) => ({
    ends: one.seconds,
    release: budget.take(one.line, one.cores) ?? (() => {}),
  }));
  const ends = new Map<string, number>();
  let now = 0;

  const start = (line: Line): boolean => {
    const next = lines.get(line)?.[at.get(line) ?? 0];
    const release = next && budget.take(line, next.cores);
    if (!release) return false;
    at.set(line, (at.get(line) ?? 0) + 1);
    busy.push({ ends: now + next.seconds, release });
    if (Number.isFinite(next.seconds)) ends.set(next.task_id, now + next.seconds);
    return true;
  };
  for (;;) {
    for (const line of LINES) while (start(line));
    const first = busy.reduce((least, one, n) => (one.ends < (busy[least]?.ends ?? Infinity) ? n : least), -1);
    const [ended] = first < 0 ? [] : busy.splice(first, 1);
    if (!ended) return ends;
    now = Math.max(now, ended.ends);
    ended.release();
  }
}
