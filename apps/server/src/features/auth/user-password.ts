import { AppError, NewPassword } from '@mixreel/contract';
import type { Db, Queryable } from '#db/connect.ts';
import { and, eq, ne, sql } from '#db/orm.ts';
import { user_account, user_password } from './auth.tables.ts';
import { isCommon } from './common-passwords.ts';
import { limitGuesses, placeOf } from './guess-limit.ts';
import { hashPassword, isPassword } from './password.ts';

/** How many wrong passwords are borne in ten minutes: of one name from one address, of one name, from one address. */
const WRONG_HERE = 10;
const WRONG_OF_NAME = 100;
const WRONG_OF_PLACE = 100;

const WRONG = '名字或密码不正确';

/** No password has it. Trying against it takes as long as against a real one. */
const NOBODY = `${'A'.repeat(22)}.${'A'.repeat(43)}.5`;

function plainPassword(password: string): string {
  return password.normalize('NFKC');
}

function keyOf(login_name: string): string {
  return login_name.normalize('NFKC').toLowerCase().trim();
}

/** Whose name and password these are. That there is no such name is neither said nor seen by the time it takes. */
export async function requireUserOfPassword(
  db: Db,
  { login_name, password }: { login_name: string; password: string },
  address: string,
): Promise<string> {
  const key = keyOf(login_name);
  const place = placeOf(address);
  const counts = [
    { by: `password ${key} ${place}`, most: WRONG_HERE },
    { by: `password ${key}`, most: WRONG_OF_NAME },
    { by: `password from ${place}`, most: WRONG_OF_PLACE },
  ];
  return limitGuesses(db, counts, async () => {
    const [found] = await db.select().from(user_password).where(eq(user_password.login_key, key));
    const isRight = await isPassword(plainPassword(password), found?.password_hash ?? NOBODY);
    if (!found || !isRight) throw new AppError('wrong_password', WRONG);
    return found.user_uid;
  });
}

/** Throws when somebody who is signed in does not know their own password; their guesses count as others' do. */
export async function requireOwnPassword(db: Db, user_uid: string, password: string | undefined): Promise<void> {
  const [own] = await db.select().from(user_password).where(eq(user_password.user_uid, user_uid));
  if (!own) return;
  if (!password) throw new AppError('invalid', '请先输入现在的密码');
  await limitGuesses(db, [{ by: `own password ${user_uid}`, most: WRONG_HERE }], async () => {
    if (!(await isPassword(plainPassword(password), own.password_hash))) {
      throw new AppError('wrong_password', '现在的密码不正确');
    }
  });
}

export async function readLoginName(db: Queryable, user_uid: string): Promise<string | null> {
  const [own] = await db.select().from(user_password).where(eq(user_password.user_uid, user_uid));
  return own?.login_name ?? null;
}

/**
 * Sets the password, and the name to type with it: the person's own, with a number where somebody else has it. Returns
 * that name. It stays when the person is renamed later, since only the person could tell it to those who need it.
 */
export async function setPassword(db: Queryable, user_uid: string, password: string): Promise<string> {
  const plain = plainPassword(password);
  const problem = NewPassword.safeParse(plain).error?.issues[0]?.message;
  if (problem) throw new AppError('invalid', problem);
  const [user] = await db.select().from(user_account).where(eq(user_account.user_uid, user_uid));
  const name = user?.name ?? '';
  if (isCommon(plain, name)) throw new AppError('invalid', '这个密码太常见，容易被猜到，请换一个');
  const password_hash = await hashPassword(plain, 'account');
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('login names', 0))`);
  const login_name = (await readLoginName(db, user_uid)) ?? (await freeName(db, user_uid, name));
  const kept = { login_name, login_key: keyOf(login_name), password_hash, changed_at: sql`now()` };
  await db
    .insert(user_password)
    .values({ user_uid, ...kept })
    .onConflictDoUpdate({ target: user_password.user_uid, set: kept });
  return login_name;
}

async function freeName(db: Queryable, user_uid: string, name: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const wanted = n === 1 ? name : `${name}${n}`;
    const isOthers = and(eq(user_password.login_key, keyOf(wanted)), ne(user_password.user_uid, user_uid));
    if ((await db.$count(user_password, isOthers)) === 0) return wanted;
  }
}
