import { AppError, TABOO_EXCEPTIONS_MAX, type TabooException } from '@mixreel/contract';
import { tabooWord } from '@mixreel/contract/taboo';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, desc, eq, sql } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { taboo_exception } from './taboo.tables.ts';

export async function readExceptions(db: Queryable, space_id: string): Promise<TabooException[]> {
  return db
    .select({
      exception_id: taboo_exception.exception_id,
      word: taboo_exception.word,
      note: taboo_exception.note,
      allowed_by_name: sql<string>`coalesce(${user_account.name}, '')`,
      created_at: taboo_exception.created_at,
    })
    .from(taboo_exception)
    .leftJoin(user_account, eq(user_account.user_uid, taboo_exception.allowed_by))
    .where(eq(taboo_exception.space_id, space_id))
    .orderBy(desc(taboo_exception.created_at), taboo_exception.exception_id);
}

/** The forbidden words that a space may use. */
export async function readAllowedWords(db: Queryable, space_id: string): Promise<string[]> {
  const rows = await db
    .select({ word: taboo_exception.word })
    .from(taboo_exception)
    .where(eq(taboo_exception.space_id, space_id));
  return rows.map(({ word }) => word);
}

type Allowed = { space_id: string; user_uid: string; word: string; note: string };

/** Allowing it again changes nothing: who allowed it first stays the one who did. */
export async function allowWord(db: Queryable, { space_id, user_uid, word, note }: Allowed): Promise<TabooException> {
  const read = tabooWord(word);
  if (read === '') throw new AppError('invalid', '请填写文字，符号不用允许');
  const before = await readExceptions(db, space_id);
  const known = before.find((one) => one.word === read);
  if (known) return known;
  if (before.length >= TABOO_EXCEPTIONS_MAX) {
    throw new AppError('conflict', `最多允许 ${TABOO_EXCEPTIONS_MAX} 个词，请先删去不用的`);
  }
  await db
    .insert(taboo_exception)
    .values({ exception_id: newId(), space_id, word: read, note, allowed_by: user_uid })
    .onConflictDoNothing();
  const after = await readExceptions(db, space_id);
  return after.find((one) => one.word === read)!;
}

export async function disallowWord(db: Queryable, space_id: string, exception_id: string): Promise<void> {
  await db
    .delete(taboo_exception)
    .where(and(eq(taboo_exception.space_id, space_id), eq(taboo_exception.exception_id, exception_id)));
}
