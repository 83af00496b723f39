import { AnimateParams, AppError, clipsBySlot, planNewClips, UNTOUCHED_CLIP } from '@mixreel/contract';
import { newId } from '#db/id.ts';
import { and, eq, isNull } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { planClips } from '#features/clip/plan-clips.ts';
import { requireRow } from '#features/generate/generate.queries.ts';
import { saveGeneration } from '#features/generate/save-generation.ts';
import { material } from '#features/material/material.tables.ts';
import { changeMix } from '#features/mix/edit-mix.ts';
import { mproject, shooting } from '#features/mix/mix.tables.ts';
import { type JobContext, NotYet } from '#queue/job.ts';

const WAIT_S = 2;

/** Makes a film a candidate of the shooting that it was wished for; one that is gone meanwhile needs none. */
export async function placeFilm(context: JobContext, generation_id: string): Promise<void> {
  const { db, task } = context;
  const { space_id, user_uid } = task;
  const row = await requireRow(db, space_id, generation_id);
  const { shooting_id } = AnimateParams.parse(row.params);
  if (!shooting_id) return;
  const [place] = await db
    .select({ mproject_id: shooting.mproject_id })
    .from(shooting)
    .innerJoin(mproject, eq(mproject.mproject_id, shooting.mproject_id))
    .where(
      and(
        eq(shooting.shooting_id, shooting_id),
        eq(shooting.space_id, space_id),
        isNull(shooting.deleted_at),
        isNull(mproject.deleted_at),
      ),
    );
  if (!place) return;
  const { materials } = await saveGeneration(context, { space_id, user_uid, generation_id });
  const material_id = materials[0]?.material_id ?? '';
  const [film] = await db.select().from(material).where(eq(material.material_id, material_id));
  const isOver = !film || ['done', 'stopped', 'failed'].includes(film.analysis_status);
  // How long it is stands there once it was looked at.
  if (film?.duration === null && !isOver) throw new NotYet('the film is being analysed', WAIT_S);
  const [user = null] = await db
    .select({ user_uid: user_account.user_uid, name: user_account.name })
    .from(user_account)
    .where(eq(user_account.user_uid, user_uid));
  const { clips } = await planClips(db, space_id, [{ material_id }]);
  const placing = changeMix({ ...context, space: { space_id }, user }, place.mproject_id, ({ state }) => {
    const there = clipsBySlot(state).get(shooting_id) ?? [];
    if (!state['shooting']?.[shooting_id] || there.some((clip) => clip.material_id === material_id)) return [];
    const fresh = clips.map((clip) => ({ ...UNTOUCHED_CLIP, ...clip, video_clip_id: newId() }));
    return planNewClips(state, shooting_id, fresh);
  });
  await placing.catch((error: unknown) => {
    // The mix went a moment ago: the film is in the library all the same.
    if (!(error instanceof AppError && error.error === 'not_found')) throw error;
  });
}

/** That the shooting is there and of this space: said before anything is made for it. */
export async function requireShooting(db: JobContext['db'], space_id: string, shooting_id: string): Promise<void> {
  const there = and(
    eq(shooting.shooting_id, shooting_id),
    eq(shooting.space_id, space_id),
    isNull(shooting.deleted_at),
  );
  if ((await db.$count(shooting, there)) === 0) throw new AppError('not_found', '这个镜头不存在或已被删除');
}
