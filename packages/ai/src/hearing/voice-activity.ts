import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { HEARING_RATE } from '#hearing/transcript.ts';
import { REMEMBERED, SOUND, voiceGraph } from '#hearing/voice-graph.ts';
import { sessionOptions } from '#runtime/onnx.ts';

/** A stretch of sound in seconds. */
export type Span = { start: number; end: number };

/** The loaded voice detector. */
export type VoiceActivity = { find(pcm: Float32Array): Promise<Span[]> };

const WINDOW = 512;
const CONTEXT = 64;
/** So many windows are looked through at a time, which is a quarter of a minute. */
const TOGETHER = 512;
/** Speech begins above the first and ends below the second, so that it does not flicker. */
const BEGIN = 0.5;
const END = 0.35;
const SHORTEST_SPEECH = 0.2;
const SHORTEST_PAUSE = 0.25;
const WINDOW_SECONDS = WINDOW / HEARING_RATE;

/** Loads the detector of a pack folder. */
export async function loadVoiceActivity(folder: string): Promise<VoiceActivity> {
  const session = await InferenceSession.create(await voiceGraph(join(folder, 'model.onnx')), sessionOptions(1));

  return {
    async find(pcm) {
      let [memory, cell] = [nothing(), nothing()];
      const chances: number[] = [];
      for (let at = 0; at < pcm.length; at += WINDOW * TOGETHER) {
        const windows = Math.min(TOGETHER, Math.ceil((pcm.length - at) / WINDOW));
        const sound = new Float32Array(windows * SOUND);
        for (let n = 0; n < windows; n += 1) {
          listenAround(pcm, at + n * WINDOW, sound.subarray(n * SOUND, (n + 1) * SOUND));
        }
        const result = await session.run({ sound: new Tensor('float32', sound, [windows, 1, SOUND]), memory, cell });
        [memory, cell] = [result['next_memory'] as typeof memory, result['next_cell'] as typeof cell];
        chances.push(...(result['chances']!.data as Float32Array));
      }
      return toSpans(chances, pcm.length / HEARING_RATE);
    },
  };
}

/** What is remembered before anything was heard. */
function nothing() {
  return new Tensor('float32', new Float32Array(REMEMBERED), [1, 1, REMEMBERED]);
}

/** A window with the end of what comes before it, and its own end mirrored. */
function listenAround(pcm: Float32Array, at: number, sound: Float32Array): void {
  const from = Math.max(0, at - CONTEXT);
  sound.set(pcm.subarray(from, at + WINDOW), CONTEXT - (at - from));
  const end = CONTEXT + WINDOW;
  for (let i = 0; end + i < SOUND; i += 1) sound[end + i] = sound[end - 2 - i]!;
}

/** Spans of speech from the chance of speech in each window. */
function toSpans(chances: number[], duration: number): Span[] {
  const spans: Span[] = [];
  let isSpeech = false;
  chances.forEach((chance, i) => {
    const time = i * WINDOW_SECONDS;
    if (!isSpeech && chance >= BEGIN) {
      const last = spans.at(-1);
      if (last && time - last.end < SHORTEST_PAUSE) last.end = duration;
      else spans.push({ start: time, end: duration });
      isSpeech = true;
    } else if (isSpeech && chance < END) {
      spans.at(-1)!.end = time;
      isSpeech = false;
    }
  });
  return spans.filter(({ start, end }) => end - start >= SHORTEST_SPEECH);
}
