/** What a thread needs that only plans: reading the whole package takes it longer than a plan. */
export { BoundedMap } from '#bounded-map.ts';
export { adviseMix } from '#plan/advise.ts';
export { planCandidates } from '#plan/candidates.ts';
export { closenessOf, likenessMatrix, mostLikeness } from '#plan/likeness.ts';
export { reportLimits } from '#plan/limits.ts';
export { mendVideos } from '#plan/mend.ts';
export { combineParts } from '#plan/combine.ts';
export { spreadVideos } from '#plan/spread.ts';
