import type { Speech } from '@mixreel/contract';
import { addressOf } from '#lib/app-config.ts';
import type { Clip } from '#lib/player.ts';
import { SENTENCE_GAP_MS, type Saying } from './speech.ts';

/** A line longer than this is fetched by the sentence, so that its beginning is heard before the rest is done. */
export const LONG_CHARACTERS = 40;

type Line = Saying & { line_id: string; pause_ms: number };
type Source = {
  known: (line: Line) => Speech | undefined;
  speak: (line: Line, sentence?: number) => Promise<Speech>;
};

/** The sound of lines in order. Lines that say nothing are passed over. */
export async function* speechClips(lines: Line[], { known, speak }: Source, from = 0): AsyncGenerator<Clip> {
  for (const line of lines) {
    if (!/[\p{L}\p{N}]/u.test(line.text)) continue;
    const whole = known(line) ?? (isLong(line) ? null : await speak(line));
    if (whole) yield clipOf(line, whole, { offset: 0, from, pause_ms: line.pause_ms });
    else yield* sentences(line, speak);
  }
}

async function* sentences(line: Line, speak: Source['speak']): AsyncGenerator<Clip> {
  let offset = 0;
  let count = 1;
  for (let n = 0; n < count; n += 1) {
    const speech = await speak(line, n);
    count = speech.sentence_count;
    const isLast = n === count - 1;
    // Put together from what is there already; the page shows the waveform of the whole then.
    if (isLast) void speak(line).catch(() => {});
    yield clipOf(line, speech, { offset, from: 0, pause_ms: isLast ? line.pause_ms : SENTENCE_GAP_MS });
    offset += speech.duration + SENTENCE_GAP_MS / 1000;
  }
}

function clipOf(
  { line_id }: Line,
  { speech_id, audio_url }: Speech,
  { offset, from, pause_ms }: { offset: number; from: number; pause_ms: number },
): Clip {
  return { clip_id: speech_id, url: addressOf(audio_url), part_of: line_id, offset, from, pause_ms };
}

function isLong({ text }: Line): boolean {
  return text.length > LONG_CHARACTERS;
}
