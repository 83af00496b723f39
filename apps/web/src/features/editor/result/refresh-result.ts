import type { CallKey } from '@mixreel/contract';
import type { QueryClient } from '@tanstack/react-query';
import { readAgain } from '#lib/read-again.ts';

const RESULT: CallKey[] = [
  'candidate.list',
  'candidate.summary',
  'candidate.matrix',
  'candidate.pair',
  'candidate.check',
];

/** What is shown of the candidates is read anew, and of the mix where that was changed as well. */
export async function refreshResult(cache: QueryClient, { with_mix = false } = {}): Promise<void> {
  await readAgain(cache, with_mix ? [...RESULT, 'mix.detail'] : RESULT);
}
