import type { SpokenWord, Voice } from '@mixreel/contract';

/** What an engine is asked to say. */
export type Utterance = {
  text: string;
  voice: string;
  rate: number;
  emotion: string | null;
  dictionary: { word: string; reading: string }[];
};

/** Samples a second of all speech, whoever makes it. */
export const SPEECH_RATE = 24_000;

/** What it said: mono samples, when each word sounds and which characters it is, and what it cost the machine. */
export type Uttered = { pcm: Float32Array; words: SpokenWord[]; cpu_seconds: number };

/** Something that speaks: built in, or a service that was configured. */
export type SpeechEngine = {
  engine: string;
  engine_name: string;
  is_built_in: boolean;
  host: string | null;
  /** Changes when the same request would sound different. */
  version: string;
  /** Yuan for ten thousand characters. */
  price: number;
  voices: Voice[];
  /** Why it cannot be used now, in Chinese; null when it can. */
  problem(): string | null;
  speak(utterance: Utterance, signal: AbortSignal): Promise<Uttered>;
};
