import { AppError, type SlotId, type VideoClip } from '@mixreel/contract';
import type { State } from '@mixreel/document';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, isNull } from '#db/orm.ts';
import { type ClipRow, readDocument } from '#features/mix/document.ts';
import { toVideoClip } from '#features/mix/mix-project.ts';
import { video_clip } from '#features/mix/mix.tables.ts';

/** The place that an input names. Throws unless it is in this mix. */
export function requireSlot(
  state: State,
  { pool, shooting_id }: { pool: ClipRow['pool']; shooting_id?: string | undefined },
): SlotId {
  if (pool !== 'shooting') return pool;
  if (!shooting_id) throw new AppError('invalid', '请选择片段要放进的镜头');
  if (!state['shooting']?.[shooting_id]) throw new AppError('not_found', '镜头不存在或已被删除');
  return shooting_id;
}

/** A clip by itself: where it stands among others is not known. */
export type FoundClip = Omit<ClipRow, 'position'>;

/** Throws unless it is there and in the space. */
export async function requireClip(db: Queryable, space_id: string, video_clip_id: string): Promise<FoundClip> {
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
