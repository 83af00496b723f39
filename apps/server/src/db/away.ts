import { setTimeout as delay } from 'node:timers/promises';

/** The database cannot be reached, or went away in the middle. What was asked may have been done or not. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super('The database is away', { cause });
    this.name = 'DatabaseAway';
  }
}

/** Refusals of PostgreSQL that concern the connection: it starts, stops, crashed, or has none left. */
const STATES = new Set(['57P01', '57P02', '57P03', '53300']);
const SYSTEM = new Set([
  'EAGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const NAMES = new Set(['ENOTFOUND', 'EAI_AGAIN']);
/** The driver gives these no code. */
const WORDS = /^(Connection terminated|timeout expired|Client (has encountered a connection error|was closed))/;

/** What the driver said of a lost connection as `DatabaseAway`; everything else as it is. */
export function asAway(error: unknown): unknown {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  const isAway = STATES.has(code) || SYSTEM.has(code) || NAMES.has(code) || /^08...$/.test(code) || WORDS.test(message);
  return isAway && !(error instanceof DatabaseAway) ? new DatabaseAway(error) : error;
}

/** Whether that is what it comes down to: queries wrap what the connection said. */
export function isDatabaseAway(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) if (error instanceof DatabaseAway) return true;
  return false;
}

const USUAL = '数据库暂时连不上，请稍后重试';
let reason = USUAL;

/** What people are told while it is away. There is one database, and whoever starts it knows why it does not start. */
export function whyAway(): string {
  return reason;
}

export function tellWhyAway(sentence: string | null): void {
  reason = sentence ?? USUAL;
}

/** Before the n-th try again. Grows, and differs from process to process: not all come back in the same moment. */
export function pauseMs(n: number, longest_ms = 5000): number {
  return Math.min(longest_ms, 100 * 2 ** Math.min(n, 20)) * (0.5 + Math.random() / 2);
}

/** Does something that can be done twice, again and again while the database is away. */
export async function untilBack<T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let n = 0; ; n += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isDatabaseAway(error) || signal?.aborted) throw error;
      await delay(pauseMs(n), undefined, { signal }).catch(() => {});
    }
  }
}
