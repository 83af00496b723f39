import { resample } from '@mixreel/ai';
import type { App } from '#context.ts';
import { eq } from '#db/orm.ts';
import { BUILT_IN } from '#features/ai/ability.ts';
import { AbilityFailed, askFor } from '#features/ai/ask-for.ts';
import { enginesOf } from '#features/ai/registry.ts';
import { SPEECH_RATE } from '#features/ai/speech-engine.ts';
import { HEARING_RATE, transcription } from '#features/ai/transcription.ability.ts';
import { oneAtATime, readSamples } from './speech-store.ts';
import { speech } from './voice.tables.ts';

/** Whether there are ears here. Services have theirs, but nobody agreed to pay for every line twice. */
export function canHearBack(app: App): boolean {
  return enginesOf(app, transcription).some(({ engine, problem }) => engine === BUILT_IN && problem() === null);
}

type Said = { speech_id: string; sha256: string; heard: string[] | null };

/** Faster and slower as well where something was heard otherwise: what a voice said wrong sounds wrong at every pace. */
const PACES = [1, 0.9, 1.1];

/** Speech as a recogniser wants it, so much slower. */
export function atPace(samples: Float32Array, pace: number): Float32Array {
  return resample(samples, SPEECH_RATE, Math.round(HEARING_RATE / pace));
}

/** What our own recogniser writes of speech that is kept, until it is `isFine`; written down with it. */
export async function hearBack(
  app: App,
  space_id: string,
  { speech_id, sha256, heard }: Said,
  isFine: (hearings: string[]) => boolean,
  signal: AbortSignal,
): Promise<void> {
  if (heard !== null) return;
  await oneAtATime(app, `heard ${speech_id}`, signal, async () => {
    const samples = await readSamples(app, { sha256 }, signal);
    try {
      const hearings = await hearUntil(isFine, async (pace) => {
        const given = { pcm: atPace(samples, pace), language: 'zh', known_words: [] };
        const { output } = await askFor(app, transcription, given, { space_id, signal }, { engine: BUILT_IN });
        return output.segments.map((one) => one.text).join('');
      });
      await app.db.update(speech).set({ heard: hearings }).where(eq(speech.speech_id, speech_id));
    } catch (error) {
      if (!(error instanceof AbilityFailed)) throw error;
      app.log.warn({ err: error }, 'speech was not heard back');
    }
  });
}

/** What is heard at one pace after another until it is fine. */
export async function hearUntil(
  isFine: (hearings: string[]) => boolean,
  hear: (pace: number) => Promise<string>,
): Promise<string[]> {
  const hearings: string[] = [];
  for (const pace of PACES) {
    hearings.push(await hear(pace));
    if (isFine(hearings)) break;
  }
  return hearings;
}
