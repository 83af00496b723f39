import { AppError, type ArtworkComment, ROLES } from '@mixreel/contract';
import type { Context } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { type SQL, and, asc, eq, sql } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { requireArtwork } from './artwork.queries.ts';
import { artwork_comment } from './artwork.tables.ts';

/** Those of the whole video first, then as it plays. */
export async function readComments(db: Queryable, condition: SQL | undefined): Promise<ArtworkComment[]> {
  return db
    .select({
      comment_id: artwork_comment.comment_id,
      artwork_id: artwork_comment.artwork_id,
      at_ms: artwork_comment.at_ms,
      text: artwork_comment.text,
      is_resolved: artwork_comment.is_resolved,
      user_uid: artwork_comment.user_uid,
      user_name: sql<string>`coalesce(${user_account.name}, '')`,
      created_at: artwork_comment.created_at,
    })
    .from(artwork_comment)
    .leftJoin(user_account, eq(user_account.user_uid, artwork_comment.user_uid))
    .where(condition)
    .orderBy(sql`${artwork_comment.at_ms} asc nulls first`, asc(artwork_comment.comment_id));
}

type NewComment = { artwork_id: string; text: string; at_ms: number | null };

export async function addComment({ db, space, user }: Context, given: NewComment): Promise<ArtworkComment> {
  const { space_id } = space;
  const { duration } = await requireArtwork(db, space_id, given.artwork_id);
  if (given.at_ms !== null && given.at_ms > Math.ceil(duration * 1000)) {
    throw new AppError('invalid', '批注的时间超过了视频的长度');
  }
  const comment_id = newId();
  await db.insert(artwork_comment).values({ ...given, comment_id, space_id, user_uid: user.user_uid });
  return requireComment(db, space_id, comment_id);
}

type Change = { comment_id: string; text?: string | undefined; is_resolved?: boolean | undefined };

export async function updateComment(
  { db, space, user }: Context,
  { comment_id, text, is_resolved }: Change,
): Promise<ArtworkComment> {
  const { space_id, role } = space;
  const before = await requireComment(db, space_id, comment_id);
  if (text === undefined && is_resolved === undefined) throw new AppError('invalid', '没有要修改的内容');
  if (text !== undefined && before.user_uid !== user.user_uid) {
    throw new AppError('forbidden', '只有写批注的人能改文字');
  }
  if (is_resolved !== undefined && ROLES.indexOf(role) < ROLES.indexOf('editor')) {
    throw new AppError('forbidden', '你在这个空间只能查看，不能标为已解决');
  }
  await db
    .update(artwork_comment)
    .set({ ...(text !== undefined && { text }), ...(is_resolved !== undefined && { is_resolved }) })
    .where(eq(artwork_comment.comment_id, comment_id));
  return requireComment(db, space_id, comment_id);
}

export async function deleteComment({ db, space, user }: Context, comment_id: string): Promise<ArtworkComment> {
  const before = await requireComment(db, space.space_id, comment_id);
  if (before.user_uid !== user.user_uid && space.role !== 'owner') {
    throw new AppError('forbidden', '只有写批注的人和空间所有者能删除');
  }
  await db.delete(artwork_comment).where(eq(artwork_comment.comment_id, comment_id));
  return before;
}

async function requireComment(db: Queryable, space_id: string, comment_id: string): Promise<ArtworkComment> {
  const own = and(eq(artwork_comment.comment_id, comment_id), eq(artwork_comment.space_id, space_id));
  const [found] = await readComments(db, own);
  if (!found) throw new AppError('not_found', '批注不存在或已被删除');
  return found;
}
