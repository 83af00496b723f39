import { NoSpaceLeft } from './storage.ts';

/** What the system, PostgreSQL, and the programs that we run call a disk that takes no more. */
const CODES = new Set(['ENOSPC', 'EDQUOT', '53100']);
const KIND = 'no-space';

/** Whether that is what it comes down to, whoever said so: queries and readers wrap what was said to them. */
export function isDiskFull(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const { code, kind } = error as Error & { code?: unknown; kind?: unknown };
    if (error instanceof NoSpaceLeft || CODES.has(String(code)) || kind === KIND) return true;
  }
  return false;
}
