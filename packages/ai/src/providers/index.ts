import { filmWithArk } from '#providers/ark-films.ts';
import { paintWithArk } from '#providers/ark-images.ts';
import { speakWithAzure } from '#providers/azure.ts';
import { writeWithOpenai } from '#providers/chat.ts';
import { paintWithComfyui } from '#providers/comfyui.ts';
import { speakWithCosyvoice } from '#providers/cosyvoice.ts';
import { filmWithDashscope } from '#providers/dashscope-films.ts';
import { paintWithDashscope } from '#providers/dashscope-images.ts';
import { swapWithFaceSwaps } from '#providers/face-swaps.ts';
import { hearWithFunasr } from '#providers/funasr.ts';
import { swapWithHeygen } from '#providers/heygen.ts';
import { filmWithKling } from '#providers/kling.ts';
import { paintWithMidjourney } from '#providers/midjourney.ts';
import { filmWithMinimax } from '#providers/minimax-films.ts';
import { speakWithMinimax } from '#providers/minimax.ts';
import { filmWithOpenai } from '#providers/openai-films.ts';
import { paintWithOpenai } from '#providers/openai-images.ts';
import { hearWithOpenai, hearWithWhisperServer, speakWithOpenai } from '#providers/openai.ts';
import type { FaceWith, FilmWith, HearWith, PaintWith, SpeakWith, WriteWith } from '#providers/provider.ts';
import { paintWithQwen } from '#providers/qwen-images.ts';
import { filmWithRunway } from '#providers/runway.ts';
import { paintWithSdWebui } from '#providers/sd-webui.ts';
import { speakWithVolcengine } from '#providers/volcengine.ts';

export * from '#providers/comfyui-workflow.ts';
export * from '#providers/provider.ts';

/** How to ask each kind of service to speak. Another kind is a file and a line here; so below. */
export const SPEAK_WITH = {
  openai: speakWithOpenai,
  azure: speakWithAzure,
  volcengine: speakWithVolcengine,
  minimax: speakWithMinimax,
  cosyvoice: speakWithCosyvoice,
} satisfies Record<string, SpeakWith>;

/** How to ask each kind of service to listen. */
export const HEAR_WITH = {
  openai: hearWithOpenai,
  'whisper-server': hearWithWhisperServer,
  funasr: hearWithFunasr,
} satisfies Record<string, HearWith>;

/** How to ask each kind of service to write. */
export const WRITE_WITH = { openai: writeWithOpenai } satisfies Record<string, WriteWith>;

/** How to ask each kind of service to make pictures. */
export const PAINT_WITH = {
  openai: paintWithOpenai,
  ark: paintWithArk,
  dashscope: paintWithDashscope,
  'qwen-image': paintWithQwen,
  midjourney: paintWithMidjourney,
  'sd-webui': paintWithSdWebui,
  comfyui: paintWithComfyui,
} satisfies Record<string, PaintWith>;

/** How to ask each kind of service to make films of pictures. */
export const FILM_WITH = {
  kling: filmWithKling,
  ark: filmWithArk,
  minimax: filmWithMinimax,
  dashscope: filmWithDashscope,
  runway: filmWithRunway,
  openai: filmWithOpenai,
} satisfies Record<string, FilmWith>;

/** How to ask each kind of service for another face in a film. */
export const SWAP_WITH = {
  'face-swaps': swapWithFaceSwaps,
  heygen: swapWithHeygen,
} satisfies Record<string, FaceWith>;
