import type { LikenessWeights } from '#likeness/weigh.ts';
import type { Forecast } from '#plan/forecast.ts';

/** One clip that may fill a place in the video: a range of a source file, known by what it shows rather than by its path. */
export type PlanClip = {
  id: string;
  /** Hash of the source file. Two clips with the same content and overlapping ranges show the same pictures. */
  content: string;
  startSeconds: number;
  endSeconds: number;
  /** Playback rate; 2 shows the range in half its length. */
  speed?: number;
  /** Whether its own sound is heard where nobody speaks. */
  isHeard?: boolean;
};

/** One wording of a shooting's line, with the length of its narration. */
export type PlanScript = {
  id: string;
  seconds: number;
  /** What is said or written; nothing where it is left out. */
  text?: string;
  /** How long somebody is heard saying it; nobody is where it is left out. */
  spokenSeconds?: number;
  /** What is heard, where that is the same whichever voice the video has: a recording, or a voice of its own. */
  sound?: string;
  /** Voices that have said it already: it costs nothing to have them say it. */
  spokenIn?: string[];
};

/** Somebody who may say the lines of a video. Voices take the same time for a line: what differs is how it sounds. */
export type PlanVoice = { id: string; name?: string };

/** Music that may lie under a video, from where in it. */
export type PlanMusic = {
  id: string;
  name?: string;
  content: string;
  startSeconds: number;
  /** Below what is said, in decibels. */
  underSpeech: number;
};

/** Words that may stand over a video. */
export type PlanTitle = { id: string; text: string };

/** How much faster than its mix sets it a video is spoken: 1.1 takes a tenth less time for every line. */
export type PlanPace = { id: string; rate: number };

/** How captions may look. It changes pictures and costs new ones, but nothing of the likeness. */
export type PlanStyle = { id: string; name?: string };

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
  /** What a video may have one of. The first is what it has unless another is chosen. */
  voices?: PlanVoice[];
  music?: PlanMusic[];
  titles?: PlanTitle[];
  paces?: PlanPace[];
  styles?: PlanStyle[];
  /** Orders in which the shootings may come, each with the ids of all; the first is theirs. */
  orders?: string[][];
  /** Shootings that a video may do without, each time together; the first leaves out none. */
  gaps?: string[][];
  /** What pictures, sound and words count of the likeness. */
  weights?: LikenessWeights;
  /** Videos that there are already: new ones are kept unlike them as far as there is a choice. */
  past?: Forecast[];
  /** The most that any two videos may be alike, in per cent. */
  maxSharePercent: number;
  /** Whether one video may show the same pictures twice. */
  allowRepeats?: boolean;
};

/** The clip and the script chosen for one place; or, where the place is a factor, which of its choices. */
export type PlanPick = { slotId: string; clipId: string; scriptId?: string };

/**
 * One possible video: a pick for every place that it has, in the order in which they come, then one for each factor that
 * is not its first choice.
 */
export type Combination = PlanPick[];

/** What a video has one of, by the name of its place. */
export const FACTORS = ['voice', 'music', 'title', 'pace', 'style'] as const;
export type FactorKind = (typeof FACTORS)[number];

/** What there is to choose of a factor; the first is what a video has that names none. */
export function choicesOf(plan: MixPlan, kind: FactorKind): { id: string }[] {
  const { voices, music, titles, paces, styles } = plan;
  return { voice: voices, music, title: titles, pace: paces, style: styles }[kind] ?? [];
}

/** The id of the place before the first shooting; shootings use their own ids. */
export const HEADER_SLOT = 'header';

/** The id of the place after the last shooting. */
export const FOOTER_SLOT = 'footer';
