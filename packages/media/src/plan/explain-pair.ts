import { piecesOf, plainText } from '#likeness/text.ts';
import { type KindsOfLikeness } from '#likeness/weigh.ts';
import { forecaster, isFactor, type Played, saidKey } from '#plan/forecast.ts';
import type { Combination, FactorKind, MixPlan } from '#plan/mix.ts';
import { createPredictor } from '#plan/predict.ts';
import { overlapShare } from '#plan/shown.ts';

/** Where two videos are the same: at each place of the first, and as a whole. */
export type PairExplained = {
  kinds: KindsOfLikeness;
  likeness: number;
  places: {
    slotId: string;
    /** Share of what is seen here that the other one shows too, wherever. */
    picture: number;
    /** Share of the words here that the other one says, wherever. */
    text: number;
    /** Whether it is said in the same voice too. */
    isSameSound: boolean;
  }[];
  isSameVoice: boolean;
  isSameMusic: boolean;
};

/** Why two videos of a plan are as alike as they are; it throws on a pick that the plan does not know. */
export function explainPair(plan: MixPlan, a: Combination, b: Combination): PairExplained {
  const foretell = forecaster(plan);
  const predictor = createPredictor(plan.weights);
  const [one, other] = [foretell(a), foretell(b)];
  const [read, its] = [predictor.read(one), predictor.read(other)];
  const words = piecesOf(plainText(other.text));
  const heard = new Set(other.said.map(({ key }) => key));
  const voiceOf = (video: Combination) => choiceOf(video, 'voice') ?? plan.voices?.[0]?.id ?? '';
  const voice = voiceOf(a);
  const isSamePace = one.pace === other.pace;
  const places = a.filter(({ slotId }) => !isFactor(slotId));
  return {
    kinds: predictor.kinds(read, its),
    likeness: predictor.likeness(read, its),
    places: places.map(({ slotId, scriptId }, n) => {
      const script = plan.shootings.find(({ id }) => id === slotId)?.scripts?.find(({ id }) => id === (scriptId ?? ''));
      const pieces = piecesOf(plainText(script?.text ?? ''));
      return {
        slotId,
        picture: overlapShare(one.shown[n]!, other.shown),
        text: pieces.size === 0 ? 0 : pieces.intersection(words).size / pieces.size,
        isSameSound: isSamePace && Boolean(script?.spokenSeconds) && heard.has(saidKey(script!, voice)),
      };
    }),
    isSameVoice: one.said.length > 0 && other.said.length > 0 && voice === voiceOf(b),
    isSameMusic: isSamePiece(one.music, other.music, Math.max(read.seconds, its.seconds)),
  };
}

/** Whether both play some of the same: a piece from elsewhere may have nothing in common with itself. */
function isSamePiece(a: Played | null, b: Played | null, seconds: number): boolean {
  return a !== null && a.content === b?.content && Math.abs(a.startSeconds - b.startSeconds) < seconds;
}

function choiceOf(video: Combination, kind: FactorKind): string | undefined {
  return video.find(({ slotId }) => slotId === kind)?.clipId;
}
