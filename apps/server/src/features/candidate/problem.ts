import type { ExportProblem, ProblemFix } from '@mixreel/contract';

/** A problem as it is found; where it is, is said of all of them alike. */
export type Found = Omit<ExportProblem, 'where'>;

/** What a problem has that is about the whole mix and only for a person to solve. */
export const NOTHING = {
  shooting_id: null,
  script_id: null,
  video_clip_id: null,
  at_ms: null,
  fixes: [],
  blocks: false,
} satisfies Partial<Found>;

/** One click that does nothing but this. */
export function fixBy(label: string, change: Partial<Omit<ProblemFix, 'label'>>): ProblemFix {
  return { label, config: {}, mix: {}, wording: [], clip: {}, source: null, ...change };
}
