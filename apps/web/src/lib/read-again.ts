import { type CallKey, callOf } from '@mixreel/contract';
import type { QueryClient } from '@tanstack/react-query';

/** What these reads answered is out of date: those on screen are asked again. With an input, only what answered that. */
export async function readAgain(cache: QueryClient, reads: CallKey | CallKey[], input?: object): Promise<void> {
  const paths = [reads].flat().map((read) => callOf(read).path);
  await Promise.all(paths.map((path) => cache.invalidateQueries({ queryKey: input ? [path, input] : [path] })));
}
