import type { AgentRow } from '@mixreel/contract';

/** Which rows become about another point so that each has as many as wanted: as few as can be, the last ones of theirs. */
export function dealtPoints(
  rows: readonly Pick<AgentRow, 'row_id' | 'point'>[],
  wanted: ReadonlyMap<string, number>,
): Map<string, string[]> {
  const left = new Map(wanted);
  const free = rows.filter(({ point }) => {
    const count = left.get(point) ?? 0;
    left.set(point, count - 1);
    return count < 1;
  });
  const moved = new Map<string, string[]>();
  for (const [point, count] of left) {
    const own = free.splice(0, Math.max(0, count)).map(({ row_id }) => row_id);
    if (own.length > 0) moved.set(point, own);
  }
  return moved;
}
