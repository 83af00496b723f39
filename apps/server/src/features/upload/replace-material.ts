import { tagKey } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { eq, sql } from '#db/orm.ts';
import { UNDER_WAY } from '#features/analysis/analysis-info.ts';
import { correction, shot } from '#features/analysis/analysis.tables.ts';
import { material, material_facts, material_sound } from '#features/material/material.tables.ts';
import { search_lesson } from '#features/search/search.tables.ts';
import { sku_verdict } from '#features/sku/sku.tables.ts';
import { tellAbove } from '#followers.ts';

type MaterialRow = typeof material.$inferSelect;
type NewFile = Pick<
  MaterialRow,
  | 'vlc_id'
  | 'bytes'
  | 'material_type'
  | 'material_sub_type'
  | 'material_source'
  | 'origin_url'
  | 'ai_origin'
  | 'analysis_status'
>;

/**
 * Puts a new file in a material's place. What belongs to the place stays: its id, and with it likes, uses, shares, rights,
 * note and the tags that people gave. What was found in the old file goes with it into the recycle bin, as a material
 * of its own: restoring that one undoes the loss. Its analysis, if it was under way, ends here: answers the task that
 * nobody waits for any more, to be stopped once all this is written.
 */
export async function replaceMaterial(
  app: Pick<App, 'followers' | 'streams'>,
  tx: Queryable,
  old: MaterialRow,
  file: NewFile,
): Promise<string | null> {
  const { material_id, space_id } = old;
  await tellAbove(app, tx, 'materials', { space_id, material_ids: [material_id] });
  const isUnderWay = UNDER_WAY.includes(old.analysis_status);
  const binned_id = newId();
  await tx.insert(material).values({
    ...old,
    material_id: binned_id,
    like_count: 0,
    used_count: 0,
    last_used_at: null,
    deleted_at: sql`now()`,
    ...(isUnderWay && { analysis_status: 'stopped' as const, analysis_task_id: null }),
  });
  const set = { material_id: binned_id };
  await tx
    .update(shot)
    .set({ ...set, is_hidden: true })
    .where(eq(shot.material_id, material_id));
  await tx.update(correction).set(set).where(eq(correction.material_id, material_id));
  await tx.update(material_facts).set(set).where(eq(material_facts.material_id, material_id));
  await tx.update(material_sound).set(set).where(eq(material_sound.material_id, material_id));
  // What people said of pictures, they said of the old ones.
  await tx.update(sku_verdict).set(set).where(eq(sku_verdict.material_id, material_id));
  await tx.update(search_lesson).set(set).where(eq(search_lesson.material_id, material_id));

  const tags = old.tags.filter(({ source }) => source === 'user');
  await tx
    .update(material)
    .set({
      ...file,
      material_sub_type: file.material_sub_type ?? old.material_sub_type,
      tags,
      tag_keys: tags.map(tagKey),
      ...UNKNOWN,
    })
    .where(eq(material.material_id, material_id));
  return isUnderWay ? old.analysis_task_id : null;
}

/** What analysis will find out anew. */
const UNKNOWN = {
  duration: null,
  width: null,
  height: null,
  fps: null,
  orientation: null,
  cover_vlc_id: null,
  preview_vlc_id: null,
  sprite_vlc_id: null,
  sprite: null,
  mezzanine_vlc_id: null,
  analysis_message: null,
  analysis_version: 0,
  quality: null,
  has_speech: null,
  shots_count: 0,
} satisfies Partial<MaterialRow>;
