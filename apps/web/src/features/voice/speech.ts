import type { Speech, SpeechSettings, SpokenWord } from '@mixreel/contract';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { keyOf } from '#lib/answers.ts';
import { call } from '#lib/call.ts';

/** Links to sound live six hours; a page that stays open longer asks again. */
const FRESH_MS = 5 * 3_600_000;
/** Under it stands whatever was said. */
const SPEAK = keyOf('voice.speak');

/** What is said and how. */
export type Saying = SpeechSettings & {
  text: string;
  /** Heard before it is saved. */
  try_reading?: { word: string; reading: string };
};

/** Speech by what decides its sound: the same line is asked for once, and a changed one is another. */
function speechQuery(saying: Saying, sentence?: number) {
  const { text, voice_id, rate, pitch, volume, emotion, try_reading } = saying;
  const input = {
    text,
    voice_id,
    rate,
    pitch,
    volume,
    emotion,
    ...(sentence !== undefined && { sentence }),
    ...(try_reading && { try_reading }),
  };
  return queryOptions<Speech>({
    queryKey: keyOf('voice.speak', input),
    queryFn: () => call('voice.speak', input, { is_quiet: true }),
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    retry: false,
    networkMode: 'always',
  });
}

/** How far the speech of a line is; asks for nothing. */
export function useSpeech(saying: Saying) {
  return useQuery({ ...speechQuery(saying), enabled: false });
}

export function fetchSpeech(cache: QueryClient, saying: Saying, sentence?: number): Promise<Speech> {
  return cache.fetchQuery(speechQuery(saying, sentence));
}

/** The whole of it if it has been spoken. */
export function knownSpeech(cache: QueryClient, saying: Saying): Speech | undefined {
  return cache.getQueryData(speechQuery(saying).queryKey);
}

/** Why it was not spoken when it was last asked for; null if it was, or never was. */
export function speechError(cache: QueryClient, saying: Saying): Error | null {
  return cache.getQueryState(speechQuery(saying).queryKey)?.error ?? null;
}

let count = 0;

/** Changes whenever something has been spoken or forgotten: for what looks at many lines at once. */
export function useSpokenCount(): number {
  const cache = useQueryClient();
  const subscribe = useCallback(
    (tell: () => void) =>
      cache.getQueryCache().subscribe(({ query, type }) => {
        // Drawing a line adds a query, and nothing may be told while something is drawn.
        if (query.queryKey[0] !== SPEAK[0] || (type !== 'updated' && type !== 'removed')) return;
        count += 1;
        tell();
      }),
    [cache],
  );
  return useSyncExternalStore(subscribe, () => count);
}

/** Forgets a failure, so that the line no longer shows it. */
export function forgetSpeech(cache: QueryClient, saying: Saying): void {
  cache.removeQueries({ queryKey: speechQuery(saying).queryKey, exact: true });
}

/** The readings have changed: everything may sound different now. The server knows what has not. */
export function forgetAllSpeech(cache: QueryClient): void {
  void cache.resetQueries({ queryKey: SPEAK });
}

/** The sentences spoken so far as one, for what is heard before the rest is done. */
export function knownSentences(cache: QueryClient, saying: Saying): Joined | null {
  const found: Speech[] = [];
  for (;;) {
    const next = cache.getQueryData(speechQuery(saying, found.length).queryKey);
    if (!next) break;
    found.push(next);
  }
  return found.length > 0 ? joinSentences(found) : null;
}

/** As the server puts them together. */
export const SENTENCE_GAP_MS = 150;
/** Values a second of `peaks`. */
const PEAKS_PER_SECOND = 50;

export type Joined = Pick<Speech, 'duration' | 'peaks'> & { words: SpokenWord[] };

export function joinSentences(sentences: Pick<Speech, 'duration' | 'peaks' | 'words'>[]): Joined {
  const peaks: number[] = [];
  const words: SpokenWord[] = [];
  let duration = 0;
  for (const [n, sentence] of sentences.entries()) {
    if (n > 0) duration += SENTENCE_GAP_MS / 1000;
    const at = duration;
    while (peaks.length < Math.round(at * PEAKS_PER_SECOND)) peaks.push(0);
    peaks.push(...sentence.peaks);
    words.push(...sentence.words.map((word) => ({ ...word, start: word.start + at, end: word.end + at })));
    duration += sentence.duration;
  }
  return { duration, peaks, words };
}
