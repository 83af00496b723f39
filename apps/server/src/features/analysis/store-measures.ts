import type { Sprite } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, eq, inArray, notInArray, sql } from '#db/orm.ts';
import { lockContents } from '#features/file/content-claims.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { material, material_facts, material_sound } from '#features/material/material.tables.ts';
import { indexWords } from '#features/search/index-shot.ts';
import type { JobContext } from '#queue/job.ts';
import { MEASURED_AT, tellInfo } from './analysis-info.ts';
import { shot } from './analysis.tables.ts';
import { readCorrections } from './corrections.queries.ts';
import { correctShots, machineText, NOTHING_FOUND } from './corrections.ts';
import { claimDerived, type Derived, storeDerived } from './derived-files.ts';
import { holdMaterial, type MaterialRow } from './hold-material.ts';
import { shareOf } from './marks.ts';
import type { Measured, MeasuredShot } from './measure-file.ts';
import type { PlannedShot } from './plan-shots.ts';
import { materialTags, measuredTags, type Orientation, replaceMeasured } from './tags.ts';
import { understandMaterial } from './understand.jobs.ts';

type ShotRow = typeof shot.$inferSelect;
type NewShot = typeof shot.$inferInsert;

/**
 * Writes down what was measured, all of it in one transaction: a worker that dies before leaves nothing, one that dies
 * after has nothing left to do. Then the task that understands the pictures is in line.
 */
export async function storeMeasures(
  context: JobContext,
  { material_id }: MaterialRow,
  measured: Measured,
): Promise<void> {
  const files = await storeFiles(context, measured);
  await context.db.transaction(async (tx) => {
    const row = await holdMaterial(tx, context, material_id);
    if (!row) return;
    const old = await tx.select().from(shot).where(eq(shot.material_id, material_id));
    const stale = staleFiles(row, old);
    await lockContents(tx, [...files.map(({ sha256 }) => sha256), ...(await hashesOf(tx, row.space_id, stale))]);
    const ids = await claimDerived(tx, { space_id: row.space_id, created_by: row.created_by }, files);
    const idOf = (name: string) => ids[files.findIndex(({ file_name }) => file_name === name)] ?? null;

    const shots = await replaceShots(tx, row, old, measured, idOf);
    await writeFacts(tx, material_id, measured);
    const sprite = measured.sprite && toSprite(measured.sprite);
    const preview = measured.isOwnPreview ? row.vlc_id : idOf(PREVIEW);
    const task = await addFollowing(context, tx, row, measured);
    await tx
      .update(material)
      .set({
        ...sizeOf(measured),
        // What says that a machine made it is believed; what says nothing proves nothing.
        ai_origin: row.ai_origin || measured.label !== null,
        cover_vlc_id: idOf(COVER),
        sprite_vlc_id: idOf(SPRITE),
        sprite,
        preview_vlc_id: preview,
        quality: meanQuality(measured.shots),
        shots_count: shots.length,
        ...materialTags(row.tags, shots, measured),
        analysis_version: 0,
        analysis_message: measured.damage,
        analysis_task_id: task,
      })
      .where(eq(material.material_id, material_id));
    await indexWords(tx, [material_id]);
    await removeFiles(tx, row.space_id, stale);
    await tellInfo(context, tx, row.project_id, [{ material_id, analysis_status: 'running', progress: MEASURED_AT }]);
  });
}

const COVER = 'cover.jpg';
const SPRITE = 'sprite.jpg';
const PREVIEW = 'preview.mp4';
const shotCover = ({ start_ms }: PlannedShot) => `shot-${start_ms}.jpg`;

async function storeFiles(context: JobContext, measured: Measured): Promise<Derived[]> {
  const { coverPath, sprite, proxyPath, shots } = measured;
  const wanted: [string | null | undefined, string][] = [
    [coverPath, COVER],
    [sprite?.path, SPRITE],
    [proxyPath, PREVIEW],
    ...shots.map((one): [string | undefined, string] => [one.still?.path, shotCover(one)]),
  ];
  const files: Derived[] = [];
  for (const [path, name] of wanted) if (path) files.push(await storeDerived(context, path, name, context.signal));
  return files;
}

/** Files that the last analysis made. The preview may be the material's own file. */
function staleFiles(row: MaterialRow, shots: ShotRow[]): string[] {
  const { cover_vlc_id, sprite_vlc_id, preview_vlc_id, vlc_id } = row;
  const made = [cover_vlc_id, sprite_vlc_id, preview_vlc_id, ...shots.map((one) => one.cover_vlc_id)];
  return [...new Set(made)].filter((id): id is string => id !== null && id !== vlc_id);
}

async function hashesOf(tx: Queryable, space_id: string, vlc_ids: string[]): Promise<string[]> {
  if (vlc_ids.length === 0) return [];
  const rows = await tx
    .select({ sha256: vlc_file.sha256 })
    .from(vlc_file)
    .where(and(eq(vlc_file.space_id, space_id), inArray(vlc_file.vlc_id, vlc_ids)));
  return rows.map(({ sha256 }) => sha256);
}

/** A shot that is still there keeps its id, and with it what others know of it: uses, products, faces. */
async function replaceShots(
  tx: Queryable,
  row: MaterialRow,
  old: ShotRow[],
  measured: Measured,
  idOf: (name: string) => string | null,
) {
  const kept = new Set<string>();
  const orientation = orientationOf(measured);
  const built = measured.shots.map((one, index) => {
    const before = old.find((known) => !kept.has(known.shot_id) && isSame(known, one));
    if (before) kept.add(before.shot_id);
    return buildShot(row, one, { index, before, measured, orientation, cover_vlc_id: idOf(shotCover(one)) });
  });
  const shots = correctShots(built, await readCorrections(tx, row.material_id));

  await tx
    .update(shot)
    .set({ index: sql`-1 - ${shot.index}` })
    .where(eq(shot.material_id, row.material_id));
  const isGone = and(eq(shot.material_id, row.material_id), notInArray(shot.shot_id, [...kept, '']));
  await tx.delete(shot).where(isGone);
  for (const one of shots) {
    const { shot_id: _id, material_id: _material, ...change } = one;
    await tx.insert(shot).values(one).onConflictDoUpdate({ target: shot.shot_id, set: change });
  }
  return shots;
}

function isSame(known: PlannedShot, planned: PlannedShot): boolean {
  return Math.abs(known.start_ms - planned.start_ms) <= 50 && Math.abs(known.end_ms - planned.end_ms) <= 50;
}

type Around = {
  index: number;
  before: ShotRow | undefined;
  measured: Measured;
  orientation: Orientation | null;
  cover_vlc_id: string | null;
};

function buildShot(
  row: MaterialRow,
  one: MeasuredShot,
  { index, before, measured, orientation, cover_vlc_id }: Around,
) {
  const { start_ms, end_ms, still, facts, quality } = one;
  const isStill = measured.facts.isStill;
  const [start, end] = [start_ms / 1000, end_ms / 1000];
  const { marks } = measured;
  const tags = facts
    ? measuredTags(
        {
          motion: facts.motion,
          brightness: facts.brightness,
          sharpness: facts.sharpness,
          ...(still && { colours: still.colours }),
          ...(orientation && { orientation }),
          ...(!isStill && { duration: end - start }),
        },
        {
          shaky: shareOf(marks.shaky, start, end),
          black: shareOf(marks.black, start, end),
          frozen: shareOf(marks.frozen, start, end),
        },
        isStill ? null : facts.camera_move,
      )
    : [];
  const text = before ? machineText(before) : NOTHING_FOUND;
  return {
    shot_id: before?.shot_id ?? newId(),
    material_id: row.material_id,
    space_id: row.space_id,
    project_id: row.project_id,
    material_type: row.material_type,
    material_sub_type: row.material_sub_type,
    index,
    start_ms,
    end_ms,
    duration: isStill ? 0 : end - start,
    orientation,
    cover_vlc_id,
    quality,
    motion: facts?.motion ?? null,
    sharpness: facts?.sharpness ?? null,
    brightness: facts?.brightness ?? null,
    colours: still?.colours ?? [],
    phash: still?.hash ?? null,
    is_hidden: row.deleted_at !== null,
    ...text,
    tags: replaceMeasured(text.tags, tags),
  } satisfies NewShot;
}

async function writeFacts(
  tx: Queryable,
  material_id: string,
  { facts, marks, loudness, peaks, stills }: Measured,
): Promise<void> {
  const told = { facts, marks, loudness, stills };
  await tx
    .insert(material_facts)
    .values({ material_id, ...told })
    .onConflictDoUpdate({ target: material_facts.material_id, set: told });
  await tx
    .insert(material_sound)
    .values({ material_id, peaks: peaks ?? [], words: [] })
    .onConflictDoUpdate({ target: material_sound.material_id, set: { peaks: peaks ?? [] } });
}

/** The task that goes on with the analysis. */
async function addFollowing(
  { queue, task }: JobContext,
  tx: Queryable,
  row: MaterialRow,
  { facts }: Measured,
): Promise<string> {
  const { material_id, space_id, project_id, material_name } = row;
  const work = Math.max(1, facts.seconds);
  const common = { space_id, project_id, user_uid: task.user_uid, work, is_quiet: true, input: { material_id } };
  return queue.add(understandMaterial, { ...common, title: `识别「${material_name}」的内容` }, tx);
}

function sizeOf(measured: Measured) {
  const { facts, duration } = measured;
  const { video, isStill } = facts;
  return {
    duration: isStill ? null : Math.round(duration * 1000) / 1000,
    width: video?.width ?? null,
    height: video?.height ?? null,
    fps: video && !isStill ? Math.round(video.fps * 1000) / 1000 : null,
    orientation: orientationOf(measured),
  };
}

function orientationOf({ facts: { video } }: Measured): Orientation | null {
  if (!video) return null;
  const ratio = video.width / video.height;
  return ratio > 1.05 ? 'landscape' : ratio < 0.95 ? 'portrait' : 'square';
}

function meanQuality(shots: MeasuredShot[]): number | null {
  const rated = shots.filter(({ quality }) => quality !== null);
  const length = rated.reduce((sum, one) => sum + one.end_ms - one.start_ms, 0);
  const sum = rated.reduce((total, one) => total + (one.quality ?? 0) * (one.end_ms - one.start_ms), 0);
  return length > 0 ? Math.round((sum / length) * 10) / 10 : null;
}

function toSprite({ columns, rows, width, height, stepSeconds }: NonNullable<Measured['sprite']>): Omit<Sprite, 'url'> {
  return { columns, rows, width, height, step: stepSeconds };
}
