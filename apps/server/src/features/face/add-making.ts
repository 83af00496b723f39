import { AppError, faceSeconds } from '@mixreel/contract';
import type { App } from '#context.ts';
import { and, eq, inArray } from '#db/orm.ts';
import { task as taskTable } from '#features/task/task.tables.ts';
import { requireService } from './elsewhere.ts';
import { makeSwapped, swapByService } from './face.jobs.ts';
import { holdSwap, readKeepsRest, requireSwap } from './face.queries.ts';
import { face_swap } from './face.tables.ts';
import { type Kind, PREVIEW_SIDE, requireAllowed, shownIn, type Span, spanOf } from './make-swap.ts';

type Who = { space_id: string; user_uid: string };

/** A preview is a smaller film of its own. */
function previewed<T extends { width: number; height: number }>(film: T, { start_ms, end_ms }: Span) {
  const by = Math.min(1, PREVIEW_SIDE / Math.min(film.width, film.height));
  const size = { width: film.width * by, height: film.height * by };
  return { ...film, ...size, duration_ms: end_ms - start_ms, keeps_rest: false };
}

/** Puts the making in line, unless something or somebody says no. */
export async function addMaking(
  app: App,
  { space_id, user_uid }: Who,
  { swap_id, kind, from_ms, engine }: { swap_id: string; kind: Kind; from_ms: number; engine: string },
): Promise<string> {
  const row = await requireSwap(app.db, space_id, swap_id);
  await requireAllowed(app.db, row);
  if (engine) {
    if (kind === 'preview') throw new AppError('invalid', '服务不做预览，请直接做全部或用内置引擎预览');
    requireService(app, row, engine);
  }
  const span = spanOf(row, kind, from_ms);
  const shown = row.groups.filter(({ is_on }) => is_on).flatMap((group) => shownIn(row, group, span));
  const is_picture = row.content_type.startsWith('image/');
  if (!is_picture && shown.length === 0) throw new AppError('invalid', '选的时间里看不到要换脸的人，请换个时间再预览');
  const title = kind === 'preview' ? `换脸预览：${row.swap_name}` : `换脸：${row.swap_name}`;
  const film = { ...row, is_picture, keeps_rest: await readKeepsRest(app.db, row) };
  const work = faceSeconds(kind === 'preview' ? previewed(film, span) : film, shown);
  const asked = { space_id, project_id: row.project_id, user_uid, title, work };
  return app.db.transaction(async (tx) => {
    const { make_task_id: before } = await holdSwap(tx, space_id, swap_id);
    const [open] = before
      ? await tx
          .select({ task_id: taskTable.task_id })
          .from(taskTable)
          .where(and(eq(taskTable.task_id, before), inArray(taskTable.status, ['queued', 'running', 'canceling'])))
      : [];
    if (open) throw new AppError('conflict', '这条换脸正在做，请等它做完或先取消');
    const task_id = engine
      ? await app.queue.add(swapByService, { ...asked, input: { swap_id, engine } }, tx)
      : await app.queue.add(makeSwapped, { ...asked, input: { swap_id, kind, from_ms } }, tx);
    await tx.update(face_swap).set({ make_task_id: task_id }).where(eq(face_swap.swap_id, swap_id));
    return task_id;
  });
}
