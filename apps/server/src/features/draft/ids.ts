import { createHash } from 'node:crypto';

/** Ids as the program writes them, the same again for the same seed: a task that is done twice makes the same draft. */
export function idsFrom(seed: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    const hex = createHash('sha256').update(`${seed} ${count}`).digest('hex').toUpperCase();
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `4${hex.slice(13, 16)}`,
      `A${hex.slice(17, 20)}`,
      hex.slice(20, 32),
    ].join('-');
  };
}
