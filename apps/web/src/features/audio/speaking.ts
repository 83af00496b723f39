import { type AudioLine, spokenSeconds } from '@mixreel/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { isPreparing, playLines, tellPlayError } from '#features/voice/play-speech.ts';
import {
  fetchSpeech,
  forgetSpeech,
  knownSpeech,
  speechError,
  useSpeech,
  useSpokenCount,
} from '#features/voice/speech.ts';
import { player } from '#lib/player.ts';
import { isSayable } from './lines.ts';
import { isAhead, type StudioState, useStudio, useStudioState } from './studio.ts';

/** How far the speech of a line is. `changed`: it was spoken once, but not as it stands now. */
export type LineSpeech = {
  state: 'silent' | 'unspoken' | 'changed' | 'speaking' | 'ready' | 'failed' | 'preparing';
  /** Spoken, or as it is in the finished piece, or else guessed. */
  seconds: number;
  is_guess: boolean;
  reason: string | null;
};

/** Lines that were spoken here once, so that a change of them can be told from a line never heard. */
const spoken = new Set<string>();

export function useLineSpeech(line: AudioLine): LineSpeech {
  const { data, error, fetchStatus } = useSpeech(line);
  const measured = useStudioState((state) => measuredSeconds(state, line.line_id));
  const known = data?.duration ?? measured;
  const length = { seconds: known ?? spokenSeconds(line.text, line.rate), is_guess: known === undefined };
  if (!isSayable(line.text)) {
    return { state: 'silent', ...length, reason: line.text.trim() ? '没有可以朗读的文字' : null };
  }
  if (data) {
    spoken.add(line.line_id);
    return { state: 'ready', ...length, reason: null };
  }
  if (fetchStatus === 'fetching') return { state: 'speaking', ...length, reason: null };
  if (error && isPreparing(error)) return { state: 'preparing', ...length, reason: '模型准备好后自动合成' };
  if (error) return { state: 'failed', ...length, reason: error.message };
  const wasSpoken = spoken.has(line.line_id) && measured === undefined;
  return { state: wasSpoken ? 'changed' : 'unspoken', ...length, reason: null };
}

/** How long a line is in the finished piece, as long as nothing has changed since. */
function measuredSeconds(state: StudioState, line_id: string): number | undefined {
  const { line_times, is_stale } = state.piece;
  if (is_stale || isAhead(state)) return undefined;
  const found = line_times.find((one) => one.line_id === line_id);
  return found && found.end - found.start;
}

export const PIECE = 'piece';

export function lineName(line_id: string): string {
  return `line ${line_id}`;
}

/** Plays a line from its start, or stops it. */
export function toggleLine(cache: QueryClient, line: AudioLine): void {
  const name = lineName(line.line_id);
  if (player.use.getState().name === name) player.stop();
  else playLineFrom(cache, line, 0);
}

export function playLineFrom(cache: QueryClient, line: AudioLine, from: number): void {
  const onError = (error: unknown) => tellLineError(cache, [line], error);
  playLines(cache, lineName(line.line_id), [{ ...line, pause_ms: 0 }], { from, onError });
}

/** Plays all lines from one on, or stops. */
export function togglePiece(cache: QueryClient, lines: AudioLine[], first: string): void {
  if (player.use.getState().name === PIECE) return player.stop();
  const from = lines.findIndex(({ line_id }) => line_id === first);
  const onError = (error: unknown) => tellLineError(cache, lines, error);
  playLines(cache, PIECE, lines.slice(Math.max(0, from)), { onError });
}

/** A line that was not spoken shows why; only what no line shows, as a sentence of a long one, is told beside them. */
function tellLineError(cache: QueryClient, lines: AudioLine[], error: unknown): void {
  const failed = lines.find((line) => speechError(cache, line) === error);
  if (!failed) return tellPlayError(error);
  document.querySelector(`[data-line-handle="${failed.line_id}"]`)?.scrollIntoView({ block: 'nearest' });
}

/** Speaks a line without playing it: to know how long it is now, or after a failure. */
export function speakLine(cache: QueryClient, line: AudioLine): void {
  forgetSpeech(cache, line);
  fetchSpeech(cache, line).catch((error: unknown) => tellLineError(cache, [line], error));
}

/** The model is here: what was asked for before it was is spoken now. */
export function speakWaiting(cache: QueryClient, lines: AudioLine[]): void {
  for (const line of lines) if (isPreparing(speechError(cache, line))) speakLine(cache, line);
}

/** How long the piece is: what has been spoken as measured, the rest as guessed. */
export function usePieceLength(lines: AudioLine[]): { seconds: number; is_guess: boolean; starts: number[] } {
  const cache = useQueryClient();
  const studio = useStudio();
  useSpokenCount();
  useStudioState((state) => state.piece);
  let seconds = 0;
  let is_guess = false;
  const starts: number[] = [];
  for (const line of lines) {
    starts.push(seconds);
    if (!isSayable(line.text)) continue;
    const known = knownSpeech(cache, line)?.duration ?? measuredSeconds(studio.getState(), line.line_id);
    if (known === undefined) is_guess = true;
    seconds += (known ?? spokenSeconds(line.text, line.rate)) + line.pause_ms / 1000;
  }
  return { seconds, is_guess, starts };
}
