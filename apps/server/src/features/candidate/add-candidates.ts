import type { PlannedVideo } from '@mixreel/contract';
import { likeness, signatureOf } from '@mixreel/media';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { toCombination } from './build-plan.ts';
import { type CandidateRow, lockMix, readCandidates } from './candidate.queries.ts';
import { candidate } from './candidate.tables.ts';
import { type MixState, possible } from './choose.ts';

/** The candidates of these combinations, in their order. Those that were none stand last, and nobody has picked them. */
export async function addCandidates(
  tx: Queryable,
  { document, plan }: MixState,
  videos: (PlannedVideo & { seconds: number })[],
): Promise<Pick<CandidateRow, 'candidate_id' | 'number' | 'duration'>[]> {
  const { space_id, mproject_id } = document.mix;
  await lockMix(tx, mproject_id);
  const before = await readCandidates(tx, mproject_id);
  const known = new Map(before.map((row) => [row.signature, row]));
  const others = possible(plan, before);
  const last = before.at(-1)?.number ?? 0;
  const added = videos
    .map((video) => ({ ...video, signature: signatureOf(toCombination(video)) }))
    .filter(({ signature }) => !known.has(signature))
    .map(({ picks, factors, seconds, signature }, n) => ({
      candidate_id: newId(),
      space_id,
      mproject_id,
      number: last + 1 + n,
      signature,
      picks,
      factors,
      duration: seconds,
      ...compare(plan, { picks, factors }, others),
      is_picked: false,
    }));
  if (added.length > 0) await tx.insert(candidate).values(added);
  const all = new Map([...before, ...added].map((row) => [row.signature, row]));
  return videos.map((video) => all.get(signatureOf(toCombination(video)))!);
}

function compare(plan: MixState['plan'], video: PlannedVideo, others: CandidateRow[]) {
  const own = toCombination(video);
  const values = others.map((row) => ({ row, value: likeness(plan, own, toCombination(row)) }));
  const closest = values.toSorted((a, b) => b.value - a.value)[0];
  const sum = values.reduce((total, { value }) => total + value, 0);
  return {
    most_likeness: closest?.value ?? 0,
    mean_likeness: sum / Math.max(1, values.length),
    closest_id: closest?.row.candidate_id ?? null,
  };
}
