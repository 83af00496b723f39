import { LOOK_DIMENSIONS } from '@mixreel/ai';
import type { App } from '#context.ts';
import { inArray } from '#db/orm.ts';
import { shot_looks } from '#features/analysis/analysis.tables.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { packVectors } from '#features/search/index-shot.ts';

type Needs = Pick<App, 'ai' | 'db' | 'storage'>;
type Shown = { shot_id: string; cover_vlc_id: string };

const BATCH = 8;

/** What each picture looks like, as a whole and in parts. Pictures that cannot be read have no vectors. */
export async function seePictures(
  { ai, db, storage }: Needs,
  vlc_ids: string[],
  { signal, onProgress }: { signal: AbortSignal; onProgress?: (done: number) => void },
): Promise<Map<string, Float32Array[]>> {
  const files = vlc_ids.length
    ? await db
        .select({ vlc_id: vlc_file.vlc_id, sha256: vlc_file.sha256 })
        .from(vlc_file)
        .where(inArray(vlc_file.vlc_id, vlc_ids))
    : [];
  const seen = new Map<string, Float32Array[]>();
  for (let n = 0; n < files.length; n += BATCH) {
    const batch = files.slice(n, n + BATCH);
    const opened = await Promise.all(batch.map(({ sha256 }) => storage.open(sha256)));
    try {
      const sights = await ai.see(
        opened.map(({ path }) => path),
        { want: ['vector', 'crops'], signal },
      );
      for (const [i, { vector, crops }] of sights.entries()) {
        seen.set(batch[i]?.vlc_id ?? '', [vector, ...crops.map((crop) => crop.vector)]);
      }
    } finally {
      await Promise.all(opened.map(({ release }) => release()));
    }
    onProgress?.(Math.min(1, (n + BATCH) / files.length));
  }
  return seen;
}

/** What shots look like: from memory where they were looked at before. */
export async function seeShots(
  app: Needs,
  shots: Shown[],
  options: { signal: AbortSignal; onProgress?: (done: number) => void },
): Promise<Map<string, Float32Array[]>> {
  const known = await readLooks(app.db, shots);
  const strange = shots.filter(({ shot_id }) => !known.has(shot_id));
  const covers = [...new Set(strange.map(({ cover_vlc_id }) => cover_vlc_id))];
  const seen = await seePictures(app, covers, options);
  for (const { shot_id, cover_vlc_id } of strange) {
    const vectors = seen.get(cover_vlc_id);
    if (!vectors) continue;
    known.set(shot_id, vectors);
    const values = { cover_vlc_id, vectors: packVectors(vectors) };
    await app.db
      .insert(shot_looks)
      .values({ shot_id, ...values })
      .onConflictDoUpdate({ target: shot_looks.shot_id, set: values });
  }
  return known;
}

async function readLooks(db: App['db'], shots: Shown[]): Promise<Map<string, Float32Array[]>> {
  if (shots.length === 0) return new Map();
  const covers = new Map(shots.map(({ shot_id, cover_vlc_id }) => [shot_id, cover_vlc_id]));
  const rows = await db
    .select()
    .from(shot_looks)
    .where(inArray(shot_looks.shot_id, [...covers.keys()]));
  const current = rows.filter(({ shot_id, cover_vlc_id }) => covers.get(shot_id) === cover_vlc_id);
  return new Map(current.map(({ shot_id, vectors }) => [shot_id, unpackVectors(vectors)]));
}

/** As they were, but for the last digits: of length 1. */
export function unpackVectors(packed: Buffer): Float32Array[] {
  const bytes = new Int8Array(packed.buffer, packed.byteOffset, packed.length);
  return Array.from({ length: Math.floor(bytes.length / LOOK_DIMENSIONS) }, (_, n) => {
    const vector = Float32Array.from(bytes.subarray(n * LOOK_DIMENSIONS, (n + 1) * LOOK_DIMENSIONS));
    const length = Math.hypot(...vector) || 1;
    return vector.map((value) => value / length);
  });
}
