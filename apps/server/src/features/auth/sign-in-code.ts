import { randomInt } from 'node:crypto';
import { AppError, type SignInCode } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { and, eq, gt, inArray, isNull, sql } from '#db/orm.ts';
import { hashToken } from '#http/session.ts';
import { one_time_code } from './auth.tables.ts';

/** Without the letters that are read as figures. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/** A code that a person can type: two groups of five, 50 bits. Guessing is limited to a few tries in ten minutes. */
export function newTypedCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

/** The hashes that a code may be stored under: as it stands, and as a typed code read by a person. */
export function codeHashes(code: string): string[] {
  const letters = code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  const typed = `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
  return [hashToken(code), hashToken(typed)];
}

type Kind = (typeof one_time_code.$inferSelect)['kind'];

/** Keeps a code for a user, to be used once. */
export async function storeCode(
  db: Queryable,
  code: string,
  {
    kind,
    user_uid,
    space_id = null,
    valid_ms,
  }: { kind: Kind; user_uid: string; space_id?: string | null; valid_ms: number },
): Promise<SignInCode> {
  const expires_at = new Date(Date.now() + valid_ms).toISOString();
  await db.insert(one_time_code).values({ code_hash: hashToken(code), kind, user_uid, space_id, expires_at });
  return { code, expires_at };
}

export async function readCode(db: Queryable, code: string, kinds: Kind[]) {
  const [found] = await db.select().from(one_time_code).where(isUsable(code, kinds));
  return found ?? null;
}

/** Spends a code that works once, and says whose it was. Null when it is not one of these kinds. */
export async function spendCode(db: Queryable, code: string, kinds: Kind[]) {
  const [spent] = await db
    .update(one_time_code)
    .set({ used_at: sql`now()` })
    .where(isUsable(code, kinds))
    .returning();
  return spent ?? null;
}

/** The hand-over key of another app. It is not typed, so it is taken as it stands. */
export async function requireSpentKey(db: Queryable, key: string) {
  const spent = await spendCode(db, key, ['handover']);
  if (!spent) throw new AppError('sign_in_failed', '交接链接已使用或过期，请回到原来的页面重新打开');
  return spent;
}

function isUsable(code: string, kinds: Kind[]) {
  return and(
    inArray(one_time_code.code_hash, codeHashes(code)),
    inArray(one_time_code.kind, kinds),
    isNull(one_time_code.used_at),
    gt(one_time_code.expires_at, sql`now()`),
  );
}

export async function forgetFirstAdminCodes(db: Queryable): Promise<void> {
  await db.delete(one_time_code).where(eq(one_time_code.kind, 'first_admin'));
}
