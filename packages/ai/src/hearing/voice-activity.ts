import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { HEARING_RATE } from '#hearing/transcript.ts';
import { sessionOptions } from '#runtime/onnx.ts';

/** A stretch of sound in seconds. */
export type Span = { start: number; end: number };

/** The loaded voice detector. */
export type VoiceActivity = { find(pcm: Float32Array): Promise<Span[]> };

const WINDOW = 512;
const CONTEXT = 64;
/** Speech begins above the first and ends below the second, so that it does not flicker. */
const BEGIN = 0.5;
const END = 0.35;
const SHORTEST_SPEECH = 0.2;
const SHORTEST_PAUSE = 0.25;
const WINDOW_SECONDS = WINDOW / HEARING_RATE;

/** Loads the detector of a pack folder. */
export async function loadVoiceActivity(folder: string): Promise<VoiceActivity> {
  const session = await InferenceSession.create(join(folder, 'model.onnx'), sessionOptions(1));
  const rate = new Tensor('int64', [BigInt(HEARING_RATE)], []);

  return {
    async find(pcm) {
      let state = new Tensor('float32', new Float32Array(2 * 128), [2, 1, 128]);
      const chances: number[] = [];
      for (let at = 0; at < pcm.length; at += WINDOW) {
        // The model looks at the end of the window before, too.
        const input = new Float32Array(CONTEXT + WINDOW);
        const from = Math.max(0, at - CONTEXT);
        input.set(pcm.subarray(from, at + WINDOW), CONTEXT - (at - from));
        const result = await session.run({ input: new Tensor('float32', input, [1, input.length]), state, sr: rate });
        state = result['stateN'] as typeof state;
        chances.push((result['output']!.data as Float32Array)[0]!);
      }
      return toSpans(chances, pcm.length / HEARING_RATE);
    },
  };
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
