import { AppError, FACE_GROUPS_MAX, type FaceGroup } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { eq, isNotNull } from '#db/orm.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { project } from '#features/project/project.tables.ts';
import { holdSwap, requireSwap, type SwapRow } from './face.queries.ts';
import { face_swap, type Figure } from './face.tables.ts';
import { figureProblem, requireConsent } from './refuse-face.ts';

const AT_ONCE = 100;

export type FigureChange =
  | { kind: 'merge'; figure_ids: string[] }
  | { kind: 'split'; track_ids: string[] }
  | { kind: 'rename'; figure_id: string; figure_name: string };

/** Puts persons together or apart by hand, unless somebody else did meanwhile. */
export async function changeFigures(
  db: App['db'],
  space_id: string,
  { swap_id, revision, change }: { swap_id: string; revision: number; change: FigureChange },
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await holdSwap(tx, space_id, swap_id);
    if (row.revision !== revision) throw new AppError('conflict', '别人刚刚改过人物，已为你刷新，请再改一次');
    const figures = changed(row.figures, change);
    const groups = regrouped(row.groups, row.figures, figures);
    await tx
      .update(face_swap)
      .set({ figures, groups, revision: revision + 1 })
      .where(eq(face_swap.swap_id, swap_id));
  });
}

/**
 * The faces of those who are there now: what was chosen for somebody who was put together with others, or split off whole, goes
 * with their moments. Nobody has one whose moments that are left look under age.
 */
export function regrouped(groups: FaceGroup[], before: Figure[], after: Figure[]): FaceGroup[] {
  const kept = groups.flatMap((group) => {
    const tracks = before.find(({ figure_id }) => figure_id === group.figure_id)?.tracks ?? [];
    const heir =
      after.find(({ figure_id }) => figure_id === group.figure_id) ??
      after.find((one) => one.tracks.some(({ track_id }) => tracks.some((own) => own.track_id === track_id)));
    return heir && figureProblem(heir) === null ? [{ ...group, figure_id: heir.figure_id }] : [];
  });
  return withoutDoubles(kept);
}

export function changed(figures: Figure[], change: FigureChange): Figure[] {
  if (change.kind === 'rename') {
    requireAll(figures, [change.figure_id]);
    return figures.map((one) =>
      one.figure_id === change.figure_id ? { ...one, figure_name: change.figure_name } : one,
    );
  }
  if (change.kind === 'merge') {
    requireAll(figures, change.figure_ids);
    const [first = '', ...others] = change.figure_ids;
    requireAlike(figures.filter(({ figure_id }) => change.figure_ids.includes(figure_id)));
    const more = figures.filter(({ figure_id }) => others.includes(figure_id)).flatMap(({ tracks }) => tracks);
    return figures
      .filter(({ figure_id }) => !others.includes(figure_id))
      .map((one) => (one.figure_id === first ? { ...one, tracks: inOrder([...one.tracks, ...more]) } : one));
  }
  const isOut = ({ track_id }: Figure['tracks'][number]) => change.track_ids.includes(track_id);
  const out = figures.flatMap(({ tracks }) => tracks.filter(isOut));
  if (out.length < new Set(change.track_ids).size) throw new AppError('conflict', '有片段已不在，请刷新后再拆');
  const left = figures
    .map((one) => ({ ...one, tracks: one.tracks.filter((track) => !isOut(track)) }))
    .filter(({ tracks }) => tracks.length > 0);
  return [...left, { figure_id: newId(), figure_name: freshName(left), tracks: inOrder(out) }];
}

function freshName(figures: Figure[]): string {
  const taken = new Set(figures.map(({ figure_name }) => figure_name));
  for (let n = figures.length + 1; ; n += 1) if (!taken.has(`人物 ${n}`)) return `人物 ${n}`;
}

/** Among the looks at a grown-up those at a child would no longer count. */
function requireAlike(figures: Figure[]): void {
  const refused = figures.filter((one) => figureProblem(one) !== null);
  if (refused.length > 0 && refused.length < figures.length) {
    throw new AppError('invalid', `「${refused[0]!.figure_name}」看起来未成年，不能和别的人物并在一起`);
  }
}

function inOrder(tracks: Figure['tracks']): Figure['tracks'] {
  return tracks.toSorted((a, b) => a.start_ms - b.start_ms);
}

function requireAll(figures: Figure[], ids: string[]): void {
  if (ids.some((id) => figures.every(({ figure_id }) => figure_id !== id))) {
    throw new AppError('conflict', '有人物已不在，请刷新后再改');
  }
}

/** Somebody has one face: of two groups that were merged onto one person the first stays. */
function withoutDoubles(groups: FaceGroup[]): FaceGroup[] {
  return groups.filter((group, n) => groups.findIndex(({ figure_id }) => figure_id === group.figure_id) === n);
}

type Choice = Omit<FaceGroup, 'group_id'>;

/** Puts a face onto a person. Only one whose consent holds, onto nobody who looks under age. */
export async function putGroup(
  db: App['db'],
  space_id: string,
  swap_id: string,
  group_id: string | null,
  choice: Choice,
): Promise<void> {
  await requireConsent(db, space_id, [choice.face_id]);
  await changeGroups(db, space_id, swap_id, (row) => {
    const figure = row.figures.find(({ figure_id }) => figure_id === choice.figure_id);
    if (!figure) throw new AppError('conflict', '这个人物已不在，请刷新后再选');
    const problem = figureProblem(figure);
    if (problem) throw new AppError('invalid', problem);
    if (choice.ranges.some(({ start_ms, end_ms }) => end_ms <= start_ms)) {
      throw new AppError('invalid', '时间段的结束要晚于开始');
    }
    const others = row.groups.filter((one) => one.group_id !== group_id);
    if (others.some(({ figure_id }) => figure_id === choice.figure_id)) {
      throw new AppError('conflict', `「${figure.figure_name}」已经选了一张脸，请先去掉`);
    }
    if (group_id && others.length === row.groups.length) throw new AppError('conflict', '这一组已被去掉');
    if (others.length >= FACE_GROUPS_MAX) throw new AppError('invalid', `一条换脸最多 ${FACE_GROUPS_MAX} 组`);
    const fresh = { ...choice, ranges: joined(choice.ranges), group_id: group_id ?? newId() };
    return group_id ? row.groups.map((one) => (one.group_id === group_id ? fresh : one)) : [...row.groups, fresh];
  });
}

/** In order, and those that meet as one: a face is not drawn twice where two overlap. */
function joined(ranges: FaceGroup['ranges']): FaceGroup['ranges'] {
  const made: FaceGroup['ranges'] = [];
  for (const { start_ms, end_ms } of ranges.toSorted((a, b) => a.start_ms - b.start_ms)) {
    const last = made.at(-1);
    if (last && start_ms <= last.end_ms) last.end_ms = Math.max(last.end_ms, end_ms);
    else made.push({ start_ms, end_ms });
  }
  return made;
}

export async function removeGroup(db: App['db'], space_id: string, swap_id: string, group_id: string): Promise<void> {
  await changeGroups(db, space_id, swap_id, ({ groups }) => groups.filter((one) => one.group_id !== group_id));
}

async function changeGroups(
  db: App['db'],
  space_id: string,
  swap_id: string,
  change: (row: SwapRow) => FaceGroup[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const groups = change(await holdSwap(tx, space_id, swap_id));
    await tx.update(face_swap).set({ groups }).where(eq(face_swap.swap_id, swap_id));
  });
}

/** What was made and not saved goes with it; what was consented to, and what shows the face, stays known. */
export async function removeSwap(app: App, space_id: string, swap_id: string): Promise<void> {
  const row = await app.db.transaction(async (tx) => {
    // What a task keeps of it at the same moment is among its files, or refused.
    const held = await holdSwap(tx, space_id, swap_id);
    await tx.delete(face_swap).where(eq(face_swap.swap_id, swap_id));
    await removeFiles(tx, space_id, filesOf(held));
    return held;
  });
  for (const task_id of [row.find_task_id, row.make_task_id]) if (task_id) await endTask(app, task_id);
}

function filesOf({ figures, preview, result }: SwapRow): string[] {
  const covers = figures.flatMap(({ tracks }) => tracks.flatMap(({ cover_vlc_id }) => cover_vlc_id ?? []));
  return [...covers, ...[preview, result].flatMap((made) => [made?.vlc_id ?? [], made?.marked_vlc_id ?? []].flat())];
}

/** Most are over. */
export async function endTask(app: Pick<App, 'queue'>, task_id: string): Promise<void> {
  await app.queue.cancel(task_id).catch((error: unknown) => {
    if (!(error instanceof AppError && error.error === 'task_state')) throw error;
  });
}

/** What belongs to a project that is gone goes, and gives the space its room back. */
export async function removeLostSwaps(app: App): Promise<void> {
  const lost = await app.db
    .select({ swap_id: face_swap.swap_id, space_id: face_swap.space_id })
    .from(face_swap)
    .innerJoin(project, eq(project.project_id, face_swap.project_id))
    .where(isNotNull(project.deleted_at))
    .limit(AT_ONCE);
  for (const { swap_id, space_id } of lost) await removeSwap(app, space_id, swap_id);
}

export async function renameSwap(db: Queryable, space_id: string, swap_id: string, swap_name: string): Promise<void> {
  await requireSwap(db, space_id, swap_id);
  await db.update(face_swap).set({ swap_name }).where(eq(face_swap.swap_id, swap_id));
}
