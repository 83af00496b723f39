import { speakWithAzure } from '#providers/azure.ts';
import { speakWithCosyvoice } from '#providers/cosyvoice.ts';
import { hearWithFunasr } from '#providers/funasr.ts';
import { speakWithMinimax } from '#providers/minimax.ts';
import { hearWithOpenai, hearWithWhisperServer, speakWithOpenai } from '#providers/openai.ts';
import type { HEARING_PROVIDERS, HearWith, SPEECH_PROVIDERS, SpeakWith } from '#providers/provider.ts';
import { speakWithVolcengine } from '#providers/volcengine.ts';

/** How to ask each kind of service to speak. */
export const SPEAK_WITH: Record<(typeof SPEECH_PROVIDERS)[number], SpeakWith> = {
  openai: speakWithOpenai,
  azure: speakWithAzure,
  volcengine: speakWithVolcengine,
  minimax: speakWithMinimax,
  cosyvoice: speakWithCosyvoice,
};

/** How to ask each kind of service to listen. */
export const HEAR_WITH: Record<(typeof HEARING_PROVIDERS)[number], HearWith> = {
  openai: hearWithOpenai,
  'whisper-server': hearWithWhisperServer,
  funasr: hearWithFunasr,
};
