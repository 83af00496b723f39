import type { ExportProblem, ProblemFix } from '@mixreel/contract';

/** A problem as it is found; where it is, is said of all of them alike. */
export type Found = Omit<ExportProblem, 'where'>;

/** What a problem has that is about the whole mix and only for a person to solve. */
export const NOTHING = {
  shooting_id: null,
  script_id: null,
  video_clip_id: null,
  at_ms: null,
  taboo_word: null,
  fact: null,
  fixes: [],
  blocks: false,
} satisfies Partial<Found>;

/** One click that does nothing but this. */
export function fixBy(label: string, change: Partial<Omit<ProblemFix, 'label'>>): ProblemFix {
  return { label, config: {}, mix: {}, wording: [], clip: {}, source: null, ...change };
}

/** Other texts for those that are changed by it; null when none is. */
export function rewordFix(label: string, texts: string[], change: (text: string) => string): ProblemFix | null {
  const wording = texts.map((from) => ({ from, to: change(from) })).filter(({ from, to }) => from !== to);
  return wording.length === 0 ? null : fixBy(label, { wording });
}
