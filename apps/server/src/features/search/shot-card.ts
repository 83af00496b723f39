import type { Shot, Sprite } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { asc, eq, inArray } from '#db/orm.ts';
import { correction, person, shot, shot_face } from '#features/analysis/analysis.tables.ts';
import { signFileLink } from '#features/file/file-link.ts';

const LINK_SECONDS = 6 * 3600;

export type ShotRow = Pick<
  typeof shot.$inferSelect,
  | 'shot_id'
  | 'material_id'
  | 'index'
  | 'start_ms'
  | 'end_ms'
  | 'cover_vlc_id'
  | 'caption'
  | 'tags'
  | 'quality'
  | 'motion'
  | 'sharpness'
  | 'brightness'
  | 'colours'
  | 'ocr_text'
  | 'speech_text'
  | 'has_speech'
>;

/** What cards show that is not in the shots' own rows. */
export async function readAbout(db: Queryable, shot_ids: string[]) {
  const [faces, corrections] = await Promise.all([
    db
      .select({
        shot_id: shot_face.shot_id,
        person_id: shot_face.person_id,
        person_name: person.person_name,
        box: shot_face.box,
      })
      .from(shot_face)
      .leftJoin(person, eq(person.person_id, shot_face.person_id))
      .where(inArray(shot_face.shot_id, shot_ids))
      .orderBy(asc(shot_face.face_id)),
    db
      .select({
        material_id: correction.material_id,
        field: correction.field,
        start_ms: correction.start_ms,
        end_ms: correction.end_ms,
      })
      .from(correction)
      .where(
        inArray(
          correction.material_id,
          db.select({ material_id: shot.material_id }).from(shot).where(inArray(shot.shot_id, shot_ids)),
        ),
      ),
  ]);
  return { faces, corrections };
}

/** Rows as cards show them, with the faces that were seen and what was set by hand. */
export async function toShots(app: Pick<App, 'secret'>, db: Queryable, rows: ShotRow[]): Promise<Shot[]> {
  if (rows.length === 0) return [];
  const shot_ids = rows.map(({ shot_id }) => shot_id);
  return toCards(app, rows, await readAbout(db, shot_ids));
}

type About = Awaited<ReturnType<typeof readAbout>>;

export function toCards(app: Pick<App, 'secret'>, rows: ShotRow[], { faces, corrections }: About): Shot[] {
  return rows.map((row) => ({
    shot_id: row.shot_id,
    material_id: row.material_id,
    index: row.index,
    start_ms: row.start_ms,
    end_ms: row.end_ms,
    cover_url: row.cover_vlc_id
      ? signFileLink(app, { vlc_id: row.cover_vlc_id, file_name: 'shot' }, { seconds: LINK_SECONDS }).url
      : null,
    caption: row.caption,
    tags: row.tags,
    quality: row.quality,
    motion: row.motion,
    sharpness: row.sharpness,
    brightness: row.brightness,
    colours: row.colours,
    faces: faces
      .filter(({ shot_id }) => shot_id === row.shot_id)
      .map(({ person_id, person_name, box }) => ({ person_id, person_name: person_name ?? '', box })),
    ocr_text: row.ocr_text,
    speech_text: row.speech_text,
    has_speech: row.has_speech,
    corrected: correctedFields(row, corrections),
  }));
}

type Correction = Pick<typeof correction.$inferSelect, 'material_id' | 'field' | 'start_ms' | 'end_ms'>;

/** What was set by hand of a shot: a correction belongs to the shot that covers most of its time. */
function correctedFields({ material_id, start_ms, end_ms }: ShotRow, corrections: Correction[]): string[] {
  const fields = corrections
    .filter((one) => one.material_id === material_id && one.field !== 'cuts')
    .filter((one) => {
      const shared = Math.min(one.end_ms, end_ms) - Math.max(one.start_ms, start_ms);
      return shared > 0 && shared * 2 >= Math.min(one.end_ms - one.start_ms, end_ms - start_ms);
    })
    .map(({ field }) => (field === 'add_tag' || field === 'remove_tag' ? 'tags' : field));
  return [...new Set(fields)];
}

/** The sheet of small pictures that a card plays under the pointer. */
export function signSprite(
  app: Pick<App, 'secret'>,
  { sprite, sprite_vlc_id }: { sprite: Omit<Sprite, 'url'> | null; sprite_vlc_id: string | null },
): Sprite | null {
  if (!sprite || !sprite_vlc_id) return null;
  return {
    ...sprite,
    url: signFileLink(app, { vlc_id: sprite_vlc_id, file_name: 'sprite' }, { seconds: LINK_SECONDS }).url,
  };
}
