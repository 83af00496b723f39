import type { CallKey } from '@mixreel/contract';
import type { QueryClient } from '@tanstack/react-query';
import { keyOf } from './answers.ts';

/** What these reads answered is out of date: those on screen are asked again. With an input, only what answered that. */
export async function readAgain(cache: QueryClient, reads: CallKey | CallKey[], input?: object): Promise<void> {
  const keys = [reads].flat().map((read) => (input ? keyOf(read, input) : keyOf(read)));
  await Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })));
}
