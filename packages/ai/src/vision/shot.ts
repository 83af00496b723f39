/** The kinds of tags a shot gets. */
export type ShotTagType =
  | 'object'
  | 'scene'
  | 'person'
  | 'clothes'
  | 'action'
  | 'count'
  | 'shot_size'
  | 'colour'
  | 'light'
  | 'motion'
  | 'text'
  | 'quality';

/** `key` stays whatever the name becomes; `score` is how sure we are, 0 to 1. */
export type ShotTag = { tag_type: ShotTagType; key: string; name: string; score: number };

/** What was measured of a shot without a model, in the units of packages/media; what is not known is left out. */
export type ShotMeasures = {
  /** Mean change from frame to frame, 0 to 255. */
  motion?: number;
  /** Mean, 0 to 255. */
  brightness?: number;
  /** Variance of the Laplacian at 192 pixels; under 30 reads as blurred. */
  sharpness?: number;
  /** Main colours as `#rrggbb`, the largest first. */
  colours?: string[];
  orientation?: 'portrait' | 'landscape' | 'square';
  /** In seconds. */
  duration?: number;
  has_speech?: boolean;
};

/**
 * What there is to say of a shot; `guesses` are not sure enough to be shown, but worth finding; `caption` is one sentence
 * for people and for text vectors.
 */
export type ShotDescription = { tags: ShotTag[]; guesses: ShotTag[]; caption: string };
