const LONGEST_PERIOD = 24;
const LEAST_ROUNDS = 4;
/** 哈哈哈哈 is said by people; the same word twelve times over is said by models. */
const LEAST_TOKENS = 12;

/** Whether the tokens end in the same row again and again, as Whisper does when it has lost the sound. */
export function hasLoop(tokens: number[]): boolean {
  for (let period = 1; period <= LONGEST_PERIOD; period += 1) {
    const length = Math.max(period * LEAST_ROUNDS, LEAST_TOKENS);
    if (tokens.length < length) continue;
    const isLoop = tokens.slice(-length + period).every((token, i) => token === tokens.at(i - length));
    if (isLoop) return true;
  }
  return false;
}

/** Tokens that would end a row of `size` tokens which has occurred before. */
export function repeatedTokens(tokens: number[], size: number): number[] {
  const tail = tokens.slice(-(size - 1));
  if (tail.length < size - 1) return [];
  return tokens.flatMap((token, i) => {
    const begin = i - (size - 1);
    return begin >= 0 && tail.every((wanted, k) => tokens[begin + k] === wanted) ? [token] : [];
  });
}
