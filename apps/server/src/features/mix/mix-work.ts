import type { MixProject } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { inArray, sql } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { candidate } from '#features/candidate/candidate.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { mproject, shooting, video_clip } from './mix.tables.ts';

/** What there is of a mix, and how far what is being made of it has come. */
export type MixWork = {
  shooting_count: number;
  clip_count: number;
  candidate_count: number;
  exported_count: number;
  /** 0 to 100; null when nothing is being made. */
  progress: number | null;
};

export async function readWork(db: Queryable, mproject_ids: string[]): Promise<Map<string, MixWork>> {
  if (mproject_ids.length === 0) return new Map();
  const rows = await db
    .select({
      mproject_id: mproject.mproject_id,
      shooting_count: sql<number>`(
        select count(*)::int from ${shooting} s where s.mproject_id = mproject.mproject_id and s.deleted_at is null)`,
      clip_count: sql<number>`(
        select count(*)::int from ${video_clip} c left join ${shooting} s using (shooting_id)
        where c.mproject_id = mproject.mproject_id and c.deleted_at is null and s.deleted_at is null)`,
      candidate_count: sql<number>`(
        select count(*)::int from ${candidate} c where c.mproject_id = mproject.mproject_id and not c.is_excluded)`,
      exported_count: sql<number>`(
        select count(*)::int from ${artwork} a where a.mproject_id = mproject.mproject_id and a.deleted_at is null)`,
      progress: sql<number | null>`(
        select avg(t.progress)::float8 from ${task} t
        where t.mproject_id = mproject.mproject_id and t.task_type = 'mix_export'
          and t.status in ('queued', 'running', 'canceling'))`,
    })
    .from(mproject)
    .where(inArray(mproject.mproject_id, mproject_ids));
  return new Map(rows.map(({ mproject_id, ...work }) => [mproject_id, work]));
}

/** An export that was cancelled, or died with its worker, never told the mix: its tasks and its videos count. */
export function statusOf({ status }: Pick<MixProject, 'status'>, work: MixWork | undefined): MixProject['status'] {
  if (!work) return status;
  if (work.progress !== null) return 'producing';
  return work.exported_count > 0 ? 'done' : 'draft';
}
