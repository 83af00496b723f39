import { SPEAK_WITH } from '@mixreel/ai/providers';
import { SpokenWord, type Voice } from '@mixreel/contract';
import { z } from 'zod';
import { type Engine, kindOf, Samples, Service } from './ability.ts';

/** Samples a second of all speech, whoever makes it. */
export const SPEECH_RATE = 24_000;

/** What an engine is asked to say. */
export const Utterance = z.object({
  text: z.string().min(1).max(20_000),
  voice: z.string(),
  rate: z.number(),
  emotion: z.string().nullable(),
  dictionary: z.array(z.object({ word: z.string(), reading: z.string() })),
});
export type Utterance = z.infer<typeof Utterance>;

/** What it said: mono samples, when each word sounds and which characters it is. */
export const Uttered = z.object({ pcm: Samples, words: z.array(SpokenWord) });
export type Uttered = z.infer<typeof Uttered>;

/** A voice belongs to its engine: no other can speak for it. */
export type SpeechEngine = Engine<Utterance, Uttered> & {
  /** Changes when the same request would sound different. */
  version: string;
  voices: Voice[];
};

const ServiceVoice = z.object({
  voice: z.string().regex(/^[\w.-]{1,100}$/, '只能用字母、数字、点、短横线和下划线'),
  name: z.string().min(1).max(50),
  gender: z.enum(['female', 'male']).default('female'),
  language: z.string().max(20).default('zh'),
  emotions: z.array(z.string().max(40)).max(50).default([]),
});
export const SpeechService = Service.extend({
  kind: kindOf(SPEAK_WITH),
  voices: z.array(ServiceVoice).min(1).max(500),
});
export type SpeechService = z.output<typeof SpeechService>;
