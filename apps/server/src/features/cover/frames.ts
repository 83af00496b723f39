import { bestStill, type CoverFrame, rateFrame } from '@mixreel/media';
import type { Queryable } from '#db/connect.ts';
import { eq, inArray, sql } from '#db/orm.ts';
import { shot, shot_face } from '#features/analysis/analysis.tables.ts';
import { material, material_facts, type MeasuredStill } from '#features/material/material.tables.ts';

/** A picture of a material, measured when it was analysed; with the file of it, where one was kept. */
type MeasuredFrame = Pick<CoverFrame, 'seconds' | 'quality' | 'hash'> & { vlc_id: string | null };

/** What a picture that nobody measured is taken for. */
const UNSEEN = 0.3;
/** Where a stretch is looked into that nobody has measured, or only at one place. */
const PLACES = [0.25, 0.5, 0.75];

type Shot = Awaited<ReturnType<typeof readShots>>[number];

/**
 * Measured pictures of materials. What was measured while a film was analysed serves every video that shows it: nothing is
 * decoded here. Of a film from before that was kept, each shot has the one picture that its cover is.
 */
export async function readFrames(db: Queryable, material_ids: string[]): Promise<Map<string, MeasuredFrame[]>> {
  if (material_ids.length === 0) return new Map();
  const rows = await db
    .select({ material_id: material.material_id, stills: material_facts.stills })
    .from(material)
    .leftJoin(material_facts, eq(material_facts.material_id, material.material_id))
    .where(inArray(material.material_id, material_ids));
  const shots = Map.groupBy(await readShots(db, material_ids), (one) => one.material_id);
  return new Map(
    rows.map(({ material_id, stills }) => {
      const own = shots.get(material_id) ?? [];
      return [material_id, stills ? ofStills(stills, own) : own.map(ofShot)];
    }),
  );
}

async function readShots(db: Queryable, material_ids: string[]) {
  const face = sql<{ face: number; certainty: number } | null>`(
    select jsonb_build_object('face', (f.box ->> 'width')::real * (f.box ->> 'height')::real, 'certainty', f.score)
    from ${shot_face} f where f.shot_id = shot.shot_id
    order by (f.box ->> 'width')::real * (f.box ->> 'height')::real desc limit 1)`;
  return db
    .select({
      material_id: shot.material_id,
      start_ms: shot.start_ms,
      end_ms: shot.end_ms,
      cover_vlc_id: shot.cover_vlc_id,
      sharpness: shot.sharpness,
      brightness: shot.brightness,
      phash: shot.phash,
      face,
    })
    .from(shot)
    .where(inArray(shot.material_id, material_ids));
}

function ofStills(stills: MeasuredStill[], shots: Shot[]): MeasuredFrame[] {
  const seen = stills.map(([seconds, sharpness, brightness, hash]) => ({
    seconds,
    sharpness,
    brightness,
    hash,
    isBlack: false,
  }));
  // The picture that was kept of a shot, and in which faces were looked for, is the one that showed it best.
  const kept = new Map(
    shots.map((one) => [bestStill(seen, { from: one.start_ms / 1000, to: one.end_ms / 1000 }), one.cover_vlc_id]),
  );
  return seen.map((still) => {
    const own = shots.find(({ start_ms, end_ms }) => still.seconds * 1000 >= start_ms && still.seconds * 1000 < end_ms);
    const face = own?.face ?? { face: 0, certainty: 0 };
    const { seconds, hash } = still;
    const quality = rateFrame({ ...still, ...face }) * (own ? centred(seconds, own) : 1);
    return { seconds, hash, quality, vlc_id: kept.get(still) ?? null };
  });
}

/** Near its ends a shot is still coming or already going. */
function centred(seconds: number, { start_ms, end_ms }: Shot): number {
  const half = Math.max(0.01, (end_ms - start_ms) / 2000);
  return 1 - 0.25 * ((seconds - start_ms / 1000 - half) / half) ** 2;
}

function ofShot({ start_ms, end_ms, cover_vlc_id, sharpness, brightness, phash, face }: Shot): MeasuredFrame {
  const known = sharpness !== null && brightness !== null;
  return {
    seconds: (start_ms + end_ms) / 2000,
    hash: phash,
    quality: known ? rateFrame({ sharpness, brightness, ...(face ?? { face: 0, certainty: 0 }) }) : UNSEEN,
    vlc_id: cover_vlc_id,
  };
}

/** The part of a file that a shot shows. */
type ShownPart = { content: string; from: number; to: number; is_still: boolean };

/**
 * Pictures that a shot has to offer: those that were measured in what it shows, and where there are none some in between.
 * A still is shown ever nearer: its beginning, middle and end are different pictures of one thing.
 */
export function framesIn({ content, from, to, is_still }: ShownPart, frames: MeasuredFrame[] = []): OfferedFrame[] {
  if (is_still) {
    const [one = { quality: UNSEEN, hash: null, vlc_id: null }] = frames;
    return [0, 0.5, 1].map((share) => ({
      ...one,
      content,
      seconds: from + share * (to - from),
      quality: one.quality * (1 - 0.1 * share),
      vlc_id: share === 0 ? one.vlc_id : null,
    }));
  }
  const inside = frames.filter(({ seconds }) => seconds >= from && seconds < to).map((one) => ({ ...one, content }));
  if (inside.length > 1) return inside;
  const between = PLACES.map((share) => ({
    content,
    seconds: from + share * (to - from),
    quality: UNSEEN,
    hash: null,
    vlc_id: null,
  }));
  return [...inside, ...between.filter(({ seconds }) => inside.every((one) => Math.abs(one.seconds - seconds) > 0.3))];
}

export type OfferedFrame = CoverFrame & Pick<MeasuredFrame, 'vlc_id'>;
