import type { ClipPick, LikenessReport, MixOverrides, VideoFactors } from '@mixreel/contract';

/** What all videos made in one copy of a mix have in common and the original has not. */
export type Look = {
  config: MixOverrides;
  /** Shootings of the original in their new order; null leaves it. */
  order: string[] | null;
};

/** How a proposal is made. */
export type ProposalPlan = {
  artwork_id: string;
  mproject_id: string;
  /** Of the original mix. */
  picks: ClipPick[];
  /** Of the video that it stands in for; reports of before have none. */
  factors?: VideoFactors;
  /** Those with the same number and mix are made in one copy; 0 changes clips only. */
  look: number;
  /** When somebody wanted it made: set before anything is, so that nobody makes it twice. */
  started_at: string | null;
  /** Of the copy, once there is one. */
  export_task_id: string | null;
  candidate_id: string | null;
};

/** From wanting it to its export are seconds: after minutes, whoever was at it has died. */
const PATIENCE_MS = 5 * 60_000;

export function isStarted({ started_at, export_task_id }: ProposalPlan): boolean {
  return export_task_id !== null || (started_at !== null && Date.now() - Date.parse(started_at) < PATIENCE_MS);
}

/** A report with what only the server needs of it. */
export type StoredReport = LikenessReport & {
  max_likeness: number;
  looks: Record<string, Look[]>;
  plans: ProposalPlan[];
};
