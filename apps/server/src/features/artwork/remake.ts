import { setImmediate } from 'node:timers/promises';
import { AppError, namesByRule, type PlannedVideo } from '@mixreel/contract';
import { signatureOf } from '@mixreel/media';
import type { App } from '#context.ts';
import { and, eq, isNull } from '#db/orm.ts';
import { toCombination } from '#features/candidate/build-plan.ts';
import { readCandidates } from '#features/candidate/candidate.queries.ts';
import { export_video } from '#features/candidate/candidate.tables.ts';
import { type MixState, readState } from '#features/candidate/choose.ts';
import { isUnderWay, namesTaken } from '#features/candidate/names-taken.ts';
import { exportPicks } from '#features/candidate/start-export.ts';
import { requireDirLeft } from '#features/dir/holding-dir.ts';
import { mproject } from '#features/mix/mix.tables.ts';
import { theirs } from './artwork.queries.ts';
import { type ArtworkRow, artwork } from './artwork.tables.ts';
import { placesOf } from './fresh-clips.ts';
import { factorsLeft, planRemake } from './plan-remake.ts';

type By = { user_uid: string; name: string };
type Planned = PlannedVideo & { row: ArtworkRow };

/** Makes each video again with clips of its mix that it does not show: one export for every mix. */
export async function remakeArtworks(app: App, space_id: string, artwork_ids: string[], by: By) {
  const rows = await readOldest(app, space_id, artwork_ids);
  const refusals: string[] = [];
  const task_ids: string[] = [];
  let count = 0;
  for (const [mproject_id, videos] of Map.groupBy(rows, (row) => row.mproject_id)) {
    const state = mproject_id ? await readMix(app, space_id, mproject_id) : null;
    if (!state) {
      refusals.push(mproject_id ? GONE : NO_MIX);
      continue;
    }
    const planned = await planAll(app, state, videos, refusals);
    if (planned.length === 0) continue;
    task_ids.push(await exportAll(app, state, planned, by));
    count += planned.length;
  }
  if (count === 0) throw new AppError('conflict', refusals[0] ?? NOTHING_NEW);
  return { task_ids, count };
}

const NO_MIX = '这条成片不是在这里混剪出来的，不能用新素材重做';
const GONE = '做这条成片的混剪已被删除，请先恢复混剪再重做';
const CHANGED = '这条成片用到的镜头或台词已不在混剪里，请到混剪里重新挑选候选';
const NOTHING_NEW = '混剪里没有这条成片没用过的片段，请先给镜头添加新片段';

async function readOldest({ db }: App, space_id: string, artwork_ids: string[]): Promise<ArtworkRow[]> {
  const rows = await db
    .select()
    .from(artwork)
    .where(and(theirs(space_id, artwork_ids), isNull(artwork.deleted_at)))
    .orderBy(artwork.artwork_id);
  if (rows.length === 0) throw new AppError('conflict', '成片在回收站里，请先恢复');
  return rows;
}

async function readMix(app: App, space_id: string, mproject_id: string): Promise<MixState | null> {
  const known = and(
    eq(mproject.mproject_id, mproject_id),
    eq(mproject.space_id, space_id),
    isNull(mproject.deleted_at),
  );
  return (await app.db.$count(mproject, known)) ? readState(app, space_id, mproject_id) : null;
}

async function planAll(app: App, state: MixState, videos: ArtworkRow[], refusals: string[]): Promise<Planned[]> {
  const known = await readKnown(app, state);
  const planned: Planned[] = [];
  for (const row of videos) {
    const places = placesOf(state, row);
    const here = places.filter((place) => place !== null);
    const isWhole = here.length === places.length && here.length > 0 && here.every(({ all }) => all.length > 0);
    const factors = factorsLeft(state.plan, row.factors);
    const picks = isWhole ? planRemake(state.plan, { places: here, factors }, known) : null;
    if (picks) planned.push({ row, picks, factors });
    else refusals.push(isWhole ? NOTHING_NEW : CHANGED);
    // A hundred of them take a while, in which others are answered.
    await setImmediate();
  }
  return planned;
}

/** What is there already, or will be in a moment. */
async function readKnown({ db }: App, { document }: MixState) {
  const { mproject_id } = document.mix;
  const [candidates, videos, exports] = await Promise.all([
    readCandidates(db, mproject_id),
    db
      .select({ picks: artwork.picks, factors: artwork.factors })
      .from(artwork)
      .where(and(eq(artwork.mproject_id, mproject_id), isNull(artwork.deleted_at))),
    db
      .select({ picks: export_video.picks, factors: export_video.factors })
      .from(export_video)
      .where(and(eq(export_video.mproject_id, mproject_id), isUnderWay)),
  ]);
  return {
    made: new Set([...videos, ...exports].map((video) => signatureOf(toCombination(video)))),
    planned: new Set(candidates.map(({ signature }) => signature)),
    uses: new Map<string, number>(),
  };
}

/** Each beside the one it was made of. */
async function exportAll(app: App, state: MixState, planned: Planned[], by: By): Promise<string> {
  const dirs = new Map<string, string>();
  for (const dir_id of new Set(planned.map(({ row }) => row.dir_id))) {
    dirs.set(dir_id, await app.db.transaction((tx) => requireDirLeft(tx, dir_id)));
  }
  const things = planned.map(({ row }, n) => ({
    number: n + 1,
    seconds: row.duration,
    words: { name: row.artwork_name },
  }));
  const names = namesByRule('{name}_新', things, { taken: await namesTaken(app.db, [...dirs.values()]) });
  return exportPicks(app, state, {
    title: `用新素材重做「${state.document.mix.mproject_name}」`,
    wanted: planned.map(({ row, picks, factors }, n) => ({
      picks,
      factors,
      file_name: names[n]!,
      dir_id: dirs.get(row.dir_id)!,
    })),
    by,
  });
}
