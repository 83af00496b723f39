import { LABEL_CLAUSE, type LabelDuty } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { eq, sql } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { space } from '#features/team/team.tables.ts';

/** Who has taken the duty of the visible notice upon a space, if anybody. */
export async function readDuty(db: Queryable, space_id: string): Promise<LabelDuty> {
  const [found] = await db
    .select({
      clause_version: space.label_duty_version,
      accepted_by_name: sql<string>`coalesce(${user_account.name}, '')`,
      accepted_at: space.label_duty_at,
    })
    .from(space)
    .leftJoin(user_account, eq(user_account.user_uid, space.label_duty_by))
    .where(eq(space.space_id, space_id));
  if (!found?.accepted_at) {
    return { is_accepted: false, clause_version: null, accepted_by_name: '', accepted_at: null };
  }
  return { ...found, is_accepted: true };
}

/** Whether what machines made is exported with the notice that people see or hear. */
export async function needsNotice(db: Queryable, space_id: string): Promise<boolean> {
  return !(await readDuty(db, space_id)).is_accepted;
}

/** Accepting it again changes nothing: who accepted first stays the one who did. */
export async function changeDuty(
  db: Queryable,
  { space_id, user_uid, is_accepted }: { space_id: string; user_uid: string; is_accepted: boolean },
): Promise<LabelDuty> {
  const before = await readDuty(db, space_id);
  if (before.is_accepted === is_accepted && (before.clause_version ?? LABEL_CLAUSE.version) === LABEL_CLAUSE.version) {
    return before;
  }
  const accepted = { label_duty_at: sql`now()`, label_duty_by: user_uid, label_duty_version: LABEL_CLAUSE.version };
  const withdrawn = { label_duty_at: null, label_duty_by: null, label_duty_version: null };
  await db
    .update(space)
    .set(is_accepted ? accepted : withdrawn)
    .where(eq(space.space_id, space_id));
  return readDuty(db, space_id);
}
