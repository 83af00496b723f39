import { AppError, type Clip } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { DirsWithin } from '#features/search/dirs-within.ts';
import { recommendClips } from '#features/search/recommend.ts';
import { type PlannedClip, planClips } from './plan-clips.ts';

/** A clip for some words. A guess: nothing in it says so, it merely is there and long enough. */
export type FittingClip = { clip: PlannedClip; why: string; score: number; is_guess: boolean };

type Where = { space_id: string; project_id: string; within?: DirsWithin | null };
type Wanted = { text: string; needed: number; taken: string[]; limit: number };

/** Reasons that any shot may have, whatever was asked for. */
const FITTING = new Set<Clip['reasons'][number]['kind']>(['length', 'quality', 'unused', 'lesson']);
const REASONS_SHOWN = 3;

/** The best of the library for these words, guesses last. */
export async function findFittingClips(
  app: App,
  { space_id, project_id, within = null }: Where,
  { text, needed, taken, limit }: Wanted,
): Promise<FittingClip[]> {
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const filter = { space_id, project_id, within, exclude_ids: taken };
  const best = await recommendClips(app, filter, { text: text.slice(0, 1000), min_duration: needed, limit });
  const asked = best.map(({ material_id, shot_id }) => ({ material_id, shot_id }));
  if (asked.length === 0) return [];
  const { clips } = await planClips(app.db, space_id, asked).catch(toNotices);
  const found = new Map(best.map((clip) => [clip.shot_id, clip]));
  const fitting = clips.map((clip): FittingClip => {
    const of = found.get(clip.shot_id ?? '');
    const is_guess = !of?.reasons.some(({ kind }) => !FITTING.has(kind));
    return { clip, why: of ? whyOf(of) : '', score: of?.score ?? 0, is_guess };
  });
  return fitting.toSorted((a, b) => Number(a.is_guess) - Number(b.is_guess));
}

/** What can't be cut from is no reason not to go on without it. */
export function toNotices(error: unknown): { clips: PlannedClip[]; notices: string[] } {
  if (!(error instanceof AppError)) throw error;
  return { clips: [], notices: [error.message] };
}

/** Its name stands beside it already. */
function whyOf({ reasons }: Clip): string {
  return reasons
    .map(({ kind, text, words }) => (kind === 'name' ? `名称里有「${words.join('」「')}」` : text))
    .slice(0, REASONS_SHOWN)
    .join(' · ');
}
