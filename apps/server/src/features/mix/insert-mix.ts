import { mixKind, mixRecordOf } from '@mixreel/contract';
import type { State } from '@mixreel/document';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { eq } from '#db/orm.ts';
import { caption_position } from '#features/caption/caption.tables.ts';
import { addDocument } from '#features/document/document.queries.ts';
import { insertFactTables } from '#features/fact/fact.document.ts';
import { countClipUse } from './count-use.ts';
import { mproject, script, shooting, video_clip } from './mix.tables.ts';

type About = Pick<
  typeof mproject.$inferInsert,
  'mproject_id' | 'space_id' | 'project_id' | 'created_by' | 'is_demo' | 'is_listed'
>;

/** A new mix with all its rows: what is in it at the beginning is no act. */
export async function insertMix(db: Queryable, about: About, state: State): Promise<void> {
  const { mproject_id, space_id } = about;
  await db.insert(mproject).values({ ...about, ...mixRecordOf(state) });
  await addDocument(db, { document_id: mproject_id, kind: mixKind.kind, space_id });
  const rowsOf = (table: string) => Object.entries(state[table] ?? {});
  const shootings = rowsOf('shooting').map(([shooting_id, record]) => {
    return { ...record, shooting_id, space_id, mproject_id } as typeof shooting.$inferInsert;
  });
  if (shootings.length > 0) await db.insert(shooting).values(shootings);
  const scripts = rowsOf('script').map(([script_id, record]) => {
    return { ...record, script_id, mproject_id } as typeof script.$inferInsert;
  });
  if (scripts.length > 0) await db.insert(script).values(scripts);
  await insertFactTables(db, mproject_id, state);
  const clips = rowsOf('clip').map(([video_clip_id, record]) => {
    return { ...record, video_clip_id, space_id, mproject_id } as typeof video_clip.$inferInsert;
  });
  if (clips.length === 0) return;
  await db.insert(video_clip).values(clips);
  await countClipUse(db, clips);
}

/** The places for captions that people named belong to the copy, too. */
export async function copyPositions(db: Queryable, from: string, mproject_id: string): Promise<void> {
  const positions = await db.select().from(caption_position).where(eq(caption_position.mproject_id, from));
  if (positions.length === 0) return;
  await db.insert(caption_position).values(positions.map((row) => ({ ...row, mproject_id, position_id: newId() })));
}
