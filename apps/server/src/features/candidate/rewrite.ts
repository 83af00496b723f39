import { AppError, type PlannedVideo } from '@mixreel/contract';
import { signatureOf } from '@mixreel/media';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { eq, sql } from '#db/orm.ts';
import { tellChange } from '#features/mix/tell-change.ts';
import { toCombination } from './build-plan.ts';
import { lockMix, readCandidates } from './candidate.queries.ts';
import { candidate } from './candidate.tables.ts';
import { type MixState, possible } from './choose.ts';
import { readCloseness } from './closeness.ts';
import { runningTimes } from './running-times.ts';

type By = { user_uid: string; name: string };
/** `signature`: what it was when somebody decided what it becomes. */
export type Rewritten = PlannedVideo & { candidate_id: string; signature?: string | undefined };

/** Gives candidates other contents. Their numbers, ticks and files stay; what was made of them is then out of date. */
export async function rewriteCandidates(app: App, state: MixState, videos: Rewritten[], by: By): Promise<number> {
  const { mproject_id } = state.document.mix;
  const times = await runningTimes(app, state, videos);
  return app.db.transaction(async (tx) => {
    await lockMix(tx, mproject_id);
    const rows = await readCandidates(tx, mproject_id);
    const known = videos.filter(({ candidate_id }) => rows.some((row) => row.candidate_id === candidate_id));
    const taken = new Map(rows.map((row) => [row.signature, row.candidate_id]));
    const now = new Map(rows.map((row) => [row.candidate_id, row]));
    const other = known.find((one) => one.signature && one.signature !== now.get(one.candidate_id)?.signature);
    if (other) {
      const { number } = now.get(other.candidate_id)!;
      throw new AppError('conflict', `第 ${number} 条刚被别人改过，没有再改；请看看它现在的样子`);
    }
    for (const [n, { candidate_id, picks, factors }] of known.entries()) {
      const signature = signatureOf(toCombination({ picks, factors }));
      const holder = taken.get(signature);
      if (holder !== undefined && holder !== candidate_id) {
        throw new AppError('conflict', '已经有一条一样的了，请换一个');
      }
      await tx
        .update(candidate)
        .set({ picks, factors, signature, duration: times[n]! })
        .where(eq(candidate.candidate_id, candidate_id));
    }
    await compareAgain(tx, state);
    await tellChange(app, tx, mproject_id, 'candidates', by);
    return known.length;
  });
}

/**
 * Writes down anew how long candidates are and how alike: lengths were estimates when they were chosen. They stay the
 * ones that they are, also where they are more alike than was thought: somebody may have looked at them, or have them made.
 */
export async function refreshFigures(app: App, state: MixState): Promise<void> {
  const { mproject_id } = state.document.mix;
  const rows = possible(state.plan, await readCandidates(app.db, mproject_id));
  if (rows.length === 0) return;
  const times = await runningTimes(app, state, rows);
  const figures = rows.map(({ candidate_id }, n) => ({ candidate_id, duration: times[n]! }));
  await app.db.transaction(async (tx) => {
    await lockMix(tx, mproject_id);
    await tx.execute(sql`update ${candidate} set duration = new.duration
      from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb) as new(candidate_id text, duration real)
      where ${candidate.candidate_id} = new.candidate_id`);
    await compareAgain(tx, state);
    await tellChange(app, tx, mproject_id, 'candidates', null);
  });
}

/** Writes down anew how alike the candidates are that are not excluded: of whom and how many others there are has changed. */
export async function compareAgain(tx: Queryable, { document, plan }: MixState): Promise<void> {
  const all = await readCandidates(tx, document.mix.mproject_id);
  const rows = possible(
    plan,
    all.filter(({ is_excluded }) => !is_excluded),
  );
  const figures = (await readCloseness(plan, rows)).map(({ most, mean, closest }, n) => ({
    candidate_id: rows[n]!.candidate_id,
    most_likeness: most,
    mean_likeness: mean,
    closest_id: rows[closest]?.candidate_id ?? null,
  }));
  await tx.execute(sql`update ${candidate} set most_likeness = new.most_likeness, mean_likeness = new.mean_likeness,
      closest_id = new.closest_id
    from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb)
      as new(candidate_id text, most_likeness real, mean_likeness real, closest_id text)
    where ${candidate.candidate_id} = new.candidate_id`);
}
