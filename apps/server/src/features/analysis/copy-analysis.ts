import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, asc, eq, ne, notExists, sql } from '#db/orm.ts';
import { insertClaim, lockContents, type Transactional, touchContent } from '#features/file/content-claims.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material, material_facts, material_sound } from '#features/material/material.tables.ts';
import { indexShots } from '#features/search/index-shot.ts';
import { tellAbove } from '#followers.ts';
import type { JobContext } from '#queue/job.ts';
import { tellInfo } from './analysis-info.ts';
import { correction, shot, shot_face } from './analysis.tables.ts';
import { type HeldFile, holdMaterial, type MaterialRow } from './hold-material.ts';
import { recount } from './persons.ts';
import { materialTags } from './tags.ts';
import { ANALYSIS_VERSION } from './understand.jobs.ts';

/**
 * Takes over what is known of another material of the space with the very same content. False when there is none. One
 * that people corrected does not serve: what they set is theirs, and belongs to that material.
 */
export async function copyAnalysis(
  context: JobContext,
  { material_id }: MaterialRow,
  file: HeldFile,
): Promise<boolean> {
  const { db } = context;
  const isCopied = await db.transaction(async (tx) => {
    const row = await holdMaterial(tx, context, material_id);
    // Asked for again by hand: then it is to be looked at anew.
    if (!row || row.analysis_version > 0 || row.shots_count > 0) return false;
    const twin = await findTwin(tx, row, file);
    if (!twin) return false;
    await copyAll(tx, twin, row);
    return true;
  });
  if (!isCopied) return false;
  await indexShots(context, db, material_id);
  await db.transaction(async (tx) => {
    const row = await holdMaterial(tx, context, material_id);
    if (!row) return;
    await tx.update(material).set({ analysis_status: 'done' }).where(eq(material.material_id, material_id));
    await tellInfo(context, tx, row.project_id, [{ material_id, analysis_status: 'done', progress: 100 }]);
    await tellAbove(context, tx, 'analysed', { material_id, queue: context.queue });
  });
  return true;
}

async function findTwin(tx: Queryable, row: MaterialRow, { sha256 }: HeldFile): Promise<MaterialRow | null> {
  const hands = tx
    .select({ one: sql`1` })
    .from(correction)
    .where(eq(correction.material_id, material.material_id));
  const [found] = await tx
    .select({ material })
    .from(material)
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
    .where(
      and(
        eq(vlc_file.space_id, row.space_id),
        eq(vlc_file.sha256, sha256),
        ne(material.material_id, row.material_id),
        eq(material.material_type, row.material_type),
        eq(material.analysis_version, ANALYSIS_VERSION),
        eq(material.analysis_status, 'done'),
        // Copies of what was declared carry the label, those of the other one do not.
        row.ai_origin ? eq(material.ai_origin, true) : undefined,
        notExists(hands),
      ),
    )
    .limit(1);
  return found?.material ?? null;
}

async function copyAll(tx: Queryable & Transactional, twin: MaterialRow, row: MaterialRow): Promise<void> {
  const shots = await tx.select().from(shot).where(eq(shot.material_id, twin.material_id)).orderBy(asc(shot.index));
  const files = [twin.cover_vlc_id, twin.sprite_vlc_id, twin.preview_vlc_id, twin.mezzanine_vlc_id];
  const copyOf = await copyFiles(tx, twin, row, [...files, ...shots.map(({ cover_vlc_id }) => cover_vlc_id)]);
  const copies = shots.map((one) => ({
    ...one,
    shot_id: newId(),
    material_id: row.material_id,
    project_id: row.project_id,
    material_sub_type: row.material_sub_type,
    cover_vlc_id: copyOf(one.cover_vlc_id),
    tags: one.tags.filter(({ source }) => source === 'ai'),
    used_count: 0,
    last_used_at: null,
    is_hidden: row.deleted_at !== null,
  }));
  for (const copy of copies) await tx.insert(shot).values(copy);
  await copyFaces(tx, new Map(shots.map(({ shot_id }, i) => [shot_id, copies[i]?.shot_id ?? ''])), twin);
  await copyDetails(tx, twin.material_id, row.material_id);
  await tx
    .update(material)
    .set({
      ai_origin: row.ai_origin || twin.ai_origin,
      duration: twin.duration,
      width: twin.width,
      height: twin.height,
      fps: twin.fps,
      orientation: twin.orientation,
      sprite: twin.sprite,
      quality: twin.quality,
      has_speech: twin.has_speech,
      shots_count: twin.shots_count,
      analysis_message: twin.analysis_message,
      cover_vlc_id: copyOf(twin.cover_vlc_id),
      sprite_vlc_id: copyOf(twin.sprite_vlc_id),
      preview_vlc_id: twin.preview_vlc_id === twin.vlc_id ? row.vlc_id : copyOf(twin.preview_vlc_id),
      mezzanine_vlc_id: copyOf(twin.mezzanine_vlc_id),
      analysis_version: ANALYSIS_VERSION,
      ...materialTags(row.tags, copies, { duration: twin.duration ?? 0 }),
    })
    .where(eq(material.material_id, row.material_id));
}

/** Each material has files of its own, so that deleting one leaves the other whole; their content is stored once. */
async function copyFiles(tx: Queryable, twin: MaterialRow, row: MaterialRow, vlc_ids: (string | null)[]) {
  const wanted = [...new Set(vlc_ids)].filter((id): id is string => id !== null && id !== twin.vlc_id);
  const files = await tx
    .select()
    .from(vlc_file)
    .where(sql`${vlc_file.vlc_id} = any(${sql.param(wanted)}::text[])`);
  await lockContents(
    tx,
    files.map(({ sha256 }) => sha256),
  );
  const copies = new Map<string, string>();
  for (const { vlc_id, file_name, content_type, sha256, bytes } of files) {
    await touchContent(tx, sha256);
    const naming = { space_id: row.space_id, file_name, content_type, created_by: row.created_by, is_free: true };
    copies.set(vlc_id, (await insertClaim(tx, naming, { sha256, bytes })).vlc_id);
  }
  return (vlc_id: string | null) => (vlc_id ? (copies.get(vlc_id) ?? null) : null);
}

async function copyFaces(tx: Queryable & Transactional, shots: Map<string, string>, twin: MaterialRow): Promise<void> {
  const faces = await tx
    .select({ face: shot_face })
    .from(shot_face)
    .innerJoin(shot, eq(shot.shot_id, shot_face.shot_id))
    .where(eq(shot.material_id, twin.material_id));
  if (faces.length === 0) return;
  await tx
    .insert(shot_face)
    .values(faces.map(({ face }) => ({ ...face, face_id: newId(), shot_id: shots.get(face.shot_id) ?? face.shot_id })));
  await recount(tx, [...new Set(faces.flatMap(({ face }) => face.person_id ?? []))]);
}

async function copyDetails(tx: Queryable, from: string, to: string): Promise<void> {
  const [facts] = await tx.select().from(material_facts).where(eq(material_facts.material_id, from));
  if (facts) await tx.insert(material_facts).values({ ...facts, material_id: to });
  const [sound] = await tx.select().from(material_sound).where(eq(material_sound.material_id, from));
  if (sound) await tx.insert(material_sound).values({ ...sound, material_id: to });
}
