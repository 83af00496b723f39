import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, isNull } from '#db/orm.ts';
import { one_time_code, qr_challenge } from './auth.tables.ts';

/** What was prepared to sign somebody in and not used yet, by them or whoever had a browser of theirs, opens nothing. */
export async function forgetWaysIn(db: Queryable, user_uid: string): Promise<void> {
  await db.delete(one_time_code).where(and(eq(one_time_code.user_uid, user_uid), isNull(one_time_code.used_at)));
  await db
    .update(qr_challenge)
    .set({ status: 'refused' })
    .where(and(eq(qr_challenge.user_uid, user_uid), inArray(qr_challenge.status, ['scanned', 'confirmed'])));
}
