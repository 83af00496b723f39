import { AppError, clipsBySlot, planNewClips, UNTOUCHED_CLIP } from '@mixreel/contract';
import { z } from 'zod';
import type { App } from '#context.ts';
import { newId } from '#db/id.ts';
import { and, eq, isNotNull, isNull } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { type PlannedClip, planClips } from '#features/clip/plan-clips.ts';
import { material } from '#features/material/material.tables.ts';
import { changeMix } from '#features/mix/edit-mix.ts';
import { defineJob, NotYet } from '#queue/job.ts';
import { linksOfBoard } from '../story-links.ts';
import { tellShoot } from './shoot-day.ts';
import { shoot_take } from './shoot.tables.ts';

const WAIT_S = 2;

/** Makes a take a candidate of the shootings that its row became, as soon as it was looked at. */
export const placeTake = defineJob({
  name: 'story.take',
  scope: 'edit',
  task_type: 'material_analysis',
  input: z.object({ take_id: z.string() }),
  kind: 'network',
  async run({ take_id }, context) {
    const { db, task } = context;
    const [found] = await db
      .select({ take: shoot_take, material, user: { user_uid: user_account.user_uid, name: user_account.name } })
      .from(shoot_take)
      .innerJoin(material, eq(material.material_id, shoot_take.material_id))
      .leftJoin(user_account, eq(user_account.user_uid, task.user_uid))
      .where(and(eq(shoot_take.take_id, take_id), isNull(material.deleted_at)));
    if (!found) return {};
    const { take, user } = found;
    const { duration, analysis_status, analysis_message } = found.material;
    const isEnded = ['done', 'stopped', 'failed'].includes(analysis_status);
    if (duration === null && !isEnded) throw new NotYet('正在等素材分析', WAIT_S);
    const message =
      duration === null
        ? (analysis_message ?? '这条无法读取，请重拍')
        : await place({ ...context, space: { space_id: task.space_id }, user }, take);
    await db.transaction(async (tx) => {
      await tx.update(shoot_take).set({ message }).where(eq(shoot_take.take_id, take_id));
      await tellShoot(context, tx, take.story_board_id);
    });
    return {};
  },
});

type By = Parameters<typeof changeMix>[0];
type Take = typeof shoot_take.$inferSelect;

/** What could not be done, in words, or null. */
async function place(by: By, { story_board_id, row_id, material_id }: Take): Promise<string | null> {
  const links = (await linksOfBoard(by.db, story_board_id)).filter((link) => link.row_id === row_id);
  if (links.length === 0 || !material_id) return null;
  try {
    const { clips } = await planClips(by.db, by.space.space_id, [{ material_id }]);
    for (const { mproject_id, shooting_id } of links) {
      await changeMix(by, mproject_id, ({ state }) => {
        const there = clipsBySlot(state).get(shooting_id) ?? [];
        if (!state['shooting']?.[shooting_id] || there.some((clip) => clip.material_id === material_id)) return [];
        return planNewClips(
          state,
          shooting_id,
          clips.map((clip) => ({ ...UNTOUCHED_CLIP, ...clip, video_clip_id: newId() })),
        );
      });
    }
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.error === 'unavailable') throw error;
    return `没能放进混剪：${error.message}`;
  }
}

/** The takes of a row that clips can be cut from, the newest first: what a mix made later begins with. */
export async function clipsOfTakes(
  { db }: Pick<App, 'db'>,
  space_id: string,
  { story_board_id, row_id }: { story_board_id: string; row_id: string },
): Promise<PlannedClip[]> {
  const takes = await db
    .select({ material_id: material.material_id })
    .from(shoot_take)
    .innerJoin(material, eq(material.material_id, shoot_take.material_id))
    .where(
      and(
        eq(shoot_take.story_board_id, story_board_id),
        eq(shoot_take.row_id, row_id),
        isNull(material.deleted_at),
        isNotNull(material.duration),
      ),
    )
    .orderBy(shoot_take.number);
  return takes.length > 0 ? (await planClips(db, space_id, takes.toReversed())).clips : [];
}
