import {
  AppError,
  clip as calls,
  type ClipChange,
  type NewClip,
  planClip,
  planMove,
  planNewClips,
  planRemove,
  planSplit,
  UNTOUCHED_CLIP,
  type VideoClip,
} from '@mixreel/contract';
import type { Operation } from '@mixreel/document';
import type { Context } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, inArray, isNotNull } from '#db/orm.ts';
import { requireMaterial } from '#features/material/material.queries.ts';
import { requireMix } from '#features/mix/document.ts';
import { changeMix, orNewest, Outdated } from '#features/mix/edit-mix.ts';
import { toRecord } from '#features/mix/mix.document.ts';
import { video_clip } from '#features/mix/mix.tables.ts';
import { implement } from '#http/route.ts';
import { type FoundClip, readVideoClips, requireClip, requireOneMix, requireSlot } from './clip.queries.ts';
import { fitRange, planClips, planSource, SHORTEST_MS } from './plan-clips.ts';
import { readPlanned } from './read-planned.ts';

export const clipRoutes = implement(calls, {
  async add({ mproject_id, clips, position, ...asked }, context) {
    const where = { space_id: context.space.space_id, mproject_id };
    let [ids, notices]: [string[], string[]] = [[], []];
    await changeMix(context, mproject_id, async ({ state }, tx) => {
      const slot_id = requireSlot(state, asked);
      const planned = await planClips(tx, where.space_id, clips);
      const made = planned.clips.map((one): NewClip => ({ ...UNTOUCHED_CLIP, ...one, video_clip_id: newId() }));
      [ids, notices] = [made.map(({ video_clip_id }) => video_clip_id), planned.notices];
      return planNewClips(state, slot_id, made, position);
    });
    return { clips: await readVideoClips(context, where, ids), notices };
  },

  async plan({ mproject_id, clips }, context) {
    const { db, space } = context;
    await requireMix(db, space.space_id, mproject_id);
    const planned = await planClips(db, space.space_id, clips);
    const made = planned.clips.map((one) => ({ ...UNTOUCHED_CLIP, ...one, video_clip_id: newId() }));
    return { clips: await readPlanned(context, mproject_id, made), notices: planned.notices };
  },

  async update({ video_clip_id, revision, ...change }, context) {
    const { space } = context;
    return changeClip(context, { video_clip_id, revision }, async (tx, row) => {
      const { start_ms = row.start_ms, end_ms = row.end_ms, is_pinned, is_excluded } = change;
      const isTrimmed = start_ms !== row.start_ms || end_ms !== row.end_ms;
      const source = isTrimmed ? await requireMaterial(tx, space.space_id, row.material_id) : null;
      const range = source ? fitRange(source, { start_ms, end_ms }) : {};
      const choice = {
        // Nobody can want a clip always and never: what was said last counts.
        ...(is_pinned && { is_excluded: false }),
        ...(is_excluded && { is_pinned: false }),
      };
      return { ...change, ...range, ...choice };
    });
  },

  async replace({ video_clip_id, revision, source }, context) {
    return changeClip(context, { video_clip_id, revision }, async (tx) => {
      const planned = await planSource(tx, context.space.space_id, source);
      // What was cut out of the old picture says nothing about the new one.
      return { ...planned, crop: null, speed: 1 };
    });
  },

  async split({ video_clip_id, at_ms }, context) {
    const { db, space } = context;
    const found = await requireClip(db, space.space_id, video_clip_id);
    const second = newId();
    await changeMix(context, found.mproject_id, async ({ state }, tx) => {
      const row = await requireClip(tx, space.space_id, video_clip_id);
      if (at_ms - row.start_ms < SHORTEST_MS || row.end_ms - at_ms < SHORTEST_MS) {
        throw new AppError('invalid', `切开后的每一段至少 ${SHORTEST_MS / 1000} 秒，请换一个位置`);
      }
      return planSplit(state, video_clip_id, at_ms, second);
    });
    return { clips: await readVideoClips(context, found, [video_clip_id, second]) };
  },

  async move({ mproject_id, video_clip_ids, position, ...asked }, context) {
    const ids = [...new Set(video_clip_ids)];
    await changeMix(context, mproject_id, ({ state }) => {
      const slot_id = requireSlot(state, asked);
      if (!ids.every((id) => state['clip']?.[id])) throw new AppError('not_found', '片段不存在或已被删除');
      return planMove(state, ids, slot_id, position);
    });
    return { clips: await readVideoClips(context, { space_id: context.space.space_id, mproject_id }, ids) };
  },

  async delete({ video_clip_ids }, context) {
    const mproject_id = await requireOneMix(context.db, video_clip_ids);
    await changeMix(context, mproject_id, ({ state }) => planRemove(state, 'clip', video_clip_ids));
    return {};
  },

  async restore({ video_clip_ids }, context) {
    const mproject_id = await requireOneMix(context.db, video_clip_ids);
    await changeMix(context, mproject_id, async ({ state }, tx) => {
      const rows = await tx
        .select()
        .from(video_clip)
        .where(and(inArray(video_clip.video_clip_id, video_clip_ids), isNotNull(video_clip.deleted_at)));
      if (rows.some(({ shooting_id }) => shooting_id && !state['shooting']?.[shooting_id])) {
        throw new AppError('conflict', '片段所在的镜头已被删除，请先恢复镜头');
      }
      return rows.map((row): Operation => {
        return { do: 'add', table: 'clip', id: row.video_clip_id, record: toRecord(row) };
      });
    });
    const where = { space_id: context.space.space_id, mproject_id };
    return { clips: await readVideoClips(context, where, video_clip_ids) };
  },
});

/** One change of a clip, on the revision that somebody saw. */
async function changeClip(
  context: Context,
  { video_clip_id, revision }: { video_clip_id: string; revision: number },
  plan: (tx: Queryable, row: FoundClip) => Promise<ClipChange>,
): Promise<VideoClip> {
  const { db, space } = context;
  const found = await requireClip(db, space.space_id, video_clip_id);
  const newest = async () => {
    const [one] = await readVideoClips(context, found, [video_clip_id]);
    if (!one) throw new AppError('not_found', '片段不存在或已被删除');
    return one;
  };
  const edit = changeMix(context, found.mproject_id, async ({ state }, tx) => {
    const row = await requireClip(tx, space.space_id, video_clip_id);
    if (row.revision !== revision) throw new Outdated();
    return planClip(state, video_clip_id, await plan(tx, row));
  });
  await orNewest(edit, '这个片段刚被他人修改，请查看最新内容后再改', newest);
  return newest();
}
