import { encodeText, type Vocabulary } from '#hearing/tokens.ts';

/** Room for known words in what the model takes as said before; it has 224 tokens for that, and its own sentence. */
const MOST_TOKENS = 160;
/** In natural logarithms: how much a known word gains by each of its tokens, once its first has been heard. */
const TOKEN_BONUS = 1.5;

/** Tokens that lead on into a known word. */
type Branch = Map<number, Branch>;

/** Words that are likely to be said: names of brands and products that the model would write in some other way. */
export type KnownWords = {
  /** As many of them as fit, as the model would have written them just before. */
  prompt: string;
  /** The gain of each token that goes on with a word which the last tokens have begun. */
  bonusAfter(tokens: number[]): Map<number, number>;
};

/** Prepares words for a model; the first are the most important. */
export function knowWords(vocabulary: Vocabulary, words: string[]): KnownWords {
  const root: Branch = new Map();
  let depth = 0;
  for (const word of words) {
    // Behind a Chinese character a name has no space, behind a letter it has one.
    for (const tokens of [encodeText(vocabulary, word), encodeText(vocabulary, ` ${word}`)]) {
      let branch = root;
      for (const token of tokens) {
        if (!branch.has(token)) branch.set(token, new Map());
        branch = branch.get(token)!;
      }
      depth = Math.max(depth, tokens.length);
    }
  }
  return {
    prompt: promptOf(vocabulary, words),
    bonusAfter(tokens) {
      const gains = new Map<number, number>();
      for (let length = 1; length < Math.min(depth, tokens.length + 1); length += 1) {
        let branch: Branch | undefined = root;
        for (const token of tokens.slice(-length)) branch = branch?.get(token);
        for (const token of branch?.keys() ?? []) gains.set(token, TOKEN_BONUS);
      }
      return gains;
    },
  };
}

function promptOf(vocabulary: Vocabulary, words: string[]): string {
  let left = MOST_TOKENS;
  const fitting = words.filter((word) => (left -= encodeText(vocabulary, `${word}、`).length) >= 0);
  return fitting.length > 0 ? `${fitting.join('、')}。` : '';
}
