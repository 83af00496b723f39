import { AppError, FACE_CONSENT } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray } from '#db/orm.ts';
import { face, type Figure } from './face.tables.ts';

/**
 * Below this a face surely looks like a child's: the network is off by five years in the mean, and grown-ups that it takes
 * for younger than this are rare (docs/decisions/0248).
 */
const CHILD_YEARS = 13;
/** One look may be a slip. */
const LOOKS_LEAST = 2;

/** Whether several looks at a face suggest a child. The middle one counts: a single slip changes nothing. */
export function looksUnderAge(years: number[], looks = years.length): boolean {
  if (years.length === 0 || looks < LOOKS_LEAST) return false;
  const sorted = years.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]! < CHILD_YEARS;
}

/** Why somebody's face is not changed; null when it may be. */
export function figureProblem({ tracks }: Figure): string | null {
  // A track's age is the middle of its looks already; a picture has but one.
  const years = tracks.map((track) => track.years);
  return looksUnderAge(years, LOOKS_LEAST) ? '这个人看起来未成年，或不是真人，不能换脸' : null;
}

type FaceRow = typeof face.$inferSelect;

/** The faces, each with a consent that holds now. No job begins, goes on or ends without. */
export async function requireConsent(db: Queryable, space_id: string, face_ids: string[]): Promise<FaceRow[]> {
  const wanted = [...new Set(face_ids)];
  const rows = await db
    .select()
    .from(face)
    .where(and(eq(face.space_id, space_id), inArray(face.face_id, wanted)));
  if (rows.length < wanted.length) throw new AppError('conflict', '选的脸不存在或已被删除，请重新选择');
  for (const { face_name, consent, withdrawal } of rows) {
    if (withdrawal) throw new AppError('conflict', `「${face_name}」的同意已撤回，不能再用来换脸`);
    if (consent.version !== FACE_CONSENT.version) {
      throw new AppError('invalid', `「${face_name}」同意的是旧版条款，请重新添加并确认`);
    }
  }
  return rows;
}
