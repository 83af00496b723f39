/** How alike two videos are, 0 to 1, kind by kind; -1 where neither has anything of the kind. */
export type KindsOfLikeness = { picture: number; sound: number; text: number };

/** What each kind counts, 0 to 1. */
export type LikenessWeights = { picture: number; sound: number; text: number };

/** What holds where a space has set nothing. */
export const DEFAULT_WEIGHTS: LikenessWeights = { picture: 0.6, sound: 0.2, text: 0.2 };

/** One figure of three. What neither video has counts for nothing, and the rest for more. */
export function weigh(likeness: KindsOfLikeness, weights: LikenessWeights): number {
  const { picture, sound, text } = likeness;
  const sum =
    Math.max(0, picture) * weights.picture + Math.max(0, sound) * weights.sound + Math.max(0, text) * weights.text;
  const total = (picture < 0 ? 0 : weights.picture) + (sound < 0 ? 0 : weights.sound) + (text < 0 ? 0 : weights.text);
  return total > 0 ? sum / total : 0;
}
