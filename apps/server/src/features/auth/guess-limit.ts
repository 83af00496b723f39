import { AppError, type ErrorName } from '@mixreel/contract';
import type { Db } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, eq, gt, lt, sql } from '#db/orm.ts';
import { wrong_code } from './auth.tables.ts';

const WINDOW = sql`interval '10 minutes'`;
const WRONG_MAX = 10;

/** What a wrong guess is answered with. */
const WRONG: ErrorName[] = ['sign_in_failed', 'wrong_password'];

/** One thing that guesses are counted by, and how many wrong ones it bears in ten minutes. */
export type GuessCount = { by: string; most: number };

/**
 * Tries a password that people chose. The guess is written down before it is tried and struck out when it was right:
 * however many come at once, no more are tried than every count bears.
 */
export async function limitGuesses<T>(db: Db, counts: GuessCount[], attempt: () => Promise<T>): Promise<T> {
  const guess_id = await reserveGuess(db, counts);
  const forget = () => db.delete(wrong_code).where(eq(wrong_code.guess_id, guess_id));
  try {
    const found = await attempt();
    await forget();
    return found;
  } catch (error) {
    if (!isWrong(error)) await forget();
    throw error;
  }
}

async function reserveGuess(db: Db, counts: GuessCount[]): Promise<string> {
  const guess_id = newId();
  await db.transaction(async (tx) => {
    // In one order for all, so that two never wait for each other.
    for (const { by, most } of counts.toSorted((a, b) => (a.by < b.by ? -1 : 1))) {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`guess ${by}`}, 0))`);
      if ((await countWrong(tx, by)) >= most) throw tooMany();
      await tx.insert(wrong_code).values({ guess_id, address: by });
    }
  });
  return guess_id;
}

/**
 * Tries a code that we made. It is too long to be guessed, so a right one is always taken: wrong ones that somebody
 * typed behind the same address must not keep a whole office out. Wrong ones only hear sooner that they should stop.
 */
export async function tryCode<T>(db: Db, place: string, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!isWrong(error)) throw error;
    if ((await countWrong(db, place)) >= WRONG_MAX) throw tooMany();
    await db.insert(wrong_code).values({ guess_id: newId(), address: place });
    throw error;
  }
}

function countWrong(db: Pick<Db, '$count'>, by: string): Promise<number> {
  return db.$count(wrong_code, and(eq(wrong_code.address, by), gt(wrong_code.at, sql`now() - ${WINDOW}`)));
}

function isWrong(error: unknown): boolean {
  return error instanceof AppError && WRONG.includes(error.error);
}

function tooMany(): AppError {
  return new AppError('too_many', '尝试次数过多，请 10 分钟后再试');
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
