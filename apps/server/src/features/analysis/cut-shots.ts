import { AppError, type SpokenWord, type Tag, tagKey } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, asc, eq, inArray } from '#db/orm.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { material, material_sound } from '#features/material/material.tables.ts';
import { indexShots } from '#features/search/index-shot.ts';
import { correction, shot, shot_face } from './analysis.tables.ts';
import { holdAll, reapply, type ShotRow } from './correct-shot.ts';
import { machineText } from './corrections.ts';
import { textOf } from './listen.ts';
import { type PlannedShot, shotsBetween } from './plan-shots.ts';
import { startAnalysis } from './start-analysis.ts';

/**
 * Cuts a film where a person wants it cut. What is known of the old shots goes to the new ones by time at once; then
 * the film is analysed again, so that each new shot has its own picture and its own tags.
 */
export async function cutShots(
  app: Pick<App, 'db' | 'ai' | 'log' | 'queue' | 'streams'>,
  { space_id, user_uid }: { space_id: string; user_uid: string },
  material_id: string,
  cuts_ms: number[],
): Promise<ShotRow[]> {
  const { db } = app;
  const shots = await db.transaction(async (tx) => {
    await holdAll(tx, [material_id]);
    const [row] = await tx.select().from(material).where(eq(material.material_id, material_id));
    if (row?.material_type !== 'video' || !row.duration) throw new AppError('invalid', '只有分析过的视频可以修改切分');
    const old = await tx.select().from(shot).where(eq(shot.material_id, material_id)).orderBy(asc(shot.index));
    const [first] = old;
    if (!first) throw new AppError('conflict', '素材还没有镜头，请等分析完成');
    const planned = shotsBetween(Math.round(row.duration * 1000), cuts_ms);
    await remember(tx, { material_id, user_uid, end_ms: planned.at(-1)?.end_ms ?? 1, cuts_ms });
    const [sound] = await tx.select().from(material_sound).where(eq(material_sound.material_id, material_id));
    await replace(tx, old, planned, sound?.words ?? []);
    await tx.update(material).set({ shots_count: planned.length }).where(eq(material.material_id, material_id));
    await reapply(tx, material_id);
    await startAnalysis(app, tx, [{ material_id, space_id, project_id: row.project_id, user_uid }]);
    const cut = await tx.select().from(shot).where(eq(shot.material_id, material_id)).orderBy(asc(shot.index));
    const used = new Set([row.vlc_id, row.cover_vlc_id, ...cut.map(({ cover_vlc_id }) => cover_vlc_id)]);
    const unused = old.flatMap(({ cover_vlc_id }) => (cover_vlc_id && !used.has(cover_vlc_id) ? cover_vlc_id : []));
    await removeFiles(tx, space_id, unused);
    return cut;
  });
  await indexShots(app, db, material_id);
  return shots;
}

type Cuts = { material_id: string; user_uid: string; end_ms: number; cuts_ms: number[] };

async function remember(tx: Queryable, { material_id, user_uid, end_ms, cuts_ms }: Cuts): Promise<void> {
  await tx.delete(correction).where(and(eq(correction.material_id, material_id), eq(correction.field, 'cuts')));
  const value = cuts_ms.toSorted((a, b) => a - b);
  const row = { correction_id: newId(), material_id, field: 'cuts' as const, start_ms: 0, end_ms, value, user_uid };
  await tx.insert(correction).values(row);
}

/** A shot that is still the same keeps its id; the others are made of those that they share time with. */
async function replace(tx: Queryable, old: ShotRow[], planned: PlannedShot[], words: SpokenWord[]): Promise<void> {
  const kept = new Set<string>();
  const next = planned.map((one, index) => {
    const parts = partsOf(old, one);
    const main = parts[0]?.row ?? old[0]!;
    const isSame = parts.length === 1 && main.start_ms === one.start_ms && main.end_ms === one.end_ms;
    const isFirstHeir = !kept.has(main.shot_id);
    if (isFirstHeir) kept.add(main.shot_id);
    const base = { ...main, index, shot_id: isFirstHeir ? main.shot_id : newId() };
    return {
      from: main.shot_id,
      row: isSame ? base : { ...base, ...joined(parts, one, words), used_count: isFirstHeir ? main.used_count : 0 },
    };
  });
  const { material_id } = old[0]!;
  const gone = old.map(({ shot_id }) => shot_id).filter((id) => !kept.has(id));
  // Faces have no time of their own: they follow the shot that has most of theirs.
  for (const shot_id of gone) {
    const heir = heirOf(
      old,
      shot_id,
      next.map(({ row }) => row),
    );
    if (heir && kept.has(heir)) await tx.update(shot_face).set({ shot_id: heir }).where(eq(shot_face.shot_id, shot_id));
  }
  if (gone.length > 0) await tx.delete(shot).where(inArray(shot.shot_id, gone));
  for (const [i, { shot_id }] of old.entries()) {
    await tx
      .update(shot)
      .set({ index: -1 - i })
      .where(eq(shot.shot_id, shot_id));
  }
  for (const { row } of next) {
    const { shot_id: _id, ...change } = row;
    await tx
      .insert(shot)
      .values({ ...row, material_id })
      .onConflictDoUpdate({ target: shot.shot_id, set: change });
  }
}

type Part = { row: ShotRow; shared: number };

/** The old shots that share time with a new one, the largest part first. */
function partsOf(old: ShotRow[], { start_ms, end_ms }: PlannedShot): Part[] {
  return old
    .map((row) => ({ row, shared: Math.min(row.end_ms, end_ms) - Math.max(row.start_ms, start_ms) }))
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared);
}

function heirOf(old: ShotRow[], shot_id: string, next: (PlannedShot & { shot_id: string })[]): string | null {
  const lost = old.find((row) => row.shot_id === shot_id);
  if (!lost) return null;
  const shared = (one: PlannedShot) => Math.min(lost.end_ms, one.end_ms) - Math.max(lost.start_ms, one.start_ms);
  return next.toSorted((a, b) => shared(b) - shared(a))[0]?.shot_id ?? null;
}

function joined(parts: Part[], one: PlannedShot, words: SpokenWord[]) {
  const inTime = parts.map(({ row }) => row).toSorted((a, b) => a.start_ms - b.start_ms);
  const machines = inTime.map(machineText);
  const total = parts.reduce((sum, { shared }) => sum + shared, 0) || 1;
  const mean = (pick: (row: ShotRow) => number | null) => {
    const known = parts.filter(({ row }) => pick(row) !== null);
    return known.length === 0
      ? null
      : known.reduce((sum, { row, shared }) => sum + (pick(row) ?? 0) * shared, 0) / total;
  };
  const said = words.filter(({ start, end }) => {
    const middle = ((start + end) / 2) * 1000;
    return middle >= one.start_ms && middle < one.end_ms;
  });
  const lines = (field: 'caption' | 'ocr_text', joint: string) =>
    [...new Set(machines.map((machine) => machine[field]).filter(Boolean))].join(joint);
  return {
    start_ms: one.start_ms,
    end_ms: one.end_ms,
    duration: (one.end_ms - one.start_ms) / 1000,
    caption: lines('caption', '；'),
    ocr_text: lines('ocr_text', '\n'),
    speech_text: words.length > 0 ? textOf(said) : machines.map(({ speech_text }) => speech_text).join(''),
    tags: distinct(machines.flatMap(({ tags }) => tags)),
    found: null,
    has_speech: inTime.some(({ has_speech }) => has_speech) || (inTime[0]?.has_speech ?? null),
    quality: mean(({ quality }) => quality),
    motion: mean(({ motion }) => motion),
    sharpness: mean(({ sharpness }) => sharpness),
    brightness: mean(({ brightness }) => brightness),
  };
}

function distinct(tags: Tag[]): Tag[] {
  return [...new Map(tags.map((tag) => [tagKey(tag), tag])).values()];
}
