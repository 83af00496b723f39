import { ERRORS } from '@mixreel/contract';
import type { QueryClient } from '@tanstack/react-query';
import { addressOf } from '#lib/app-config.ts';
import { CallError } from '#lib/call.ts';
import { player, toggleSound } from '#lib/player.ts';
import { showToast } from '#lib/toast.ts';
import { speechClips } from './speech-clips.ts';
import { fetchSpeech, knownSpeech, type Saying } from './speech.ts';

type Line = Saying & { line_id: string; pause_ms: number };

type Playing = { from?: number; onError?: (error: unknown) => void };

/** Plays lines in order under a name; `from` seconds into the first. */
export function playLines(
  cache: QueryClient,
  name: string,
  lines: Line[],
  { from = 0, onError = tellPlayError }: Playing = {},
): void {
  const source = {
    known: (line: Line) => knownSpeech(cache, line),
    speak: (line: Line, sentence?: number) => fetchSpeech(cache, line, sentence),
  };
  player.play(name, () => speechClips(lines, source, from)).catch(onError);
}

/** Says a text once, outside of any piece. */
export function toggleSaying(cache: QueryClient, name: string, saying: Saying): void {
  const find = async () => addressOf((await fetchSpeech(cache, saying)).audio_url);
  toggleSound(name, find).catch(tellPlayError);
}

/** A model that is still being fetched is not an error: the page shows how far it is. */
export function tellPlayError(error: unknown): void {
  if (isPreparing(error)) return;
  showToast('error', error instanceof Error ? error.message : ERRORS.internal.message);
}

export function isPreparing(error: unknown): boolean {
  return error instanceof CallError && error.code === ERRORS.preparing.code;
}
