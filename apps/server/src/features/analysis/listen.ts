import { PackMissing } from '@mixreel/ai';
import type { SpokenWord } from '@mixreel/contract';
import { type Args, FfmpegError, runFfmpeg } from '@mixreel/media';
import { AbilityFailed, askFor } from '#features/ai/ask-for.ts';
import { HEARING_RATE, transcription } from '#features/ai/transcription.ability.ts';
import type { JobContext } from '#queue/job.ts';
import { readKnownWords } from './known-words.ts';
import { isComing, toFloats } from './look.ts';
import type { PlannedShot } from './plan-shots.ts';

/** Where somebody speaks in a material, and what is said when; all in seconds. */
export type Heard = { speech: { start: number; end: number }[]; words: SpokenWord[] };

/** Sound is listened to in parts: hours of it would not fit into memory, and with 600 the model's process took a gibibyte. */
const PART_SECONDS = 300;
const LEAST_SPEECH_SECONDS = 0.4;

/** Listens to the sound of a file. Throws `PackMissing` while no model for it is there. */
export async function listen(
  context: JobContext,
  path: string,
  seconds: number,
  onProgress: (done: number) => void,
): Promise<Heard> {
  const heard: Heard = { speech: [], words: [] };
  for (let at = 0; at < seconds; at += PART_SECONDS) {
    // Half an hour of work on a long recording: another attempt hears only what none has heard.
    const part = await context.step(`heard-${at}-${PART_SECONDS}`, async () => {
      const pcm = await decodePart(context, path, at);
      return pcm.length === 0 ? null : listenTo(context, pcm, at);
    });
    if (!part) break;
    heard.speech.push(...part.speech);
    heard.words.push(...part.words);
    onProgress(Math.min(1, (at + PART_SECONDS) / seconds));
  }
  return { speech: heard.speech, words: placeWords(heard.words) };
}

/** Mono sound at the rate of hearing; as much as can be decoded of a broken file. */
async function decodePart({ tools, signal }: JobContext, path: string, at: number): Promise<Float32Array> {
  const chunks: Buffer[] = [];
  const args: Args = [
    ['-ss', at, '-t', PART_SECONDS, '-i', path],
    ['-map', '0:a:0', '-ac', 1, '-ar', HEARING_RATE, '-f', 'f32le', 'pipe:4'],
  ];
  await runFfmpeg(tools, args, { signal, pipes: [(chunk) => void chunks.push(chunk)] }).catch((error: unknown) => {
    if (!(error instanceof FfmpegError && error.kind === 'bad-input')) throw error;
  });
  const bytes = Buffer.concat(chunks);
  return toFloats(bytes.subarray(0, bytes.length - (bytes.length % 4)));
}

async function listenTo(context: JobContext, pcm: Float32Array, at: number): Promise<Heard> {
  const { ai, signal } = context;
  const found = await ai.findSpeech(pcm, { signal });
  const speech = found.map(({ start, end }) => ({ start: start + at, end: end + at }));
  if (lengthOf(found) < LEAST_SPEECH_SECONDS) return { speech, words: [] };
  const transcript = await transcribe(context, pcm, found);
  const words = (transcript?.segments ?? []).flatMap((segment) =>
    segment.words.map(({ text, start, end }) => ({ text, start: start + at, end: end + at, from: 0, to: 0 })),
  );
  return { speech, words };
}

/** Null where nothing can write it down: where somebody speaks is worth knowing all the same. */
async function transcribe(context: JobContext, pcm: Float32Array, speech: Heard['speech']) {
  const { db, signal, task } = context;
  const known_words = await readKnownWords(db, task);
  const asker = { space_id: task.space_id, signal };
  try {
    return (await askFor(context, transcription, { pcm, language: null, known_words, speech }, asker)).output;
  } catch (error) {
    if (!(error instanceof AbilityFailed)) throw error;
    const missing = error.causes.find((cause) => cause instanceof PackMissing);
    if (missing && isComing(context, missing)) throw missing;
    return null;
  }
}

function lengthOf(spans: { start: number; end: number }[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}

const LATIN = /[\p{Script=Latin}\p{N}]/u;
const LATIN_END = /[\p{Script=Latin}\p{N}][,.?!;:]?$/u;

/** Words with their places in the text that they make together. */
function placeWords(words: SpokenWord[]): SpokenWord[] {
  let [at, before] = [0, ''];
  return words.map((word) => {
    const text = word.text.trim();
    at += gap(before, text).length;
    const placed = { ...word, text, from: at, to: at + text.length };
    at += text.length;
    before = text;
    return placed;
  });
}

/** The text of words: Chinese without spaces, other languages with. */
export function textOf(words: Pick<SpokenWord, 'text'>[]): string {
  return words.reduce((text, word) => text + gap(text, word.text) + word.text, '');
}

function gap(before: string, after: string): string {
  return LATIN_END.test(before) && LATIN.test(after.slice(0, 1)) ? ' ' : '';
}

export function hasSpeech({ speech }: Pick<Heard, 'speech'>): boolean {
  return lengthOf(speech) >= LEAST_SPEECH_SECONDS;
}

/** What is said in a shot, and whether anybody speaks in it. */
export function heardIn({ speech, words }: Heard, { start_ms, end_ms }: PlannedShot) {
  const [start, end] = [start_ms / 1000, end_ms / 1000];
  const inside = speech.map((span) => ({ start: Math.max(span.start, start), end: Math.min(span.end, end) }));
  const spoken = lengthOf(inside.filter((span) => span.end > span.start));
  const said = words.filter((word) => (word.start + word.end) / 2 >= start && (word.start + word.end) / 2 < end);
  return { speech_text: textOf(said), has_speech: spoken >= Math.min(LEAST_SPEECH_SECONDS, 0.3 * (end - start)) };
}

const PEAKS_PER_SECOND = 50;
const SILENT_PEAK = 0;

/** What is to be heard in a shot, in one word. `peaks` are 50 a second, 0 to 100. */
export function soundName(peaks: number[], shot: PlannedShot, has_speech: boolean): string {
  if (has_speech) return '有人说话';
  const part = peaks.slice(
    Math.floor((shot.start_ms / 1000) * PEAKS_PER_SECOND),
    Math.ceil((shot.end_ms / 1000) * PEAKS_PER_SECOND),
  );
  const loud = part.filter((peak) => peak > SILENT_PEAK).length;
  return loud > 0.1 * part.length ? '有音乐或环境声' : '静音';
}
