import { AppError, type PlannedVideo } from '@mixreel/contract';
import { likenessMatrix, signatureOf } from '@mixreel/media';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { eq } from '#db/orm.ts';
import { tellChange } from '#features/mix/tell-change.ts';
import { toCombination } from './build-plan.ts';
import { lockMix, readCandidates } from './candidate.queries.ts';
import { candidate } from './candidate.tables.ts';
import { type MixState, possible } from './choose.ts';
import { runningTimes } from './running-times.ts';

type By = { user_uid: string; name: string };
export type Rewritten = PlannedVideo & { candidate_id: string };

/** Gives candidates other contents. Their numbers, ticks and files stay; what was made of them is then out of date. */
export async function rewriteCandidates(app: App, state: MixState, videos: Rewritten[], by: By): Promise<number> {
  const { mproject_id } = state.document.mix;
  const times = await runningTimes(app, state, videos);
  return app.db.transaction(async (tx) => {
    await lockMix(tx, mproject_id);
    const rows = await readCandidates(tx, mproject_id);
    const known = videos.filter(({ candidate_id }) => rows.some((row) => row.candidate_id === candidate_id));
    const taken = new Map(rows.map((row) => [row.signature, row.candidate_id]));
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

/** Past so many, comparing all pairs would keep the server from other work; the figures stay those of the choice. */
const MOST_COMPARED = 200;

/** Writes down anew how alike the candidates are that are not excluded: of whom and how many others there are has changed. */
export async function compareAgain(tx: Queryable, { document, plan }: MixState): Promise<void> {
  const all = await readCandidates(tx, document.mix.mproject_id);
  const rows = possible(
    plan,
    all.filter(({ is_excluded }) => !is_excluded),
  );
  if (rows.length > MOST_COMPARED) return;
  const matrix = likenessMatrix(plan, rows.map(toCombination));
  for (const [i, row] of rows.entries()) {
    const others = [...rows.keys()].filter((j) => j !== i);
    const closest = others.reduce((best, j) => (best < 0 || matrix[i]![j]! > matrix[i]![best]! ? j : best), -1);
    const figures = {
      most_likeness: closest < 0 ? 0 : matrix[i]![closest]!,
      mean_likeness: others.reduce((sum, j) => sum + matrix[i]![j]!, 0) / Math.max(1, others.length),
      closest_id: rows[closest]?.candidate_id ?? null,
    };
    const isNew = Math.abs(figures.most_likeness - row.most_likeness) > 1e-4 || figures.closest_id !== row.closest_id;
    if (isNew) await tx.update(candidate).set(figures).where(eq(candidate.candidate_id, row.candidate_id));
  }
}
