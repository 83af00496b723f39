import { AppError, mixKind, mixRecordOf, MixOverrides, ShootingOverrides } from '@mixreel/contract';
import type { Fields, State } from '@mixreel/document';
import type { z } from 'zod';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, eq, inArray, isNull } from '#db/orm.ts';
import type { DocumentStore } from '#features/document/store.ts';
import { readFactTables } from '#features/fact/fact.document.ts';
import { material } from '#features/material/material.tables.ts';
import { checkActs } from './check-acts.ts';
import { copyPositions, insertMix } from './insert-mix.ts';
import { mproject, script, shooting, video_clip } from './mix.tables.ts';
import { renewIds } from './renew-ids.ts';
import { writeMix } from './write-mix.ts';

/**
 * A mix, its shootings, their lines and all clips as a document. A removed shooting leaves its lines and clips where they
 * are: they come back with it.
 */
export const mixDocument: DocumentStore = {
  kind: mixKind,
  read: readMixState,
  write: writeMix,
  check: checkActs,

  async copy(db, document_id, { state, name, user_uid }) {
    const [source] = await db
      .select({ space_id: mproject.space_id, project_id: mproject.project_id })
      .from(mproject)
      .where(eq(mproject.mproject_id, document_id));
    if (!source) throw new AppError('not_found', '混剪不存在或已被删除');
    const mproject_id = newId();
    const fresh = await withoutGone(db, source.space_id, renewIds(state));
    const named = { ...fresh, mix: { mix: { ...mixRecordOf(fresh), mproject_name: name } as Fields } };
    await insertMix(db, { ...source, mproject_id, created_by: user_uid }, named);
    await copyPositions(db, document_id, mproject_id);
    return mproject_id;
  },
};

/** As it is now; nothing of it that the schema of today does not know. */
export async function readMixState(db: Queryable, mproject_id: string): Promise<State> {
  const [mix] = await db
    .select({
      mproject_name: mproject.mproject_name,
      config: mproject.config,
      template_name: mproject.template_name,
      template_config: mproject.template_config,
    })
    .from(mproject)
    .where(eq(mproject.mproject_id, mproject_id));
  if (!mix) throw new AppError('not_found', '混剪不存在或已被删除');
  const shootings = await db
    .select()
    .from(shooting)
    .where(and(eq(shooting.mproject_id, mproject_id), isNull(shooting.deleted_at)));
  const scripts = await db.select().from(script).where(eq(script.mproject_id, mproject_id));
  const clips = await db
    .select({ clip: video_clip })
    .from(video_clip)
    // One whose material is gone for good can never be shown again.
    .innerJoin(material, eq(material.material_id, video_clip.material_id))
    .where(and(eq(video_clip.mproject_id, mproject_id), isNull(video_clip.deleted_at)));
  const { template_config } = mix;
  const own = { config: known(MixOverrides, mix.config) };
  const template = { template_config: template_config && known(MixOverrides, template_config) };
  return {
    mix: { mix: { ...mix, ...own, ...template } },
    shooting: Object.fromEntries(
      shootings.map(({ shooting_id, rank, shooting_name, config }) => [
        shooting_id,
        { rank, shooting_name, config: known(ShootingOverrides, config) },
      ]),
    ),
    script: Object.fromEntries(
      scripts.map(({ mproject_id: _mix, script_id, second_text, ...line }) => [
        script_id,
        { ...line, ...(second_text !== null && { second_text }) },
      ]),
    ),
    clip: Object.fromEntries(clips.map(({ clip }) => [clip.video_clip_id, toRecord(clip)])),
    ...(await readFactTables(db, mproject_id)),
  };
}

/** A row of a clip as what people edit of it. */
export function toRecord(row: typeof video_clip.$inferSelect): Fields {
  const {
    video_clip_id: _id,
    space_id: _space,
    mproject_id: _mix,
    revision: _revision,
    created_at: _created,
    deleted_at: _deleted,
    ...record
  } = row;
  return record;
}

/** Settings without what versions before knew and this one does not: nobody could change anything beside it. */
function known(schema: typeof MixOverrides | typeof ShootingOverrides, config: object): Fields {
  if (schema.safeParse(config).success) return schema.parse(config);
  const groups = Object.entries(config as Record<string, Fields>).flatMap(([name, fields]) => {
    const group = (schema.shape as Record<string, z.ZodType>)[name];
    const kept = Object.entries(fields ?? {}).filter(([field, value]) => group?.safeParse({ [field]: value }).success);
    return group && kept.length > 0 ? [[name, Object.fromEntries(kept)]] : [];
  });
  return schema.parse(Object.fromEntries(groups));
}

/** Without clips of materials that are gone for good. */
async function withoutGone(db: Queryable, space_id: string, state: State): Promise<State> {
  const used = [...new Set(Object.values(state['clip'] ?? {}).map((one) => one['material_id'] as string))];
  const rows = await db
    .select({ material_id: material.material_id })
    .from(material)
    .where(and(eq(material.space_id, space_id), inArray(material.material_id, used)));
  const there = new Set(rows.map(({ material_id }) => material_id));
  const clips = Object.entries(state['clip'] ?? {}).filter(([, one]) => there.has(one['material_id'] as string));
  return { ...state, clip: Object.fromEntries(clips) };
}
