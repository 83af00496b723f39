import type { MixAdvice } from '@mixreel/contract';
import type { App } from '#context.ts';
import { recent } from '#memory.ts';
import { spareFor, toAdvice } from './advice.ts';
import { toCombination } from './build-plan.ts';
import { readCandidates } from './candidate.queries.ts';
import { possible, readState } from './choose.ts';
import { askPlanner } from './plan-thread.ts';

const KNOWN_MAX = 200;
const adviceOf = recent<MixAdvice[]>(KNOWN_MAX);

/** What one more clip in each place would bring, the best first; kept until the mix is another. */
export async function readAdvice(app: App, space_id: string, mproject_id: string): Promise<MixAdvice[]> {
  const state = await readState(app, space_id, mproject_id);
  const { plan_revision } = state.document.mix;
  const key = `${mproject_id} ${plan_revision}`;
  const known = adviceOf(app).get(key);
  if (known) return known;
  const rows = (await readCandidates(app.db, mproject_id)).filter(({ is_excluded }) => !is_excluded);
  const { outlooks } = await askPlanner<'summary'>({
    kind: 'summary',
    plan: state.plan,
    wanted: 0,
    spare: spareFor(state),
    chosen: possible(state.plan, rows).map(toCombination),
    picked: [],
  });
  const advice = outlooks.advice
    .filter(({ kind, slotId }) => kind === 'clip' && slotId !== '')
    .map((one) => toAdvice(state, one));
  adviceOf(app).set(key, advice);
  return advice;
}
