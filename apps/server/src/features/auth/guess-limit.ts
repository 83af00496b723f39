import { AppError, type ErrorName } from '@mixreel/contract';
import type { Db } from '#db/connect.ts';
import { and, eq, gt, lt, sql } from '#db/orm.ts';
import { wrong_code } from './auth.tables.ts';

const WRONG_MAX = 10;
const WINDOW = sql`interval '10 minutes'`;

/** What a wrong guess is answered with. */
const WRONG: ErrorName[] = ['sign_in_failed', 'wrong_password'];

/** Tries a code. After ten wrong ones from one place in ten minutes nothing more is tried, right or wrong. */
export async function limitGuesses<T>(db: Db, place: string, attempt: () => Promise<T>): Promise<T> {
  const wrong = await db.$count(
    wrong_code,
    and(eq(wrong_code.address, place), gt(wrong_code.at, sql`now() - ${WINDOW}`)),
  );
  if (wrong >= WRONG_MAX) throw new AppError('too_many', '尝试次数过多，请 10 分钟后再试');
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof AppError && WRONG.includes(error.error)) {
      await db.insert(wrong_code).values({ address: place });
    }
    throw error;
  }
}

/** One household has a whole /64 of IPv6 addresses; they count as one. */
export function placeOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}

export async function forgetOldGuesses(db: Db): Promise<void> {
  await db.delete(wrong_code).where(lt(wrong_code.at, sql`now() - ${WINDOW}`));
}
