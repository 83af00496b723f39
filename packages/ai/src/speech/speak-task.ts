import { AiError } from '#errors.ts';
import type { Task } from '#runtime/tasks.ts';
import { lettersOf, loadKokoro, MOST_LETTERS, type Kokoro } from '#speech/kokoro.ts';
import { isSpoken, planPieces, type PlannedPiece } from '#speech/pieces.ts';
import { SAMPLE_RATE, type SpeakInput, type SpokenPiece, type SpokenWord } from '#speech/speech.ts';
import { findVoiced } from '#speech/voiced.ts';

/**
 * What is left of the model's silence in front of and behind a piece; pauses between pieces are ours. The breath of a
 * first t or p is quieter than the threshold and up to a tenth of a second long.
 */
const LEAD_SECONDS = 0.12;
const TAIL_SECONDS = 0.15;

let loading: Promise<Kokoro> | undefined;

/** Says a text piece by piece, telling each as soon as it is there. */
export const runSpeak: Task<'speak'> = async (input, { folders, threads, tell }) => {
  const pieces = planPieces(input.text, input.dictionary);
  if (pieces.length === 0) throw new AiError('nothing-to-say');
  loading ??= loadKokoro(folders['kokoro']!, threads);
  const kokoro = await loading;
  let start = 0;
  for (const [i, piece] of pieces.entries()) {
    const pause = i < pieces.length - 1 ? piece.pauseSeconds / input.speed : 0;
    const spoken = await sayPiece(kokoro, piece, input, start, pause);
    start += spoken.duration;
    await tell(spoken);
  }
  return { pieces: pieces.length };
};

async function sayPiece(
  kokoro: Kokoro,
  { words }: PlannedPiece,
  { voice, speed }: SpeakInput,
  start: number,
  pause: number,
): Promise<SpokenPiece> {
  const letters = words.map((word) => word.phonemes).join('');
  const fitting = Array.from(letters)
    .slice(0, MOST_LETTERS + 100)
    .join('')
    .trim();
  const { pcm, seconds } = await kokoro.say(fitting, voice, speed);
  const voiced = findVoiced(pcm, SAMPLE_RATE);
  const first = Math.max(0, voiced.start - LEAD_SECONDS);
  const last = Math.min(pcm.length / SAMPLE_RATE, voiced.end + TAIL_SECONDS);
  const kept = pcm.subarray(Math.round(first * SAMPLE_RATE), Math.round(last * SAMPLE_RATE));
  const whole = new Float32Array(kept.length + Math.round(pause * SAMPLE_RATE));
  whole.set(kept);
  const clamp = (time: number) => Math.min(Math.max(time, voiced.start), voiced.end) - first + start;
  const spoken = timeWords(words, seconds).map((word, i) => ({
    ...word,
    // The model counts the onset of the first sound as part of the silence before it.
    start: clamp(i === 0 ? 0 : word.start),
    end: clamp(word.end),
  }));
  return { start, sample_rate: SAMPLE_RATE, pcm: whole, duration: whole.length / SAMPLE_RATE, words: spoken };
}

/** Adds up how long the model held the letters of each word; the first length is the silence in front. */
function timeWords(words: PlannedPiece['words'], seconds: number[]): SpokenWord[] {
  let at = 1;
  let time = seconds[0] ?? 0;
  return words.flatMap((word) => {
    const start = time;
    let end = time;
    for (const letter of Array.from(word.phonemes)) {
      if (lettersOf(letter).length === 0) continue;
      time += seconds[at] ?? 0;
      at += 1;
      // The space behind a word is a pause, not part of it.
      if (/\p{L}|[↗↘→↓ˈˌː]/u.test(letter)) end = time;
    }
    return isSpoken(word) ? [{ text: word.text, start, end, from: word.from, to: word.to }] : [];
  });
}
