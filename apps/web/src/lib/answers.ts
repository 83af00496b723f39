import { type CallKey, callOf } from '@mixreel/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, type InputOf, type JsonKey, type OutputOf } from './call.ts';

/** What answers are kept under: the path of their call, then what was asked. Nowhere else are keys written. */
export function keyOf(read: CallKey, ...asked: unknown[]): readonly unknown[] {
  return [callOf(read).path, ...asked];
}

/** A read as the cache asks it; whoever reads says how long it stays good. */
export function question<K extends JsonKey>(read: K, input: InputOf<K>) {
  return queryOptions<OutputOf<K>>({
    queryKey: keyOf(read, input),
    queryFn: ({ signal }) => call(read, input, { is_quiet: true, signal }),
  });
}

/** What a change has told: nothing needs to be read for it. */
export function putAnswer<K extends JsonKey>(
  cache: QueryClient,
  read: K,
  input: InputOf<K>,
  answer: OutputOf<K>,
): void {
  cache.setQueryData(keyOf(read, input), answer);
}

/**
 * Changes answers that are held, whatever was asked, or only what answered that. `A`: where something else is kept under
 * the call as well.
 */
export function changeAnswers<K extends JsonKey, A = OutputOf<K>>(
  cache: QueryClient,
  read: K,
  change: (answer: A) => A,
  input?: InputOf<K>,
): void {
  const queryKey = input === undefined ? keyOf(read) : keyOf(read, input);
  cache.setQueriesData<A>({ queryKey }, (answer) => (answer ? change(answer) : answer));
}

/** All answers of a call that are held. */
export function heldAnswers<K extends JsonKey, A = OutputOf<K>>(cache: QueryClient, read: K): A[] {
  const held = cache.getQueriesData<A>({ queryKey: keyOf(read) });
  return held.flatMap(([, answer]) => (answer ? [answer] : []));
}

/** The next one who asks gets the newest. */
export function forgetAnswers<K extends JsonKey>(cache: QueryClient, read: K, input: InputOf<K>): void {
  cache.removeQueries({ queryKey: keyOf(read, input) });
}
