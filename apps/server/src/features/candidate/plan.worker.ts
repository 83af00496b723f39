import { parentPort } from 'node:worker_threads';
import {
  adviseNextClip,
  adviseNextFactor,
  likenessMatrix,
  mostLikeness,
  planCandidates,
  reportLimits,
} from '@mixreel/media';
import type { PlanAnswers, PlanQuestion } from './plan-thread.ts';

const ANSWER: { [K in PlanQuestion['kind']]: (asked: Extract<PlanQuestion, { kind: K }>) => PlanAnswers[K] } = {
  choose: ({ plan, request }) => planCandidates(plan, request),
  limits: ({ plan, picked = [] }) => ({
    report: reportLimits(plan),
    advice: adviseNextClip(plan),
    factors: adviseNextFactor(plan),
    mostLikeness: mostLikeness(plan, picked),
  }),
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
