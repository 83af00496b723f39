import { AppError } from '@mixreel/contract';
import { SIGNATURE_VERSION, type Signature } from '@mixreel/media';
import { now } from '#db/columns.ts';
import type { Db, Queryable } from '#db/connect.ts';
import { and, asc, desc, eq, gt, inArray, isNull, notInArray, type SQL, sql } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { artwork_signature, likeness_report } from './likeness.tables.ts';
import type { StoredReport } from './stored-report.ts';

/** A finished video as it is compared. */
export type Video = {
  artwork_id: string;
  artwork_name: string;
  space_id: string;
  project_id: string;
  mproject_id: string | null;
  sha256: string;
};

function selectVideos(db: Queryable, condition: SQL | undefined) {
  const { artwork_id, artwork_name, space_id, project_id, mproject_id } = artwork;
  return db

    .select({ artwork_id, artwork_name, space_id, project_id, mproject_id, sha256: vlc_file.sha256 })
    .from(artwork)
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, artwork.vlc_id))
    .where(and(isNull(artwork.deleted_at), condition))
    .$dynamic();
}

/** The videos that were asked about, the oldest first. */
export async function requireVideos(db: Queryable, space_id: string, artwork_ids: string[]): Promise<Video[]> {
  const theirs = and(eq(artwork.space_id, space_id), inArray(artwork.artwork_id, artwork_ids));
  const rows = await selectVideos(db, theirs).orderBy(asc(artwork.artwork_id));
  if (rows.length < new Set(artwork_ids).size) throw new AppError('not_found', '有成片已被删除，请重新选择');
  return rows;
}

/** Whatever else the space exported in the last so many days. */
export async function readOutside(
  db: Queryable,
  space_id: string,
  { days, except }: { days: number; except: string[] },
): Promise<Video[]> {
  if (days === 0) return [];
  const since = sql`now() - make_interval(days => ${days})`;
  const condition = and(
    eq(artwork.space_id, space_id),
    gt(artwork.created_at, since as unknown as string),
    except.length > 0 ? notInArray(artwork.artwork_id, except) : undefined,
  );
  return selectVideos(db, condition).orderBy(desc(artwork.artwork_id));
}

const isCurrent = eq(artwork_signature.version, SIGNATURE_VERSION);

/** Which of these have no signature yet. */
export async function findUnsigned(db: Queryable, videos: Video[]): Promise<Video[]> {
  if (videos.length === 0) return [];
  const rows = await db
    .select({ artwork_id: artwork_signature.artwork_id })
    .from(artwork_signature)
    .where(and(isCurrent, inArray(artwork_signature.artwork_id, idsOf(videos))));
  const signed = new Set(idsOf(rows));
  return videos.filter(({ artwork_id }) => !signed.has(artwork_id));
}

/** Some of those in the whole installation that wait for one, the newest first. */
export async function readWaiting(db: Queryable, { days, limit }: { days: number; limit: number }): Promise<Video[]> {
  const known = sql`exists (select 1 from ${artwork_signature} s
    where s.artwork_id = ${artwork.artwork_id} and s.version = ${SIGNATURE_VERSION})`;
  const recent = sql`${artwork.created_at} > now() - make_interval(days => ${days})`;
  return selectVideos(db, and(recent, sql`not ${known}`))
    .orderBy(desc(artwork.artwork_id))
    .limit(limit);
}

export async function readSignatures(db: Queryable, artwork_ids: string[]): Promise<Map<string, Signature>> {
  if (artwork_ids.length === 0) return new Map();
  const { artwork_id, picture, sound, text } = artwork_signature;
  const rows = await db
    .select({ artwork_id, picture, sound, text })
    .from(artwork_signature)
    .where(and(isCurrent, inArray(artwork_id, artwork_ids)));
  return new Map(rows.map((row) => [row.artwork_id, row]));
}

export async function storeSignature(
  db: Queryable,
  { artwork_id, space_id }: Video,
  { picture, sound, text }: Signature,
  seconds: number,
): Promise<void> {
  const row = { picture: Buffer.from(picture), sound: Buffer.from(sound), text, seconds, version: SIGNATURE_VERSION };
  await db
    .insert(artwork_signature)
    .values({ artwork_id, space_id, ...row })
    .onConflictDoUpdate({ target: artwork_signature.artwork_id, set: { ...row, created_at: now } });
}

export async function requireReport(db: Queryable, space_id: string, task_id: string): Promise<StoredReport> {
  const [row] = await db
    .select()
    .from(likeness_report)
    .where(and(eq(likeness_report.task_id, task_id), eq(likeness_report.space_id, space_id)));
  if (!row) throw new AppError('not_found', '查重报告还没有做好，请等任务完成');
  return row.report;
}

export async function storeReport(db: Queryable, space_id: string, report: StoredReport): Promise<void> {
  await db
    .insert(likeness_report)
    .values({ task_id: report.task_id, space_id, report })
    .onConflictDoUpdate({ target: likeness_report.task_id, set: { report } });
}

/** Changes a report that others may be changing at the same time. */
export async function changeReport<T>(
  db: Db,
  space_id: string,
  task_id: string,
  change: (report: StoredReport) => T,
): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from ${likeness_report} where ${eq(likeness_report.task_id, task_id)} for update`);
    const report = await requireReport(tx, space_id, task_id);
    const done = change(report);
    await storeReport(tx, space_id, report);
    return done;
  });
}

export function idsOf(rows: { artwork_id: string }[]): string[] {
  return rows.map(({ artwork_id }) => artwork_id);
}
