import { createHash } from 'node:crypto';
import type { Combination } from '#plan/mix.ts';

/**
 * The name of a combination: 32 hex digits, equal for the same clips and scripts in the same order.
 *
 * It holds ids only, so a candidate keeps its name when clips are added, reordered in their pool or trimmed.
 */
export function signatureOf(combination: Combination): string {
  const words = combination.map(({ slotId, clipId, scriptId }) => [slotId, clipId, scriptId ?? null]);
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 32);
}
