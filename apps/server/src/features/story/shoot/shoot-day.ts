import type { PhoneRow, ShootMark, ShootState, ShootTake } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, asc, eq, sql } from '#db/orm.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { material } from '#features/material/material.tables.ts';
import { upload_record } from '#features/upload/upload.tables.ts';
import { readMoments, readStory } from '../story.queries.ts';
import type { Phone } from './phone-access.ts';
import { signPicture } from './serve-picture.ts';
import { shoot_mark, shoot_take } from './shoot.tables.ts';

const LINK_SECONDS = 6 * 3600;

export function shootTopic(story_board_id: string): string {
  return `shoot:${story_board_id}`;
}

/** Whoever looks at the shooting of a board reads it again. In a transaction it is heard when that is committed. */
export async function tellShoot({ streams }: Pick<App, 'streams'>, db: Queryable, story_board_id: string) {
  await streams.publish(db, shootTopic(story_board_id), 'message', { story_board_id });
}

export function readMarks(db: Queryable, story_board_id: string): Promise<ShootMark[]> {
  return db
    .select({ row_id: shoot_mark.row_id, state: shoot_mark.state, by_name: shoot_mark.by_name })
    .from(shoot_mark)
    .where(eq(shoot_mark.story_board_id, story_board_id));
}

type Mark = { story_board_id: string; row_id: string; state: ShootState; by_name: string };

export async function markRow(app: Pick<App, 'db' | 'streams'>, { story_board_id, row_id, ...said }: Mark) {
  await app.db.transaction(async (tx) => {
    await tx
      .insert(shoot_mark)
      .values({ story_board_id, row_id, ...said })
      .onConflictDoUpdate({
        target: [shoot_mark.story_board_id, shoot_mark.row_id],
        set: { ...said, updated_at: sql`now()` },
      });
    await tellShoot(app, tx, story_board_id);
  });
}

/** All takes of a board; those whose material was deleted are gone with it. */
export async function readTakes(app: Pick<App, 'db' | 'secret'>, story_board_id: string): Promise<ShootTake[]> {
  const rows = await app.db
    .select({
      take: shoot_take,
      status: upload_record.status,
      refused: upload_record.message,
      cover_vlc_id: material.cover_vlc_id,
      duration: material.duration,
    })
    .from(shoot_take)
    .leftJoin(upload_record, eq(upload_record.record_uuid, shoot_take.record_uuid))
    .leftJoin(material, eq(material.material_id, shoot_take.material_id))
    .where(and(eq(shoot_take.story_board_id, story_board_id), sql`${material.deleted_at} is null`))
    .orderBy(asc(shoot_take.created_at), asc(shoot_take.take_id));
  return rows.map(({ take, status, refused, cover_vlc_id: vlc_id, duration }) => {
    const isFailed = take.material_id === null && (status === 'failed' || status === 'canceled');
    const cover = vlc_id && signFileLink(app, { vlc_id, file_name: 'cover.jpg' }, { seconds: LINK_SECONDS }).url;
    return {
      take_id: take.take_id,
      row_id: take.row_id,
      number: take.number,
      shot_by: take.shot_by,
      status: take.material_id ? 'there' : isFailed ? 'failed' : 'sending',
      message: isFailed ? refused : take.message,
      material_id: take.material_id,
      cover_url: cover,
      duration,
      created_at: take.created_at,
    };
  });
}

/** What is to be shot, with pictures that end with the code. */
export async function readPhoneRows(app: Pick<App, 'db' | 'secret'>, phone: Phone): Promise<PhoneRow[]> {
  const { space_id, story_board_id } = phone;
  const { rows } = await readStory(app, space_id, story_board_id);
  const moments = await readMoments(app.db, space_id, rows);
  const marks = new Map((await readMarks(app.db, story_board_id)).map((mark) => [mark.row_id, mark]));
  const takes = Map.groupBy(await readTakes(app, story_board_id), ({ row_id }) => row_id);
  return rows.map(({ reference, ...words }) => {
    const seen = moments.find(
      (one) => one.material_id === reference?.material_id && one.start_ms === reference.start_ms,
    );
    const { state = 'todo', by_name = '' } = marks.get(words.row_id) ?? {};
    return {
      ...words,
      cover_url:
        seen && !seen.is_gone && seen.vlc_id
          ? signPicture(app, phone, { vlc_id: seen.vlc_id, material_id: seen.material_id })
          : null,
      state,
      by_name,
      take_count: (takes.get(words.row_id) ?? []).filter(({ status }) => status !== 'failed').length,
    };
  });
}
