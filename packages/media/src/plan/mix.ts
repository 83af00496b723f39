/** One clip that may fill a place in the video: a range of a source file, known by what it shows rather than by its path. */
export type PlanClip = {
  id: string;
  /** Hash of the source file. Two clips with the same content and overlapping ranges show the same pictures. */
  content: string;
  startSeconds: number;
  endSeconds: number;
  /** Playback rate; 2 shows the range in half its length. */
  speed?: number;
};

/** One wording of a shooting's line, with the length of its narration. */
export type PlanScript = { id: string; seconds: number };

/** What decides how long a shot lasts. */
export type DurationRule = { rule: 'narration' } | { rule: 'clip' } | { rule: 'fixed'; seconds: number };

/** One shot of the mix: the clips that may show it and the scripts that may be spoken over it. */
export type PlanShooting = {
  id: string;
  /** Shown in sentences about the plan; the position is used when empty. */
  name?: string;
  clips: PlanClip[];
  scripts?: PlanScript[];
  duration: DurationRule;
};

/** A mix as plain data: everything that decides which videos can be made from it. */
export type MixPlan = {
  shootings: PlanShooting[];
  header?: PlanClip[];
  footer?: PlanClip[];
  /** A place that has pinned clips uses only those. */
  pinnedClipIds?: string[];
  excludedClipIds?: string[];
  /** Two clips that never appear in the same video. */
  forbiddenPairs?: [string, string][];
  /** The most that any two videos may share, in per cent of the running time. */
  maxSharePercent: number;
  /** Whether one video may show the same pictures twice. */
  allowRepeats?: boolean;
};

/** The clip and the script chosen for one place. */
export type PlanPick = { slotId: string; clipId: string; scriptId?: string };

/** One possible video: a pick for every place, in running order. */
export type Combination = PlanPick[];

/** The id of the place before the first shooting; shootings use their own ids. */
export const HEADER_SLOT = 'header';

/** The id of the place after the last shooting. */
export const FOOTER_SLOT = 'footer';
