import type { Picture } from '#vision/sight.ts';

/** A text as the model has it, and how much a difference of products counts to it. */
export type TextMatch = { vector: Float32Array; scale: number };

/** An everyday word that says what a picture shows better than the others do, with how much better, 0 to 1. */
export type CommonWord = { tag_type: 'object' | 'scene'; name: string; score: number };

/**
 * A picture as the model has it. `ground` is what everyday words together speak for: a sentence is seen in the picture as
 * far as it speaks louder (`matchLikelihood`).
 */
export type PictureMatch = { vector: Float32Array; ground: number; words: CommonWord[] };

export type MatchPicturesInput = { pictures: Picture[] };

/** How likely a sentence, rather than any everyday word, says what a picture shows, by the product of their vectors. */
export function matchLikelihood(product: number, { scale, ground }: { scale: number; ground: number }): number {
  return 1 / (1 + Math.exp(ground - scale * product));
}
