import { AppError, type ChangedCandidate, type PlannedVideo } from '@mixreel/contract';
import { replaceAt, signatureOf } from '@mixreel/media';
import type { App } from '#context.ts';
import { publishableBelow } from '#features/standard/level.ts';
import { toCombination, toVideo } from './build-plan.ts';
import { type CandidateRow, readCandidates } from './candidate.queries.ts';
import { changesBetween } from './changes.ts';
import { type MixState, possible } from './choose.ts';
import { readCloseness } from './closeness.ts';
import { askPlanner } from './plan-thread.ts';
import { rewriteCandidates } from './rewrite.ts';

type By = { user_uid: string; name: string };

/** Below the level by so much: what is measured on files may differ a little from what is foretold. */
const MARGIN = 0.01;

/** 修到 L2: changes as few of the picked candidates as possible until no two of them are at L3 or above. */
export async function mendCandidates(app: App, state: MixState, by: By) {
  const { all, rows } = await readComparable(app, state);
  const picked = rows.filter(({ is_picked }) => is_picked);
  const limit = publishableBelow(state.standard);
  const mended = await askPlanner<'mend'>({
    kind: 'mend',
    plan: state.plan,
    videos: picked.map(toCombination),
    setting: {
      limit,
      margin: MARGIN,
      made: picked.flatMap(({ artwork_id }, n) => (artwork_id === null ? [] : n)),
      avoid: all.filter((row) => !picked.includes(row)).map(toCombination),
    },
  });
  const next = mended.map(({ index, picks }) => ({ row: picked[index]!, video: toVideo(picks) }));
  const changed = await change(app, state, picked, next, by);
  const after = await readCloseness(
    state.plan,
    picked.map((row) => next.find((one) => one.row === row)?.video ?? row),
  );
  return { changed, left: after.filter(({ most }) => most >= limit).length };
}

/** 换掉这一段: another clip, or other words, at one place of one candidate. */
export async function replaceShot(
  app: App,
  state: MixState,
  { candidate_id, slot_id }: { candidate_id: string; slot_id: string },
  by: By,
): Promise<ChangedCandidate> {
  const { all, rows } = await readComparable(app, state);
  const index = rows.findIndex((row) => row.candidate_id === candidate_id);
  if (index < 0) throw new AppError('not_found', '这一条已经不在了，或它的片段不能用了，请刷新后再试');
  const avoid = all.filter((row) => !rows.includes(row)).map(toCombination);
  const found = replaceAt(state.plan, rows.map(toCombination), { index, slotId: slot_id, avoid });
  if (!found) throw new AppError('conflict', '这里没有别的可以换：先给这个镜头加片段或再写一种说法');
  const [done] = await change(app, state, rows, [{ row: rows[index]!, video: toVideo(found.picks) }], by);
  return done!;
}

/** All candidates of a mix, and those of them that are compared with one another. */
async function readComparable(app: App, { document, plan }: MixState) {
  const all = await readCandidates(app.db, document.mix.mproject_id);
  return {
    all,
    rows: possible(
      plan,
      all.filter(({ is_excluded }) => !is_excluded),
    ),
  };
}

type Next = { row: CandidateRow; video: PlannedVideo };

async function change(app: App, state: MixState, rows: CandidateRow[], next: Next[], by: By) {
  if (next.length === 0) return [];
  const videos = next.map(({ row: { candidate_id, signature }, video }) => ({ candidate_id, signature, ...video }));
  await rewriteCandidates(app, state, videos, by);
  const before = await readCloseness(state.plan, rows);
  const after = await readCloseness(
    state.plan,
    rows.map((row) => next.find((one) => one.row === row)?.video ?? row),
  );
  return next.map(({ row, video }): ChangedCandidate => ({
    candidate_id: row.candidate_id,
    number: row.number,
    before: { picks: row.picks, factors: row.factors },
    signature: signatureOf(toCombination(video)),
    changes: changesBetween(state, row, video),
    likeness_before: before[rows.indexOf(row)]!.most,
    likeness: after[rows.indexOf(row)]!.most,
  }));
}
