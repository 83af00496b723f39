import { AppError, clip as calls, type VideoClip } from '@mixreel/contract';
import type { Context } from '#context.ts';
import { now } from '#db/columns.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, eq, inArray, isNotNull, isNull, sql } from '#db/orm.ts';
import { requireMaterial } from '#features/material/material.queries.ts';
import { countClipUse } from '#features/mix/count-use.ts';
import type { ClipRow } from '#features/mix/document.ts';
import { editMix, orNewest, Outdated } from '#features/mix/edit-mix.ts';
import { shooting, video_clip } from '#features/mix/mix.tables.ts';
import { insertAt } from '#features/mix/order.ts';
import { implement } from '#http/route.ts';
import {
  readOrder,
  readVideoClips,
  requireClip,
  requireOneMix,
  requirePlace,
  requireRoom,
  writeOrder,
} from './clip.queries.ts';
import { fitRange, planClips, planSource, SHORTEST_MS } from './plan-clips.ts';

export const clipRoutes = implement(calls, {
  async add({ mproject_id, clips, position, ...asked }, context) {
    const where = { space_id: context.space.space_id, mproject_id };
    const { ids, notices } = await editMix(context, mproject_id, 'shootings', async (tx) => {
      const place = await requirePlace(tx, { mproject_id, ...asked });
      const planned = await planClips(tx, where.space_id, clips);
      const before = await readOrder(tx, mproject_id, place);
      const rows = planned.clips.map((one) => ({ ...one, ...where, ...place, video_clip_id: newId(), position: 0 }));
      await tx.insert(video_clip).values(rows);
      await countClipUse(tx, rows);
      await requireRoom(tx, mproject_id, place);
      const added = rows.map(({ video_clip_id }) => video_clip_id);
      await writeOrder(tx, insertAt(before, added, position));
      return { ids: added, notices: planned.notices };
    });
    return { clips: await readVideoClips(context, where, ids), notices };
  },

  async update({ video_clip_id, revision, ...change }, context) {
    const { space } = context;
    return changeClip(context, { video_clip_id, revision }, async (tx, row) => {
      const { start_ms = row.start_ms, end_ms = row.end_ms, is_pinned, is_excluded, crop } = change;
      const isTrimmed = start_ms !== row.start_ms || end_ms !== row.end_ms;
      const source = isTrimmed ? await requireMaterial(tx, space.space_id, row.material_id) : null;
      const range = source ? fitRange(source, { start_ms, end_ms }) : {};
      if (crop) requireInside(crop);
      const choice = {
        // Nobody can want a clip always and never: what was said last counts.
        ...(is_pinned && { is_excluded: false }),
        ...(is_excluded && { is_pinned: false }),
      };
      return { ...change, ...range, ...choice };
    });
  },

  async replace({ video_clip_id, revision, source }, context) {
    return changeClip(context, { video_clip_id, revision }, async (tx, row) => {
      const planned = await planSource(tx, context.space.space_id, source);
      await countClipUse(tx, [{ ...row, ...planned }]);
      // What was cut out of the old picture says nothing about the new one.
      return { ...planned, crop: null, speed: 1 };
    });
  },

  async split({ video_clip_id, at_ms }, context) {
    const { db, space } = context;
    const found = await requireClip(db, space.space_id, video_clip_id);
    const second = newId();
    await editMix(context, found.mproject_id, 'shootings', async (tx) => {
      const row = await requireClip(tx, space.space_id, video_clip_id);
      if (at_ms - row.start_ms < SHORTEST_MS || row.end_ms - at_ms < SHORTEST_MS) {
        throw new AppError('invalid', `切开后的每一段至少 ${SHORTEST_MS / 1000} 秒，请换一个位置`);
      }
      const order = await readOrder(tx, row.mproject_id, row);
      await tx
        .update(video_clip)
        .set({ end_ms: at_ms, revision: sql`${video_clip.revision} + 1` })
        .where(eq(video_clip.video_clip_id, video_clip_id));
      await tx
        .insert(video_clip)
        .values({ ...row, video_clip_id: second, start_ms: at_ms, revision: 1, created_at: undefined });
      await requireRoom(tx, row.mproject_id, row);
      const ids = order.map(({ id }) => id);
      await writeOrder(tx, ids.toSpliced(ids.indexOf(video_clip_id) + 1, 0, second));
    });
    return { clips: await readVideoClips(context, found, [video_clip_id, second]) };
  },

  async move({ mproject_id, video_clip_ids, position, ...asked }, context) {
    const ids = [...new Set(video_clip_ids)];
    await editMix(context, mproject_id, 'shootings', async (tx) => {
      const place = await requirePlace(tx, { mproject_id, ...asked });
      const theirs = and(
        inArray(video_clip.video_clip_id, ids),
        eq(video_clip.mproject_id, mproject_id),
        isNull(video_clip.deleted_at),
      );
      const moved = await tx.update(video_clip).set(place).where(theirs).returning({ id: video_clip.video_clip_id });
      if (moved.length < ids.length) throw new AppError('not_found', '片段不存在或已被删除');
      await requireRoom(tx, mproject_id, place);
      await writeOrder(tx, insertAt(await readOrder(tx, mproject_id, place), ids, position));
    });
    return { clips: await readVideoClips(context, { space_id: context.space.space_id, mproject_id }, ids) };
  },

  async delete({ video_clip_ids }, context) {
    const mproject_id = await requireOneMix(context.db, video_clip_ids);
    await editMix(context, mproject_id, 'shootings', async (tx) => {
      await tx
        .update(video_clip)
        .set({ deleted_at: now })
        .where(and(inArray(video_clip.video_clip_id, video_clip_ids), isNull(video_clip.deleted_at)));
    });
    return {};
  },

  async restore({ video_clip_ids }, context) {
    const mproject_id = await requireOneMix(context.db, video_clip_ids);
    await editMix(context, mproject_id, 'shootings', async (tx) => {
      const back = await tx
        .update(video_clip)
        .set({ deleted_at: null })
        .where(and(inArray(video_clip.video_clip_id, video_clip_ids), isNotNull(video_clip.deleted_at)))
        .returning();
      const places = back.flatMap(({ shooting_id }) => shooting_id ?? []);
      const isGone = and(inArray(shooting.shooting_id, places), isNotNull(shooting.deleted_at));
      if (places.length > 0 && (await tx.$count(shooting, isGone))) {
        throw new AppError('conflict', '片段所在的镜头已被删除，请先恢复镜头');
      }
      for (const row of back) await requireRoom(tx, mproject_id, row);
    });
    const where = { space_id: context.space.space_id, mproject_id };
    return { clips: await readVideoClips(context, where, video_clip_ids) };
  },
});

/** One change of a clip, on the revision that somebody saw. */
async function changeClip(
  context: Context,
  { video_clip_id, revision }: { video_clip_id: string; revision: number },
  plan: (tx: Queryable, row: ClipRow) => Promise<Partial<typeof video_clip.$inferInsert>>,
): Promise<VideoClip> {
  const { db, space } = context;
  const found = await requireClip(db, space.space_id, video_clip_id);
  const newest = async () => {
    const [one] = await readVideoClips(context, found, [video_clip_id]);
    if (!one) throw new AppError('not_found', '片段不存在或已被删除');
    return one;
  };
  const edit = editMix(context, found.mproject_id, 'shootings', async (tx) => {
    const row = await requireClip(tx, space.space_id, video_clip_id);
    if (row.revision !== revision) throw new Outdated();
    await tx
      .update(video_clip)
      .set({ ...(await plan(tx, row)), revision: sql`${video_clip.revision} + 1` })
      .where(eq(video_clip.video_clip_id, video_clip_id));
  });
  await orNewest(edit, '这个片段刚被他人修改，请查看最新内容后再改', newest);
  return newest();
}

/** A cut-out is given in shares of the picture. */
function requireInside({ x, y, width, height }: { x: number; y: number; width: number; height: number }): void {
  const isInside = x >= 0 && y >= 0 && width >= 0.05 && height >= 0.05 && x + width <= 1.001 && y + height <= 1.001;
  if (!isInside) throw new AppError('invalid', '裁切要在画面之内，且不小于画面的 5%');
}
