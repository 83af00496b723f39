import { z } from 'zod';
import { MixConfigChange } from './mix-config.ts';

/** What keeps a mix from giving more videos, in a sentence. */
export const MixLimit = z.object({
  kind: z.enum([
    'empty',
    'conflict',
    'voice',
    'music',
    'share',
    'single',
    'same',
    'forbidden',
    'pinned',
    'excluded',
    'silent',
  ]),
  slot_ids: z.array(z.string()),
  sentence: z.string(),
});

export type MixLimit = z.infer<typeof MixLimit>;

/** What so many more of one thing would bring: clips of a place, wordings of a line, voices, pieces of music. */
const MixAdvice = z.object({
  kind: z.enum(['clip', 'wording', 'voice', 'music']),
  /** The place it is done to: a shooting, `header` or `footer`; empty for the whole video, or for every place. */
  slot_id: z.string(),
  name: z.string(),
  /** How many there are. */
  has: z.int(),
  steps: z.int(),
  /** Videos within the allowed likeness after it, as far as they are counted. */
  reaches: z.int(),
  /** As text: it can be larger than a number holds. */
  more_combinations: z.string(),
  sentence: z.string(),
  /** Settings that do it; null where a person has to write or to film. */
  change: MixConfigChange.nullable(),
});
export type MixAdvice = z.infer<typeof MixAdvice>;

/** Something that candidates have one of, and how many have it. */
const CandidateChoice = z.object({ id: z.string(), name: z.string(), count: z.int() });
export type CandidateChoice = z.infer<typeof CandidateChoice>;

/** The bar below the editor. */
export const MixSummary = z.object({
  /** How many different videos there can be, as text: it can be larger than a number holds. */
  combinations: z.string(),
  is_exact: z.boolean(),
  /** No set of them within the allowed likeness can be larger than this. */
  ceiling: z.string(),
  /** How many fit within the allowed likeness: so many were found, and there may be more where `is_room_more`. */
  room: z.int(),
  is_room_more: z.boolean(),
  /** How many the mix asks for. */
  wanted: z.int(),
  planned: z.int(),
  picked: z.int(),
  exported: z.int(),
  most_likeness: z.number(),
  /** The level of that, and where L3 begins: what is below can be published. */
  level: z.int(),
  level_from: z.number(),
  /** What the candidates begin with, and who speaks in them. */
  openings: z.array(CandidateChoice),
  voices: z.array(CandidateChoice),
  /** Seconds that exporting the picked ones would take on this machine, and the CPU seconds that sharing saves. */
  estimate_s: z.number().nullable(),
  /** What the picked ones need that is not there yet: shots to encode, seconds to be spoken. */
  new_shots: z.int(),
  speech_s: z.number(),
  duration_min: z.number(),
  duration_max: z.number(),
  limits: z.array(MixLimit),
  /** One more of everything there can be one more of, the one that brings most first. */
  advice: z.array(MixAdvice),
  /** Up to three cheapest ways to as many as are wanted; none where there is room for as many. */
  ways: z.array(MixAdvice),
  /** The document was changed since these were chosen. */
  is_outdated: z.boolean(),
});
export type MixSummary = z.infer<typeof MixSummary>;
