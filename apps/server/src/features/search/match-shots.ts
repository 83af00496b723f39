import { AiError, type PictureMatch } from '@mixreel/ai';
import type { App } from '#context.ts';
import { sql } from '#db/orm.ts';
import { isBusy } from '#queue/is-busy.ts';
import { indexWords, packVector } from './index-shot.ts';
import { shot_match } from './search.tables.ts';

type Parts = Pick<App, 'ai' | 'db' | 'pool' | 'storage' | 'log'>;
type Shown = { shot_id: string; material_id: string; cover_vlc_id: string; sha256: string };

const AT_ONCE = 16;
const AT_MOST_MS = 20_000;
const NOTHING: PictureMatch = { vector: new Float32Array(0), ground: 0, words: [] };

/**
 * Shows the pictures of shots to the model of an administrator, where there is one, the newest first, while nobody waits
 * for anything: new shots and, when the model is new, the whole library.
 */
export async function matchInIdle(app: Parts): Promise<number> {
  const model = app.ai.matcher();
  const began = Date.now();
  let count = 0;
  while (model !== null && Date.now() - began < AT_MOST_MS && !(await isBusy(app))) {
    const shots = await readUnmatched(app, model);
    if (shots.length === 0) break;
    try {
      await matchAll(app, model, shots);
    } catch (error) {
      if (!(error instanceof AiError)) throw error;
      app.log.warn({ err: error }, 'the model in the folder clip is not used');
      break;
    }
    count += shots.length;
  }
  return count;
}

async function readUnmatched({ pool }: Parts, model: string): Promise<Shown[]> {
  const { rows } = await pool.query<Shown>(
    `select s.shot_id, s.material_id, s.cover_vlc_id, f.sha256
     from shot s join vlc_file f on f.vlc_id = s.cover_vlc_id
       left join shot_match m on m.shot_id = s.shot_id and m.model = $1 and m.cover_vlc_id = s.cover_vlc_id
     where m.shot_id is null and not s.is_hidden
     order by s.shot_id desc limit ${AT_ONCE}`,
    [model],
  );
  return rows;
}

async function matchAll(app: Parts, model: string, shots: Shown[]): Promise<void> {
  const opened = await Promise.all(shots.map(({ sha256 }) => app.storage.open(sha256)));
  let matches: PictureMatch[];
  try {
    matches = await see(
      app.ai,
      opened.map(({ path }) => path),
    );
  } finally {
    await Promise.all(opened.map(({ release }) => release()));
  }
  const rows = shots.map(({ shot_id, cover_vlc_id }, n) => {
    const { vector, ground, words } = matches[n] ?? NOTHING;
    const keys = words.map(({ tag_type, name }) => `${tag_type}:${name}`);
    return { shot_id, model, cover_vlc_id, vector: packVector(vector), ground, words: keys };
  });
  await app.db
    .insert(shot_match)
    .values(rows)
    .onConflictDoUpdate({
      target: shot_match.shot_id,
      set: {
        model: sql`excluded.model`,
        cover_vlc_id: sql`excluded.cover_vlc_id`,
        vector: sql`excluded.vector`,
        ground: sql`excluded.ground`,
        words: sql`excluded.words`,
      },
    });
  await indexWords(app.db, [...new Set(shots.map(({ material_id }) => material_id))]);
}

/** A picture that cannot be read is kept as one without a vector: it would be tried again for ever. */
async function see(ai: App['ai'], paths: string[]): Promise<PictureMatch[]> {
  try {
    return await ai.matchPictures(paths);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  }
  const matches: PictureMatch[] = [];
  for (const path of paths) {
    const [match] = await ai.matchPictures([path]).catch((error: unknown) => {
      if (isUnreadable(error)) return [NOTHING];
      throw error;
    });
    matches.push(match ?? NOTHING);
  }
  return matches;
}

function isUnreadable(error: unknown): boolean {
  return error instanceof AiError && error.kind === 'bad-picture';
}
