/** Which videos are given on: finished ones, candidates, or both. */
export type DraftOf = { project_id: string; artwork_ids?: string[]; candidate_ids?: string[] };
