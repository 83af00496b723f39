import { AppError, type SpokenWord } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { and, asc, eq, isNull, sql } from '#db/orm.ts';
import { alias } from '#db/pg-core.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material, material_facts, material_sound } from '#features/material/material.tables.ts';
import { mproject, shooting, video_clip } from './mix.tables.ts';

export type MixRow = typeof mproject.$inferSelect;
export type ShootingRow = typeof shooting.$inferSelect;
export type ClipRow = typeof video_clip.$inferSelect;

const mezzanine = alias(vlc_file, 'mezzanine');
const preview = alias(vlc_file, 'preview');

const CLIP = {
  clip: video_clip,
  material,
  shot_cover_vlc_id: shot.cover_vlc_id,
  facts: material_facts.facts,
  marks: material_facts.marks,
  /** Contents: of the file itself, of its copy that is cheap to cut, of its small copy. */
  sha256: vlc_file.sha256,
  mezzanine_sha256: mezzanine.sha256,
  preview_sha256: preview.sha256,
};

/** A clip with all that is known of its material. The material may be in the recycle bin. */
export type DocumentClip = Awaited<ReturnType<typeof readClips>>[number];

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
  const shootings = await db
    .select()
    .from(shooting)
    .where(and(eq(shooting.mproject_id, mproject_id), isNull(shooting.deleted_at)))
    .orderBy(asc(shooting.position), asc(shooting.shooting_id));
  const ids = new Set(shootings.map(({ shooting_id }) => shooting_id));
  const clips = await readClips(db, mproject_id, hasWords);
  // A clip of a deleted shooting waits with it to be restored.
  return { mix, shootings, clips: clips.filter(({ clip }) => !clip.shooting_id || ids.has(clip.shooting_id)) };
}

async function readClips(db: Queryable, mproject_id: string, hasWords: boolean) {
  const words = sql<SpokenWord[] | null>`case when ${hasWords}::boolean then ${material_sound.words} end`;
  return db
    .select({ ...CLIP, words })
    .from(video_clip)
    .innerJoin(material, eq(material.material_id, video_clip.material_id))
    .leftJoin(material_facts, eq(material_facts.material_id, material.material_id))
    .leftJoin(material_sound, eq(material_sound.material_id, material.material_id))
    .leftJoin(shot, eq(shot.shot_id, video_clip.shot_id))
    .leftJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
    .leftJoin(mezzanine, eq(mezzanine.vlc_id, material.mezzanine_vlc_id))
    .leftJoin(preview, eq(preview.vlc_id, material.preview_vlc_id))
    .where(and(eq(video_clip.mproject_id, mproject_id), isNull(video_clip.deleted_at)))
    .orderBy(asc(video_clip.position), asc(video_clip.video_clip_id));
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

/** Why a clip can't be used now, in words; null when it can. */
export function clipProblem({ clip, material: row, sha256, facts }: DocumentClip): string | null {
  const { deleted_at, rights_expires_at, analysis_status } = row;
  if (deleted_at !== null) return '素材在回收站里，请恢复素材或换一个片段';
  if (!sha256) return '素材的文件不见了，请换一个片段';
  if (rights_expires_at !== null && Date.parse(rights_expires_at) < Date.now()) return '素材的授权已过期，请换一个片段';
  if (!facts) return analysis_status === 'failed' ? '素材无法读取，请换一个片段' : '素材还在分析，稍后就能用';
  // Its file was replaced by a shorter one.
  const isBeyond = row.duration !== null && !isPicture(row) && clip.end_ms > sourceMs(row) + SLACK_MS;
  return isBeyond ? `素材的文件换过了，现在只有 ${(sourceMs(row) / 1000).toFixed(1)} 秒，请重新选这一段` : null;
}
