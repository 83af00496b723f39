import { spokenSeconds } from '@mixreel/contract';
import type { App } from '#context.ts';
import { speechEngines } from '#features/ai/speech.ability.ts';
import { findSpoken } from './speak.ts';

/** As pages have samples spoken. */
const AS_SAMPLE = { rate: 1, pitch: 0, volume: 1, emotion: null, format: 'mp3' } as const;

/** How much longer than guessed voices take, by their samples; voices whose sample nobody has heard here are left out. */
export async function readPaces(
  app: App,
  space_id: string,
  voice_ids: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const voices = speechEngines(app)
    .flatMap((engine) => engine.voices)
    .filter(({ voice_id, sample_text }) => voice_ids.has(voice_id) && spokenSeconds(sample_text) > 0);
  const requests = voices.map(({ voice_id, sample_text: text }) => ({ ...AS_SAMPLE, voice_id, text }));
  const kept = voices.length > 0 ? await findSpoken(app, space_id, requests) : [];
  return new Map(
    voices.flatMap(({ voice_id, sample_text }, n) => {
      const duration = kept[n]?.duration;
      return duration === undefined ? [] : [[voice_id, duration / spokenSeconds(sample_text)] as const];
    }),
  );
}
