import { AppError, CLIPS_MAX, type VideoClip } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, asc, eq, inArray, isNull, sql } from '#db/orm.ts';
import { type ClipRow, readDocument } from '#features/mix/document.ts';
import { toVideoClip } from '#features/mix/mix-project.ts';
import { shooting, video_clip } from '#features/mix/mix.tables.ts';
import type { Ordered } from '#features/mix/order.ts';

/** Where a clip stands: among the candidates of a shooting, the openings or the endings. */
export type Place = Pick<ClipRow, 'pool' | 'shooting_id'>;

/** The place that an input names. Throws unless it is in this mix. */
export async function requirePlace(
  tx: Queryable,
  { mproject_id, pool, shooting_id }: { mproject_id: string; pool: Place['pool']; shooting_id?: string | undefined },
): Promise<Place> {
  if (pool !== 'shooting') return { pool, shooting_id: null };
  if (!shooting_id) throw new AppError('invalid', '请选择片段要放进的镜头');
  const isThere = and(
    eq(shooting.shooting_id, shooting_id),
    eq(shooting.mproject_id, mproject_id),
    isNull(shooting.deleted_at),
  );
  if (!(await tx.$count(shooting, isThere))) throw new AppError('not_found', '镜头不存在或已被删除');
  return { pool, shooting_id };
}

/** Throws unless it is there and in the space. */
export async function requireClip(db: Queryable, space_id: string, video_clip_id: string): Promise<ClipRow> {
  const [found] = await db
    .select()
    .from(video_clip)
    .where(
      and(
        eq(video_clip.video_clip_id, video_clip_id),
        eq(video_clip.space_id, space_id),
        isNull(video_clip.deleted_at),
      ),
    );
  if (!found) throw new AppError('not_found', '片段不存在或已被删除');
  return found;
}

/** Clips of a mix as the editor shows them, in the order asked for; those of a deleted shooting are left out. */
export async function readVideoClips(
  app: Pick<App, 'db' | 'secret'>,
  { space_id, mproject_id }: { space_id: string; mproject_id: string },
  video_clip_ids: string[],
): Promise<VideoClip[]> {
  const { clips } = await readDocument(app.db, space_id, mproject_id, { hasWords: false });
  const byId = new Map(clips.map((one) => [one.clip.video_clip_id, one]));
  return video_clip_ids.flatMap((id) => {
    const found = byId.get(id);
    return found ? toVideoClip(app, found) : [];
  });
}

/** The one mix that all of these belong to, deleted or not. */
export async function requireOneMix(db: Queryable, video_clip_ids: string[]): Promise<string> {
  const rows = await db
    .selectDistinct({ mproject_id: video_clip.mproject_id })
    .from(video_clip)
    .where(inArray(video_clip.video_clip_id, video_clip_ids));
  const [only] = rows;
  if (!only || rows.length > 1) throw new AppError('invalid', '一次只能处理一个混剪里的片段');
  return only.mproject_id;
}

/** The clips of a place in their order, with the deleted ones. */
export async function readOrder(tx: Queryable, mproject_id: string, place: Place): Promise<Ordered[]> {
  return tx
    .select({ id: video_clip.video_clip_id, isDeleted: sql<boolean>`${video_clip.deleted_at} is not null` })
    .from(video_clip)
    .where(
      and(
        eq(video_clip.mproject_id, mproject_id),
        eq(video_clip.pool, place.pool),
        place.shooting_id ? eq(video_clip.shooting_id, place.shooting_id) : undefined,
      ),
    )
    .orderBy(asc(video_clip.position), asc(video_clip.video_clip_id));
}

export async function writeOrder(tx: Queryable, ids: string[]): Promise<void> {
  await tx.execute(sql`
    update video_clip c set position = o.position - 1
    from unnest(${sql.param(ids)}::text[]) with ordinality as o(video_clip_id, position)
    where c.video_clip_id = o.video_clip_id`);
}

/** Refuses when a place has got more clips than it can have. */
export async function requireRoom(tx: Queryable, mproject_id: string, place: Place): Promise<void> {
  const shown = (await readOrder(tx, mproject_id, place)).filter(({ isDeleted }) => !isDeleted);
  if (shown.length > CLIPS_MAX) throw new AppError('invalid', `一个镜头最多 ${CLIPS_MAX} 个片段，请先删除一些`);
}
