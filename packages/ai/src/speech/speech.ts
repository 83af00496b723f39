import type { DictionaryEntry } from '#text/normalise.ts';

/** What is to be said, by whom, how fast (1 is the voice's own pace), and how a space wants its words read. */
export type SpeechRequest = { text: string; voice: string; speed?: number; dictionary?: DictionaryEntry[] };

/** A spoken word; times in seconds of the sound, `from` and `to` positions in the text as it was given. */
export type SpokenWord = { text: string; start: number; end: number; from: number; to: number };

/** Spoken text: mono sound from -1 to 1, and when each word is heard. */
export type Speech = { sample_rate: number; pcm: Float32Array; duration: number; words: SpokenWord[] };

/** A piece of a longer speech, handed over as soon as it is ready; its times count from the start of the whole. */
export type SpokenPiece = Speech & { start: number };

/** What the model process is asked; checked already. */
export type SpeakInput = Required<SpeechRequest>;

export const SAMPLE_RATE = 24_000;
