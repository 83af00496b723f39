import { decodeMono } from '@mixreel/media';
import type { App } from '#context.ts';
import { readUnmeasured } from './music.queries.ts';
import { music_facts } from './music.tables.ts';

const RATE = 44_100;
/** Two minutes tell the tempo; the beats of what comes later are not needed for videos of that length. */
const SECONDS_MAX = 180;
/** So that a chore ends while somebody may be waiting for the machine; the next one goes on. */
const AT_ONCE = 5;

/** Measures tempo, beats and energy of pieces that have arrived since. */
export async function measureMusic(app: App, atOnce = AT_ONCE): Promise<number> {
  const waiting = (await readUnmeasured(app)).slice(0, atOnce);
  for (const { music_id, path } of waiting) {
    const samples = await decodeMono(app.tools, path, { rate: RATE, seconds: SECONDS_MAX });
    const { tempo, beats, energy } = await app.ai.findBeats(samples);
    await app.db.insert(music_facts).values({ music_id, tempo, beats, energy }).onConflictDoNothing();
  }
  return waiting.length;
}
