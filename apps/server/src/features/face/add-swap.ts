import { AppError, FACE_MINUTES_MAX } from '@mixreel/contract';
import type { App } from '#context.ts';
import { newId } from '#db/id.ts';
import { eq } from '#db/orm.ts';
import { readSource } from '#features/clean/add-cleans.ts';
import { requireFree } from '#features/label/withheld.ts';
import { requireProject } from '#features/project/project.queries.ts';
import { findPeople } from './face.jobs.ts';
import { readRefusal } from './face.queries.ts';
import { face_swap } from './face.tables.ts';

type Who = { space_id: string; user_uid: string };

/** Puts a material in line to be looked at for people. */
export async function addSwap(
  app: App,
  { space_id, user_uid }: Who,
  { project_id, material_id }: { project_id: string; material_id: string },
) {
  await requireProject(app.db, space_id, project_id);
  const source = await readSource(app, space_id, material_id);
  const { material_name, duration_ms } = source;
  await requireFree(app.db, space_id, [source.sha256]);
  if (duration_ms > FACE_MINUTES_MAX * 60_000) {
    throw new AppError('invalid', `「${material_name}」超过 ${FACE_MINUTES_MAX} 分钟，请先剪短`);
  }
  const swap_id = newId();
  const values = {
    swap_id,
    swap_name: material_name,
    space_id,
    project_id,
    material_id,
    created_by: user_uid,
    ...source,
  };
  return app.db.transaction(async (tx) => {
    const [row] = await tx.insert(face_swap).values(values).returning();
    const refusal = await readRefusal(tx, row!);
    if (refusal) throw new AppError('invalid', refusal);
    const work = Math.max(1, duration_ms / 1000);
    const asked = { space_id, project_id, user_uid, title: `查找人物：${material_name}`, work };
    const task_id = await app.queue.add(findPeople, { ...asked, input: { swap_id } }, tx);
    await tx.update(face_swap).set({ find_task_id: task_id }).where(eq(face_swap.swap_id, swap_id));
    return { swap_id, task_id };
  });
}
