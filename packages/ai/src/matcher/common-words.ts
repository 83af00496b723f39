import type { CommonWord } from '#matcher/match.ts';
import { OBJECTS } from '#vision/objects.ts';
import { TOPICS } from '#vision/scene-table.ts';

type Word = Omit<CommonWord, 'score'>;

/** What pictures mostly show, in words that searches use: some hundred and forty. */
export const COMMON_WORDS: readonly Word[] = [
  ...new Map<string, Word>([
    ...TOPICS.map(({ label }) => [label, { tag_type: 'scene', name: label }] as [string, Word]),
    ...Object.values(OBJECTS).map(({ label }) => [label, { tag_type: 'object', name: label }] as [string, Word]),
  ]).values(),
];

/** Said of a picture when it has so much of what all words have together. */
const SAID = 0.3;
const MOST_SAID = 3;

/** The products of a picture with every common word as the sum they make and the words that stand out. */
export function weighWords(products: number[], scale: number): { ground: number; words: CommonWord[] } {
  const most = Math.max(...products);
  const sum = products.reduce((total, product) => total + Math.exp(scale * (product - most)), 0);
  const ground = scale * most + Math.log(sum);
  const words = COMMON_WORDS.map((word, n) => ({ ...word, score: Math.exp(scale * (products[n] ?? -1) - ground) }))
    .filter(({ score }) => score >= SAID)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_SAID);
  return { ground, words };
}
