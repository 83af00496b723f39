import { AppError, type Script } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, isNull } from '#db/orm.ts';
import { alias } from '#db/pg-core.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material, material_facts } from '#features/material/material.tables.ts';
import { type Part, readSaidWithin } from '#features/search/said-within.ts';
import { mproject, script, shooting, video_clip } from './mix.tables.ts';

export type MixRow = typeof mproject.$inferSelect;
/** `position` counts the shootings of a mix from 0. */
export type ShootingRow = typeof shooting.$inferSelect & { position: number; scripts: Script[] };
/** `position` counts the clips of a place from 0. */
export type ClipRow = typeof video_clip.$inferSelect & { position: number };

const mezzanine = alias(vlc_file, 'mezzanine');
const preview = alias(vlc_file, 'preview');

const SOURCE = {
  material,
  facts: material_facts.facts,
  marks: material_facts.marks,
  /** Contents: of the file itself, of its copy that is cheap to cut, of its small copy. */
  sha256: vlc_file.sha256,
  mezzanine_sha256: mezzanine.sha256,
  preview_sha256: preview.sha256,
};

type BareClip = typeof video_clip.$inferSelect;

/** A clip with all that is known of its material. The material may be in the recycle bin. */
export type DocumentClip = Omit<Awaited<ReturnType<typeof readClips>>[number], 'clip'> & { clip: ClipRow };

/** A mix whole: what is shown, planned and rendered is made of this. */
export type MixDocument = {
  mix: MixRow;
  /** In running order. */
  shootings: ShootingRow[];
  /** Of all shootings and pools, each place in its order. */
  clips: DocumentClip[];
};

/** Throws unless it is there and in the space; a deleted one only counts when asked for. */
export async function requireMix(
  db: Queryable,
  space_id: string,
  mproject_id: string,
  { isDeleted = false }: { isDeleted?: boolean } = {},
): Promise<MixRow> {
  const [found] = await db
    .select()
    .from(mproject)
    .where(and(eq(mproject.mproject_id, mproject_id), eq(mproject.space_id, space_id)));
  if (!found || (found.deleted_at !== null) !== isDeleted) throw new AppError('not_found', '混剪不存在或已被删除');
  return found;
}

/** With `hasWords` also what is said in the clips: of long films that is a lot, which an editor never shows. */
export async function readDocument(
  db: Queryable,
  space_id: string,
  mproject_id: string,
  { hasWords = true }: { hasWords?: boolean } = {},
): Promise<MixDocument> {
  const mix = await requireMix(db, space_id, mproject_id);
  const rows = await db
    .select()
    .from(shooting)
    .where(and(eq(shooting.mproject_id, mproject_id), isNull(shooting.deleted_at)));
  const lines = await db.select().from(script).where(eq(script.mproject_id, mproject_id));
  return arrange(mix, rows, lines, await readClips(db, mproject_id, hasWords));
}

type LineRow = Omit<typeof script.$inferSelect, 'second_text'> & { second_text?: string | null };
type Ranked = { rank: string };

/** Rows in their order. A clip of a deleted shooting waits with it to be restored. */
export function arrange(
  mix: MixRow,
  rows: (typeof shooting.$inferSelect)[],
  lines: LineRow[],
  clips: Awaited<ReturnType<typeof readClips>>,
): MixDocument {
  const shootings = rows
    .toSorted((a, b) => compareRanks(a, b, a.shooting_id, b.shooting_id))
    .map((row, position) => ({ ...row, position, scripts: scriptsOf(row.shooting_id, lines) }));
  const counts = new Map<string, number>(shootings.map(({ shooting_id }) => [shooting_id, 0]));
  for (const pool of ['header', 'footer']) counts.set(pool, 0);
  const shown = clips
    .toSorted((a, b) => compareRanks(a.clip, b.clip, a.clip.video_clip_id, b.clip.video_clip_id))
    .flatMap((one) => {
      const slot = one.clip.shooting_id ?? one.clip.pool;
      const position = counts.get(slot);
      if (position === undefined) return [];
      counts.set(slot, position + 1);
      return [{ ...one, clip: { ...one.clip, position } }];
    });
  return { mix, shootings, clips: shown };
}

export function scriptsOf(shooting_id: string, lines: LineRow[]): Script[] {
  return lines
    .filter((line) => line.shooting_id === shooting_id)
    .toSorted((a, b) => compareRanks(a, b, a.script_id, b.script_id))
    .map(({ script_id, text, recording_material_id, captions, second_text }) => {
      return {
        script_id,
        text,
        recording_material_id,
        captions,
        ...(typeof second_text === 'string' && { second_text }),
      };
    });
}

/** Byte by byte, as pages do. */
function compareRanks(a: Ranked, b: Ranked, one: string, other: string): number {
  if (a.rank === b.rank) return one < other ? -1 : 1;
  return a.rank < b.rank ? -1 : 1;
}

async function readClips(db: Queryable, mproject_id: string, hasWords: boolean) {
  const rows = await db
    .select({ clip: video_clip, shot_cover_vlc_id: shot.cover_vlc_id, ...SOURCE })
    .from(video_clip)
    .innerJoin(material, eq(material.material_id, video_clip.material_id))
    .leftJoin(material_facts, eq(material_facts.material_id, material.material_id))
    .leftJoin(shot, eq(shot.shot_id, video_clip.shot_id))
    .leftJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
    .leftJoin(mezzanine, eq(mezzanine.vlc_id, material.mezzanine_vlc_id))
    .leftJoin(preview, eq(preview.vlc_id, material.preview_vlc_id))
    .where(and(eq(video_clip.mproject_id, mproject_id), isNull(video_clip.deleted_at)));
  return withWords(db, rows, hasWords);
}

/** The same of clips that are in no table: planned ones, and those of the past. Without those whose material is gone. */
export async function withSources(
  db: Queryable,
  space_id: string,
  clips: BareClip[],
  hasWords: boolean,
): Promise<Awaited<ReturnType<typeof readClips>>> {
  const ids = [...new Set(clips.map(({ material_id }) => material_id))];
  const sources = await db
    .select(SOURCE)
    .from(material)
    .leftJoin(material_facts, eq(material_facts.material_id, material.material_id))
    .leftJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
    .leftJoin(mezzanine, eq(mezzanine.vlc_id, material.mezzanine_vlc_id))
    .leftJoin(preview, eq(preview.vlc_id, material.preview_vlc_id))
    .where(and(eq(material.space_id, space_id), inArray(material.material_id, ids)));
  const shots = await db
    .select({ shot_id: shot.shot_id, cover: shot.cover_vlc_id })
    .from(shot)
    .where(
      inArray(
        shot.shot_id,
        clips.flatMap(({ shot_id }) => shot_id ?? []),
      ),
    );
  const byId = new Map(sources.map((one) => [one.material.material_id, one]));
  const covers = new Map(shots.map(({ shot_id, cover }) => [shot_id, cover]));
  const rows = clips.flatMap((clip) => {
    const source = byId.get(clip.material_id);
    return source ? [{ clip, shot_cover_vlc_id: covers.get(clip.shot_id ?? '') ?? null, ...source }] : [];
  });
  return withWords(db, rows, hasWords);
}

/** What is said in each clip, where that is wanted. */
async function withWords<T extends { clip: Part }>(db: Queryable, rows: T[], hasWords: boolean) {
  const said = hasWords
    ? await readSaidWithin(
        db,
        rows.map(({ clip }) => clip),
      )
    : null;
  return rows.map((row, n) => ({ ...row, words: said?.[n] ?? null }));
}

type Material = typeof material.$inferSelect;

export function isPicture({ material_type }: Pick<Material, 'material_type'>): boolean {
  return material_type === 'image' || material_type === 'ai_image';
}

/** Length of a material; 0 for a picture, which can be shown for as long as one likes. */
export function sourceMs(row: Pick<Material, 'material_type' | 'duration'>): number {
  return isPicture(row) ? 0 : Math.round((row.duration ?? 0) * 1000);
}

/** Ends may lie this far behind the end of the material: players round, and some name the end of the last frame. */
export const SLACK_MS = 50;

/** Where the film of a clip is broken, as far as analysis knows. */
export function clipDamage({ marks }: Pick<DocumentClip, 'marks'>): { start_ms: number; end_ms: number }[] {
  return (marks?.damaged ?? []).map(({ start, end }) => ({
    start_ms: Math.round(start * 1000),
    end_ms: Math.round(end * 1000),
  }));
}

/** Why a clip can't be used now, in words; null when it can. */
export function clipProblem({ clip, material: row, sha256, facts }: DocumentClip): string | null {
  const { deleted_at, rights_expires_at, analysis_status } = row;
  if (deleted_at !== null) return '素材在回收站里，请恢复素材或换一个片段';
  if (!sha256) return '素材的文件不见了，请换一个片段';
  if (rights_expires_at !== null && Date.parse(rights_expires_at) < Date.now()) {
    // Who took a consent back is told as such: no licence has to be renewed there.
    const isTakenBack = row.rights?.consent === 'missing' && row.rights.note !== '';
    return isTakenBack ? `${row.rights?.note}，请换一个片段` : '素材的授权已过期，请换一个片段';
  }
  if (!facts) return analysis_status === 'failed' ? '素材无法读取，请换一个片段' : '素材还在分析，稍后就能用';
  // Its file was replaced by a shorter one.
  const isBeyond = row.duration !== null && !isPicture(row) && clip.end_ms > sourceMs(row) + SLACK_MS;
  return isBeyond ? `素材的文件换过了，现在只有 ${(sourceMs(row) / 1000).toFixed(1)} 秒，请重新选这一段` : null;
}
