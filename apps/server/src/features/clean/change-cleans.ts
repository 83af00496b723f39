import {
  AppError,
  CLEAN_DECLARATION,
  CLEAN_MARKS_MAX,
  type CleanMark,
  type CleanQuality,
  cleanSeconds,
} from '@mixreel/contract';
import type { App } from '#context.ts';
import { newId } from '#db/id.ts';
import { and, eq, inArray, isNotNull, ne } from '#db/orm.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { project } from '#features/project/project.tables.ts';
import { removeText } from './clean.jobs.ts';
import { holdClean, requireClean } from './clean.queries.ts';
import { clean } from './clean.tables.ts';
import { filmOf, markProblem } from './make-clean.ts';
import { readRefusal } from './refuse-clean.ts';
import { requireOwnStickers, stickerProblem } from './stickers.ts';

const AT_ONCE = 200;

type Who = { space_id: string; user_uid: string; user_name: string };

/** Writes the marks of a person, unless somebody else did meanwhile. */
export async function changeMarks(
  db: App['db'],
  space_id: string,
  { clean_id, revision, marks }: { clean_id: string; revision: number; marks: CleanMark[] },
): Promise<void> {
  const row = await requireClean(db, space_id, clean_id);
  await requireOwnStickers(db, space_id, marks);
  const changed = await db
    .update(clean)
    .set({ marks: marks.map((mark) => bounded(mark, row.duration_ms)), revision: revision + 1 })
    .where(and(eq(clean.clean_id, clean_id), eq(clean.revision, revision)))
    .returning({ clean_id: clean.clean_id });
  if (changed.length === 0) throw new AppError('conflict', '别人刚刚改过这些框，已为你刷新，请再改一次');
}

/** Within the film, and in order. */
function bounded(mark: CleanMark, duration_ms: number): CleanMark {
  if (duration_ms === 0) return { ...mark, start_ms: 0, end_ms: 0 };
  const start_ms = Math.min(mark.start_ms, duration_ms);
  const keys = mark.keys.toSorted((one, other) => one.at_ms - other.at_ms);
  return { ...mark, keys, start_ms, end_ms: Math.min(duration_ms, Math.max(mark.end_ms, start_ms + 1)) };
}

/** Puts marks to the same place in all that were picked together, for as long as each of them lasts. */
export async function spreadMarks(
  db: App['db'],
  space_id: string,
  { clean_id, mark_ids }: { clean_id: string; mark_ids: string[] },
): Promise<number> {
  const row = await requireClean(db, space_id, clean_id);
  const chosen = row.marks.filter(({ mark_id }) => mark_ids.includes(mark_id));
  return db.transaction(async (tx) => {
    const others = await tx
      .select()
      .from(clean)
      .where(and(eq(clean.batch_id, row.batch_id), eq(clean.space_id, space_id), ne(clean.clean_id, clean_id)))
      .for('update');
    let changed = 0;
    for (const other of others) {
      const fresh = chosen.map((mark) => {
        const [first] = mark.keys;
        const keys = first ? [{ at_ms: 0, box: first.box }] : [];
        return { ...mark, mark_id: newId(), keys, start_ms: 0, end_ms: other.duration_ms, is_on: true };
      });
      // Put there once more, it is dealt with in the new way and not twice.
      const places = new Set(fresh.map(placeOf));
      const marks = [...other.marks.filter((mark) => !places.has(placeOf(mark))), ...fresh];
      if (marks.length > CLEAN_MARKS_MAX) continue;
      await tx
        .update(clean)
        .set({ marks, revision: other.revision + 1 })
        .where(eq(clean.clean_id, other.clean_id));
      changed += 1;
    }
    return changed;
  });
}

function placeOf({ keys, start_ms, end_ms }: CleanMark): string {
  return JSON.stringify([
    keys.map(({ at_ms, box: { x, y, width, height } }) => [at_ms, x, y, width, height]),
    start_ms,
    end_ms,
  ]);
}

/** Puts removals in line, each with who declared that it may be done. What may not is told, and the others go on. */
export async function addRemovals(
  app: App,
  { space_id, user_uid, user_name }: Who,
  { clean_ids, quality }: { clean_ids: string[]; quality: CleanQuality },
) {
  const refused: { clean_id: string; material_name: string; reason: string }[] = [];
  const task_ids: string[] = [];
  for (const clean_id of new Set(clean_ids)) {
    const row = await requireClean(app.db, space_id, clean_id);
    const { material_name, project_id } = row;
    const reason =
      (await readRefusal(app.db, row)) ?? markProblem(row) ?? (await stickerProblem(app.db, space_id, row.marks));
    if (reason) {
      refused.push({ clean_id, material_name, reason });
      continue;
    }
    const declaration = { version: CLEAN_DECLARATION.version, user_uid, user_name, at: new Date().toISOString() };
    const work = cleanSeconds(filmOf(row), row.marks, quality);
    const asked = { space_id, project_id, user_uid, title: `去除文字水印：${material_name}`, work };
    const before = await app.db.transaction(async (tx) => {
      const held = await holdClean(tx, space_id, clean_id);
      const make_task_id = await app.queue.add(removeText, { ...asked, input: { clean_id, quality } }, tx);
      await tx.update(clean).set({ make_task_id, declaration }).where(eq(clean.clean_id, clean_id));
      task_ids.push(make_task_id);
      return held.make_task_id;
    });
    if (before) await endTask(app, before);
  }
  const [first] = refused;
  if (task_ids.length === 0 && first) throw new AppError('invalid', first.reason);
  return { task_ids, refused };
}

export async function removeCleans(app: App, space_id: string, clean_ids: string[]): Promise<string[]> {
  const gone = await app.db.transaction(async (tx) => {
    const rows = await tx
      .delete(clean)
      .where(and(eq(clean.space_id, space_id), inArray(clean.clean_id, clean_ids)))
      .returning();
    await removeFiles(
      tx,
      space_id,
      rows.flatMap(({ result }) => result?.vlc_id ?? []),
    );
    return rows;
  });
  for (const { find_task_id, make_task_id } of gone) {
    for (const task_id of [find_task_id, make_task_id]) if (task_id) await endTask(app, task_id);
  }
  return [...new Set(gone.map(({ project_id }) => project_id))];
}

/** Most are over. */
async function endTask(app: Pick<App, 'queue'>, task_id: string): Promise<void> {
  await app.queue.cancel(task_id).catch((error: unknown) => {
    if (!(error instanceof AppError && error.error === 'task_state')) throw error;
  });
}

/** What belongs to a project that is gone goes, and gives the space its room back. */
export async function removeLostCleans(app: App): Promise<void> {
  const lost = await app.db
    .select({ clean_id: clean.clean_id, space_id: clean.space_id })
    .from(clean)
    .innerJoin(project, eq(project.project_id, clean.project_id))
    .where(isNotNull(project.deleted_at))
    .limit(AT_ONCE);
  for (const { clean_id, space_id } of lost) await removeCleans(app, space_id, [clean_id]);
}
