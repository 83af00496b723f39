import { AppError, type DraftSetting, type Timeline } from '@mixreel/contract';
import { now } from '#db/columns.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, isNull, or, sql } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { candidate } from '#features/candidate/candidate.tables.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { mproject } from '#features/mix/mix.tables.ts';
import { draft_setting } from './draft.tables.ts';

const DEFAULT: DraftSetting = { profile: 'jianying_5', markers: null, draft_root: '' };

export async function readSetting(db: Queryable, user_uid: string): Promise<DraftSetting> {
  const [found] = await db.select().from(draft_setting).where(eq(draft_setting.user_uid, user_uid));
  return { ...DEFAULT, ...found?.setting };
}

type Change = { [Field in keyof DraftSetting]?: DraftSetting[Field] | undefined };

/** A drive, a share or the root of the file system comes first. */
const WHOLE_PATH = /^([a-z]:[\\/]|[\\/])/i;

/** What is not named stays. Markers belong to a program: choosing another one lets go of them. */
export async function changeSetting(db: Queryable, user_uid: string, change: Change): Promise<DraftSetting> {
  if (change.draft_root && !WHOLE_PATH.test(change.draft_root)) {
    throw new AppError('invalid', '请填写完整的草稿目录，例如 D:\\JianyingPro Drafts');
  }
  const before = await readSetting(db, user_uid);
  const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Change;
  const isOther = named.profile !== undefined && named.profile !== before.profile;
  const setting: DraftSetting = { ...before, ...(isOther && { markers: null }), ...named };
  await db
    .insert(draft_setting)
    .values({ user_uid, setting })
    .onConflictDoUpdate({ target: draft_setting.user_uid, set: { setting, updated_at: now } });
  return setting;
}

/** A finished video as far as drafts are concerned. */
export type FinishedVideo = { name: string; timeline: Timeline | null; cover_vlc_id: string | null };

/** Those of the project that are there, by id. */
export async function readFinished(
  db: Queryable,
  { space_id, project_id }: { space_id: string; project_id: string },
  artwork_ids: string[],
): Promise<Map<string, FinishedVideo>> {
  const rows = await db
    .select({
      artwork_id: artwork.artwork_id,
      name: artwork.artwork_name,
      timeline: artwork.timeline,
      cover_vlc_id: artwork.cover_vlc_id,
    })
    .from(artwork)
    .where(
      and(
        eq(artwork.space_id, space_id),
        eq(artwork.project_id, project_id),
        inArray(artwork.artwork_id, artwork_ids),
        isNull(artwork.deleted_at),
      ),
    );
  return new Map(rows.map(({ artwork_id, ...row }) => [artwork_id, row]));
}

/** Who did not agree to be shown. Told rather than refused: what becomes of a draft is decided in the other program. */
export async function readConsentNotes(db: Queryable, timelines: Timeline[]): Promise<string[]> {
  const material_ids = [...new Set(timelines.flatMap(({ cuts }) => cuts.map(({ material_id }) => material_id)))];
  const rows = await db
    .select({ name: material.material_name })
    .from(material)
    .where(and(inArray(material.material_id, material_ids), sql`${material.rights} ->> 'consent' = 'missing'`));
  return rows.map(({ name }) => `「${name}」里的人还没有同意出镜，发布之前请取得同意，或换掉这个素材`);
}

/** The contents that timelines show: files as they were cut, and what became of their materials since. */
export async function readShown(db: Queryable, space_id: string, timelines: Timeline[]): Promise<string[]> {
  const cuts = timelines.flatMap((timeline) => timeline.cuts);
  const logos = timelines.flatMap(({ logo }) => logo?.material_id || []);
  const of = or(
    inArray(material.material_id, [...new Set([...cuts.map(({ material_id }) => material_id), ...logos])]),
    inArray(vlc_file.vlc_id, [...new Set(cuts.map(({ vlc_id }) => vlc_id))]),
  );
  const files = await db
    .selectDistinct({ sha256: vlc_file.sha256 })
    .from(vlc_file)
    .leftJoin(material, eq(material.vlc_id, vlc_file.vlc_id))
    .where(and(eq(vlc_file.space_id, space_id), of));
  return files.map(({ sha256 }) => sha256);
}

/** Refuses what is not there, or was made before videos kept what they are made of. Answers a name for the whole. */
export async function requireSources(
  db: Queryable,
  where: { space_id: string; project_id: string },
  { artwork_ids, candidate_ids }: { artwork_ids: string[]; candidate_ids: string[] },
): Promise<string> {
  const finished = await readFinished(db, where, artwork_ids);
  const known = [...finished.values()];
  if (known.length < new Set(artwork_ids).size) throw new AppError('not_found', '有成片不存在或已被删除，请重新选择');
  if (known.length > 0 && candidate_ids.length === 0 && known.every(({ timeline }) => !timeline)) {
    throw new AppError('conflict', '这些成片没有剪辑记录（上传的，或较早导出的），请从混剪里重新导出后再试');
  }
  const candidates = await db
    .select({ candidate_id: candidate.candidate_id, name: mproject.mproject_name })
    .from(candidate)
    .innerJoin(mproject, eq(mproject.mproject_id, candidate.mproject_id))
    .where(
      and(
        eq(candidate.space_id, where.space_id),
        eq(mproject.project_id, where.project_id),
        inArray(candidate.candidate_id, candidate_ids),
        isNull(mproject.deleted_at),
      ),
    );
  if (candidates.length < new Set(candidate_ids).size) {
    throw new AppError('not_found', '有候选不存在，可能已重新挑选，请刷新后再试');
  }
  // Named after the first that was chosen, as the archive is.
  return finished.get(artwork_ids[0] ?? '')?.name ?? candidates[0]?.name ?? '剪辑工程';
}
