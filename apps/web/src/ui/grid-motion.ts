const waiting = new Set<() => void>();
let isCalm = true;

/** A grid moves too fast for its pictures to be seen, or no longer. */
export function setCalm(to: boolean): void {
  isCalm = to;
  if (!isCalm) return;
  for (const run of waiting) run();
  waiting.clear();
}

/** Runs when pictures can be seen: at once, or when the grid has slowed down. Gives what takes it back. */
export function whenCalm(run: () => void): () => void {
  if (isCalm) {
    run();
    return () => {};
  }
  waiting.add(run);
  return () => waiting.delete(run);
}
