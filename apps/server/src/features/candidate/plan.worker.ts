import { parentPort } from 'node:worker_threads';
import {
  adviseMix,
  BoundedMap,
  closenessOf,
  combineParts,
  likenessMatrix,
  mendVideos,
  mostLikeness,
  planCandidates,
  reportLimits,
  spreadVideos,
} from '@mixreel/media/planner';
import type { PlanAnswers, PlanQuestion } from './plan-thread.ts';

type Summary = Extract<PlanQuestion, { kind: 'summary' }>;
type Known = Pick<PlanAnswers['summary'], 'report' | 'outlooks'>;

/** What was found of the last few mixes: ticks and exports ask again although nothing in the mix has changed. */
const known = new BoundedMap<string, Known>(16);

function lookAt({ plan, wanted, spare, chosen }: Summary): Known {
  const key = JSON.stringify([plan, wanted, spare, chosen]);
  const found = known.get(key) ?? {
    report: reportLimits(plan),
    outlooks: adviseMix(plan, { wanted, spare, chosen }),
  };
  known.set(key, found);
  return found;
}

const ANSWER: { [K in PlanQuestion['kind']]: (asked: Extract<PlanQuestion, { kind: K }>) => PlanAnswers[K] } = {
  choose: ({ plan, request }) => planCandidates(plan, request),
  limits: ({ plan }) => reportLimits(plan),
  summary: (asked) => ({ ...lookAt(asked), mostLikeness: mostLikeness(asked.plan, asked.picked) }),
  mend: ({ plan, videos, setting }) => mendVideos(plan, videos, setting),
  combine: ({ parts, videos, setting }) => combineParts(parts, videos, setting),
  spread: ({ videos, setting }) => spreadVideos(videos, setting),
  closeness: ({ plan, combinations }) => closenessOf(plan, combinations),
  matrix: ({ plan, combinations }) => likenessMatrix(plan, combinations),
};

parentPort?.on('message', ({ id, question }: { id: number; question: PlanQuestion }) => {
  try {
    const answer = ANSWER[question.kind] as (asked: PlanQuestion) => unknown;
    parentPort?.postMessage({ id, answer: answer(question) });
  } catch (error) {
    parentPort?.postMessage({ id, error });
  }
});
