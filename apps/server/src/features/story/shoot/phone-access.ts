import { AppError, ROLES, type Role } from '@mixreel/contract';
import type { App, Context } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, type SQL, sql } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { placeOf, tryCode } from '#features/auth/guess-limit.ts';
import { project } from '#features/project/project.tables.ts';
import { space_member } from '#features/team/team.tables.ts';
import { hashToken } from '#http/session.ts';
import { isSigned, sign } from '#http/signature.ts';
import { story_board } from '../story.tables.ts';
import { shoot_code } from './shoot.tables.ts';

/** A phone that was let in: for which board, and in whose name. */
export type Phone = {
  shoot_code_id: string;
  space_id: string;
  story_board_id: string;
  project_id: string;
  board_name: string;
  expires_at: string;
  user: { user_uid: string; name: string };
};

type Found = Phone & {
  revoked_at: string | null;
  is_gone: boolean;
  is_active: boolean;
  role: Role | null;
};

async function readCode(db: Queryable, which: SQL): Promise<Found | null> {
  const [found] = await db
    .select({
      shoot_code_id: shoot_code.shoot_code_id,
      space_id: shoot_code.space_id,
      story_board_id: shoot_code.story_board_id,
      project_id: story_board.project_id,
      board_name: story_board.board_name,
      expires_at: shoot_code.expires_at,
      revoked_at: shoot_code.revoked_at,
      is_gone: sql<boolean>`${story_board.deleted_at} is not null or ${project.deleted_at} is not null`,
      is_active: sql<boolean>`${user_account.status} = 'active' and ${user_account.user_privilege}`,
      role: space_member.role,
      user: { user_uid: user_account.user_uid, name: user_account.name },
    })
    .from(shoot_code)
    .innerJoin(story_board, eq(story_board.story_board_id, shoot_code.story_board_id))
    .innerJoin(project, eq(project.project_id, story_board.project_id))
    .innerJoin(user_account, eq(user_account.user_uid, shoot_code.created_by))
    .leftJoin(
      space_member,
      and(eq(space_member.space_id, shoot_code.space_id), eq(space_member.user_uid, shoot_code.created_by)),
    )
    .where(which);
  return found ?? null;
}

/** What a phone does is done in the name of who made the code: what they may not do any more, it may not either. */
function requireOpen({ revoked_at, is_gone, is_active, role, ...phone }: Found): Phone {
  if (revoked_at) throw new AppError('shoot_over', '这个拍摄码已被停用，请同事在电脑上重新出一个');
  if (Date.parse(phone.expires_at) <= Date.now()) {
    throw new AppError('shoot_over', '这个拍摄码已过期，请同事在电脑上重新出一个');
  }
  if (is_gone) throw new AppError('shoot_over', '故事板已被删除，请问问出码的同事');
  if (!is_active || !role || ROLES.indexOf(role) < ROLES.indexOf('editor')) {
    throw new AppError('shoot_over', '出码的同事已不能编辑这个故事板，请另一位同事重新出码');
  }
  return phone;
}

/** Whoever has the code, as long as it counts. Every call of a phone comes by here; wrong codes are limited. */
async function requirePhone({ db, request }: Context, code: string): Promise<Phone> {
  const found = await tryCode(db, `shoot ${placeOf(request.address)}`, async () => {
    const known = await readCode(db, eq(shoot_code.code_hash, hashToken(code)));
    if (!known) throw new AppError('sign_in_failed', '拍摄码不对，请重新扫电脑上的二维码');
    return known;
  });
  return requireOpen(found);
}

/** By the id of a code that was proved by a signature of ours. */
export async function requirePhoneOf({ db }: Pick<App, 'db'>, shoot_code_id: string): Promise<Phone> {
  const found = await readCode(db, eq(shoot_code.shoot_code_id, shoot_code_id));
  if (!found) throw new AppError('shoot_over');
  return requireOpen(found);
}

/** A call of phones: its handler gets the phone that was let in, and never the code. */
export function byPhone<I extends { code: string }, O>(
  handle: (phone: Phone, input: Omit<I, 'code'>, context: Context) => Promise<O>,
): (input: I, context: Context) => Promise<O> {
  return async ({ code, ...input }, context) => handle(await requirePhone(context, code), input, context);
}

/** Opens the stream of a board's changes without the code, which stands in no address. Asked again when it is used. */
export function signKey({ secret }: Pick<App, 'secret'>, { shoot_code_id }: Phone): string {
  return `${shoot_code_id}.${sign(secret, 'shoot changes', shoot_code_id)}`;
}

export async function requireKey(app: Pick<App, 'db' | 'secret'>, key: string): Promise<Phone> {
  const [shoot_code_id = '', signature = ''] = key.split('.');
  if (!isSigned(signature, app.secret, 'shoot changes', shoot_code_id)) throw new AppError('shoot_over');
  return requirePhoneOf(app, shoot_code_id);
}
