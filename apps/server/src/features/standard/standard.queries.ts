import { DEFAULT_LIKENESS, type LikenessSetting } from '@mixreel/contract';
import { now } from '#db/columns.ts';
import type { Queryable } from '#db/connect.ts';
import { eq } from '#db/orm.ts';
import { likeness_setting } from './standard.tables.ts';

/** What a space calls alike: the planner and the judge of finished videos go by the same. */
export async function readStandard(db: Queryable, space_id: string): Promise<LikenessSetting> {
  const [row] = await db.select().from(likeness_setting).where(eq(likeness_setting.space_id, space_id));
  return { ...DEFAULT_LIKENESS, ...row?.setting };
}

export async function writeStandard(
  db: Queryable,
  { space_id, user_uid }: { space_id: string; user_uid: string },
  setting: LikenessSetting,
): Promise<void> {
  const change = { setting, updated_by: user_uid, updated_at: now };
  await db
    .insert(likeness_setting)
    .values({ space_id, setting, updated_by: user_uid })
    .onConflictDoUpdate({ target: likeness_setting.space_id, set: change });
}
