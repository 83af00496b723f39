import { AppError, SHOOT_HOURS, type ShootCode, type ShootExpire } from '@mixreel/contract';
import type { Db, Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, desc, eq, lt, sql } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { hashToken, newToken } from '#http/session.ts';
import { shoot_code } from './shoot.tables.ts';

const HOUR_MS = 3_600_000;
/** How exactly it is known when a phone was last here. */
const SEEN = sql`interval '1 minute'`;
const KEPT_MAX = 50;

type Of = { space_id: string; story_board_id: string };

export async function addCode(db: Queryable, of: Of, created_by: string, expire: ShootExpire) {
  const code = newToken();
  const made = {
    shoot_code_id: newId(),
    expires_at: new Date(Date.now() + SHOOT_HOURS[expire] * HOUR_MS).toISOString(),
  };
  await db.insert(shoot_code).values({ ...of, ...made, code_hash: hashToken(code), created_by });
  return { ...made, code };
}

/** The codes of a board, the newest first. */
export function readCodes(db: Queryable, { space_id, story_board_id }: Of): Promise<ShootCode[]> {
  return db
    .select({
      shoot_code_id: shoot_code.shoot_code_id,
      creator_name: sql<string>`coalesce(${user_account.name}, '')`,
      created_at: shoot_code.created_at,
      expires_at: shoot_code.expires_at,
      revoked_at: shoot_code.revoked_at,
      last_used_at: shoot_code.last_used_at,
    })
    .from(shoot_code)
    .leftJoin(user_account, eq(user_account.user_uid, shoot_code.created_by))
    .where(and(eq(shoot_code.story_board_id, story_board_id), eq(shoot_code.space_id, space_id)))
    .orderBy(desc(shoot_code.shoot_code_id))
    .limit(KEPT_MAX);
}

export async function revokeCode(db: Queryable, { space_id, story_board_id }: Of, shoot_code_id: string) {
  const revoked = await db
    .update(shoot_code)
    .set({ revoked_at: sql`coalesce(${shoot_code.revoked_at}, now())` })
    .where(
      and(
        eq(shoot_code.shoot_code_id, shoot_code_id),
        eq(shoot_code.story_board_id, story_board_id),
        eq(shoot_code.space_id, space_id),
      ),
    )
    .returning({ shoot_code_id: shoot_code.shoot_code_id });
  if (revoked.length === 0) throw new AppError('not_found', '拍摄码不存在');
}

/** A phone is here. */
export async function noteUse(db: Db, shoot_code_id: string): Promise<void> {
  await db
    .update(shoot_code)
    .set({ last_used_at: sql`now()` })
    .where(
      and(
        eq(shoot_code.shoot_code_id, shoot_code_id),
        sql`(${shoot_code.last_used_at} is null or ${lt(shoot_code.last_used_at, sql`now() - ${SEEN}`)})`,
      ),
    );
}
