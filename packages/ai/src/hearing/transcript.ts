import type { Span } from '#hearing/voice-activity.ts';

/** A word, or for Chinese a character, with the seconds at which it is heard. */
export type HeardWord = { text: string; start: number; end: number };

/** A stretch of speech between two pauses or end marks. */
export type HeardSegment = { start: number; end: number; text: string; words: HeardWord[] };

/** What was said; `language` is an ISO 639-1 code, '' when nobody speaks. */
export type Transcript = { language: string; segments: HeardSegment[] };

/** Which of the two models listens: `small` hears better and takes about twice as long. */
export type HearingSize = 'base' | 'small';

/**
 * What the model process is asked; `pcm` is mono at 16 kHz, `known_words` are likely to be said, the likeliest first. Where
 * somebody speaks is found here, unless the asker knows it.
 */
export type HearInput = {
  pcm: Float32Array;
  language?: string;
  size: HearingSize;
  known_words: string[];
  speech?: Span[];
};

export const HEARING_RATE = 16_000;
