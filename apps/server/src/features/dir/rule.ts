import { AppError, type ArtworkFilter } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { containing } from '#db/containing.ts';
import { type SQL, and, eq, gt, ilike, inArray, lt, notInArray, or, sql } from '#db/orm.ts';
import { artwork, artwork_comment, artwork_mark } from '#features/artwork/artwork.tables.ts';
import { mproject } from '#features/mix/mix.tables.ts';
import { checkbox } from './dir.tables.ts';

/** What a filter means in SQL, over `artwork`; true where it asks for nothing. */
export function buildWhere(db: Queryable, space_id: string, filter: ArtworkFilter): SQL {
  const { mproject_id, keyword, review_state, ai_origin, days, orientation, has_open_comments } = filter;
  const like = keyword ? containing(keyword) : '';
  const conditions = and(
    mproject_id ? eq(artwork.mproject_id, mproject_id) : undefined,
    keyword ? or(ilike(artwork.artwork_name, like), ilike(artwork.note, like)) : undefined,
    review_state?.length ? inArray(artwork.review_state, review_state) : undefined,
    ...(filter.checkbox_ids ?? []).map((id) => inArray(artwork.artwork_id, ticked(db, [id]))),
    filter.without_checkbox_ids?.length
      ? notInArray(artwork.artwork_id, ticked(db, filter.without_checkbox_ids))
      : undefined,
    ai_origin === undefined ? undefined : eq(artwork.ai_origin, ai_origin),
    days ? gt(artwork.created_at, sql<string>`now() - ${`${days} days`}::interval`) : undefined,
    orientation ? SHAPES[orientation] : undefined,
    has_open_comments === undefined ? undefined : hasOpenComments(db, space_id, has_open_comments),
  );
  return conditions ?? sql`true`;
}

const SHAPES = {
  portrait: lt(artwork.width, artwork.height),
  landscape: gt(artwork.width, artwork.height),
  square: eq(artwork.width, artwork.height),
};

/** Asked once for all videos, not for each: a list of a hundred thousand is counted by it. */
function ticked(db: Queryable, checkbox_ids: string[]) {
  return db
    .select({ artwork_id: artwork_mark.artwork_id })
    .from(artwork_mark)
    .where(inArray(artwork_mark.checkbox_id, checkbox_ids));
}

function hasOpenComments(db: Queryable, space_id: string, isWanted: boolean): SQL {
  const open = db
    .select({ artwork_id: artwork_comment.artwork_id })
    .from(artwork_comment)
    .where(and(eq(artwork_comment.space_id, space_id), eq(artwork_comment.is_resolved, false)));
  return isWanted ? inArray(artwork.artwork_id, open) : notInArray(artwork.artwork_id, open);
}

/** Throws unless all that a filter names is of the space. */
export async function requireFilter(db: Queryable, space_id: string, filter: ArtworkFilter): Promise<void> {
  const { mproject_id, checkbox_ids = [], without_checkbox_ids = [] } = filter;
  await requireCheckboxes(db, space_id, [...checkbox_ids, ...without_checkbox_ids]);
  if (!mproject_id) return;
  const known = await db.$count(mproject, and(eq(mproject.mproject_id, mproject_id), eq(mproject.space_id, space_id)));
  if (!known) throw new AppError('not_found', '混剪不存在或已被删除，请重新选择');
}

export async function requireCheckboxes(db: Queryable, space_id: string, checkbox_ids: string[]): Promise<void> {
  const ids = [...new Set(checkbox_ids)];
  if (ids.length === 0) return;
  const known = await db.$count(checkbox, and(inArray(checkbox.checkbox_id, ids), eq(checkbox.space_id, space_id)));
  if (known < ids.length) throw new AppError('not_found', '标记不存在或已被删除，请重新选择');
}
