import { join } from 'node:path';
import { AiError, PackMissing, packsOfSight, SIGHT_PARTS, type Sight, type SightPart } from '@mixreel/ai';
import { type MediaFacts, takeStill } from '@mixreel/media';
import { eq } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import type { JobContext } from '#queue/job.ts';
import type { shot } from './analysis.tables.ts';

export type ShotRow = typeof shot.$inferSelect;

/** What was seen in the pictures of a shot, as plain data that a task can remember. */
export type Look = { shot_id: string; sights: PlainSight[] };
type PlainSight = Omit<Sight, 'vector' | 'faces' | 'crops'> & {
  vector: string;
  faces: PlainFace[];
  crops: PlainCrop[];
};
type PlainCrop = Omit<Sight['crops'][number], 'vector'> & { vector: string };
type PlainFace = Omit<Sight['faces'][number], 'vector'> & { vector: string };

type Source = { path: string; facts: MediaFacts; content_type: string };
type ShotPicture = { shot_id: string; path: string };

const READ_BY_MODELS = ['image/jpeg', 'image/png', 'image/webp'];
/** A long shot shows more than one thing: further pictures of it, by its length. */
const SECOND_PICTURE_MS = 8000;
const THIRD_PICTURE_MS = 20_000;

/** What is looked for in the first picture of a shot, and in the others of a long one. */
export type Wanted = { folder: string; want: SightPart[]; further: SightPart[] };

/** Looks at shots, one to three pictures each. Throws `PackMissing` while a model for one of the parts is not there. */
export async function lookAtShots(
  context: JobContext,
  source: Source,
  shots: ShotRow[],
  { folder, want, further: alsoWant }: Wanted,
): Promise<Look[]> {
  const releases: (() => Promise<void>)[] = [];
  try {
    const firsts: ShotPicture[] = [];
    const further: ShotPicture[] = [];
    for (const one of shots) {
      const paths = await picturesOf(context, source, one, folder, releases);
      const [first, ...others] = paths.map((path) => ({ shot_id: one.shot_id, path }));
      if (first) firsts.push(first);
      further.push(...others);
    }
    const seen = [...(await see(context, firsts, want)), ...(await see(context, further, alsoWant))];
    return shots.map(({ shot_id }) => ({
      shot_id,
      sights: seen.flatMap((one) => (one.shot_id === shot_id && one.sight ? [toPlain(one.sight)] : [])),
    }));
  } finally {
    for (const release of releases) await release();
  }
}

/** The parts whose models are there. To be asked when one is missing and will not come. */
export function readyParts({ shelf }: Pick<JobContext, 'shelf'>): SightPart[] {
  const ready = new Set(shelf.list().flatMap(({ pack, state }) => (state === 'ready' ? pack : [])));
  return SIGHT_PARTS.filter((part) => packsOfSight(part).every((pack) => ready.has(pack)));
}

async function picturesOf(
  { db, storage, tools, signal }: JobContext,
  { path, facts, content_type }: Source,
  one: ShotRow,
  folder: string,
  releases: (() => Promise<void>)[],
): Promise<string[]> {
  // A picture's own file has all its pixels; small writing needs them.
  if (facts.isStill && READ_BY_MODELS.includes(content_type)) return [path];
  const [cover] = one.cover_vlc_id
    ? await db.select({ sha256: vlc_file.sha256 }).from(vlc_file).where(eq(vlc_file.vlc_id, one.cover_vlc_id))
    : [];
  if (!cover) return [];
  const opened = await storage.open(cover.sha256);
  releases.push(opened.release);
  const length = one.end_ms - one.start_ms;
  const places = length > THIRD_PICTURE_MS ? [0.15, 0.85] : length > SECOND_PICTURE_MS ? [0.8] : [];
  const further: string[] = [];
  for (const place of facts.isStill ? [] : places) {
    const seconds = (one.start_ms + place * length) / 1000;
    const options = { folder: join(folder, `${one.shot_id}-${place}`), signal };
    const still = await takeStill(tools, { path, facts }, seconds, options);
    if (still && !still.isBlack) further.push(still.path);
  }
  return [opened.path, ...further];
}

/** A picture that no model can read, as one of a few pixels, is not seen; the others are. */
async function see(
  { ai, signal }: JobContext,
  pictures: ShotPicture[],
  want: SightPart[],
): Promise<{ shot_id: string; sight: Sight | null }[]> {
  const paths = pictures.map(({ path }) => path);
  try {
    const sights = await ai.see(paths, { want, signal });
    return pictures.map(({ shot_id }, i) => ({ shot_id, sight: sights[i] ?? null }));
  } catch (error) {
    if (!(error instanceof AiError && error.kind === 'bad-picture')) throw error;
  }
  const seen: { shot_id: string; sight: Sight | null }[] = [];
  for (const { shot_id, path } of pictures) {
    const [sight] = await ai.see([path], { want, signal }).catch((error: unknown) => {
      if (error instanceof AiError && error.kind === 'bad-picture') return [null];
      throw error;
    });
    seen.push({ shot_id, sight: sight ?? null });
  }
  return seen;
}

function toPlain({ vector, faces, crops, ...sight }: Sight): PlainSight {
  return {
    ...sight,
    vector: packFloats(vector),
    faces: faces.map((face) => ({ ...face, vector: packFloats(face.vector) })),
    crops: crops.map((crop) => ({ ...crop, vector: packFloats(crop.vector) })),
  };
}

export function toSight({ vector, faces, crops, ...sight }: PlainSight): Sight {
  return {
    ...sight,
    vector: unpackFloats(vector),
    faces: faces.map((face) => ({ ...face, vector: unpackFloats(face.vector) })),
    crops: crops.map((crop) => ({ ...crop, vector: unpackFloats(crop.vector) })),
  };
}

function packFloats(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

function unpackFloats(text: string): Float32Array {
  return toFloats(Buffer.from(text, 'base64'));
}

/** Copied: floats must begin at a multiple of four. */
export function toFloats(bytes: Uint8Array): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer);
}

/** Whether a model that is missing is on its way, so that waiting for it helps. */
export function isComing({ config }: Pick<JobContext, 'config'>, { state }: PackMissing): boolean {
  return state === 'fetching' || (state === 'missing' && config.packs.isFetched && config.packs.registry !== null);
}
