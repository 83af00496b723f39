import { rm, writeFile } from 'node:fs/promises';
import type { Beats } from '@mixreel/ai';
import { decodeMonoTo } from '@mixreel/media';
import type { App } from '#context.ts';
import { eq, isNull } from '#db/orm.ts';
import { perApp } from '#memory.ts';
import { isBusy } from '#queue/is-busy.ts';
import { listLibrary } from './library.ts';
import { openMusic } from './music.queries.ts';
import { music_facts, own_music } from './music.tables.ts';

type Parts = Pick<App, 'db' | 'tools' | 'scratch' | 'ai' | 'memory'>;

const RATE = 44_100;
/** Two or three minutes tell the tempo; the beats of what comes later are not needed for videos of that length. */
const SECONDS_MAX = 180;
/** So that a chore ends while somebody may be waiting for the machine; the next one goes on. */
const AT_ONCE = 5;

/** Measures tempo, beats and energy of pieces that have arrived since, people's own first, the library's in idle time. */
export async function measureMusic(app: App, atOnce = AT_ONCE): Promise<number> {
  const rows = await app.db.select({ music_id: music_facts.music_id }).from(music_facts);
  const known = new Set(rows.map(({ music_id }) => music_id));
  const own = await app.db
    .select({ music_id: own_music.music_id, space_id: own_music.space_id })
    .from(own_music)
    .where(isNull(own_music.deleted_at));
  const library = listLibrary(app).map(({ music }) => ({ music_id: music.music_id, space_id: '' }));
  const waiting = [...own, ...library].filter(({ music_id }) => !known.has(music_id)).slice(0, atOnce);
  let count = 0;
  for (const { music_id, space_id } of waiting) {
    if (space_id === '' && (await isBusy(app))) break;
    const opened = await openMusic(app, space_id, music_id);
    if (!opened) continue;
    try {
      await readBeats(app, music_id, opened.path);
      count += 1;
    } finally {
      await opened.release();
    }
  }
  return count;
}

const underWayIn = perApp(() => new Map<string, Promise<Beats>>());

/**
 * The beats of a piece, or of a material that serves as one and is named by its hash. Measured now, in a second or two,
 * when nobody has yet.
 */
export async function readBeats(app: Parts, music_id: string, path: string): Promise<number[]> {
  const { db } = app;
  const [known] = await db
    .select({ beats: music_facts.beats })
    .from(music_facts)
    .where(eq(music_facts.music_id, music_id));
  if (known) return known.beats;
  const underWay = underWayIn(app);
  const measuring = underWay.get(music_id) ?? findBeats(app, path);
  underWay.set(music_id, measuring);
  try {
    const { tempo, beats, energy } = await measuring;
    await db.insert(music_facts).values({ music_id, tempo, beats, energy }).onConflictDoNothing();
    return beats;
  } finally {
    underWay.delete(music_id);
  }
}

/** By way of a file: three minutes of samples, and their copies on the way to the model, would double this process. */
async function findBeats({ tools, scratch, ai }: Parts, path: string): Promise<Beats> {
  const rawPath = scratch.file('.f32');
  try {
    await writeFile(rawPath, '');
    await decodeMonoTo(rawPath, tools, path, { rate: RATE, seconds: SECONDS_MAX });
    return await ai.findBeats({ rawPath });
  } finally {
    await rm(rawPath, { force: true });
  }
}
