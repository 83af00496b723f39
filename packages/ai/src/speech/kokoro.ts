import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { sessionOptions, withOutput } from '#runtime/onnx.ts';
import alphabet from '#speech/kokoro-alphabet.json' with { type: 'json' };

/** The loaded model. */
export type Kokoro = {
  /** Says phonemes; `seconds` has the length of each letter that the model knows, `letters` which those are. */
  say(phonemes: string, voice: string, speed: number): Promise<{ pcm: Float32Array; seconds: number[] }>;
};

/** The model takes 510 letters at most, with one for silence at each end. */
export const MOST_LETTERS = 500;

/** Where the graph computes how long each letter is held, in steps of 600 samples; it is no output of its own. */
const DURATIONS = '/encoder/Clip_output_0';
const STEP_SECONDS = 600 / 24_000;
const STYLE_SIZE = 256;
const STYLES = 510;

const ids: Record<string, number> = alphabet;

/** Loads the model of a pack folder. */
export async function loadKokoro(folder: string, threads: number): Promise<Kokoro> {
  const model = await withOutput(join(folder, 'model.onnx'), DURATIONS);
  const session = await InferenceSession.create(model, sessionOptions(threads));
  const voices = new Map<string, Float32Array>();

  async function styleOf(voice: string, letters: number): Promise<Float32Array> {
    let styles = voices.get(voice);
    if (!styles) {
      const bytes = await readFile(join(folder, 'voices', `${voice}.bin`));
      styles = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
      voices.set(voice, styles);
    }
    // A voice has a style for each length of text.
    const row = Math.min(letters, STYLES - 1) * STYLE_SIZE;
    return styles.subarray(row, row + STYLE_SIZE);
  }

  return {
    async say(phonemes, voice, speed) {
      const letters = lettersOf(phonemes);
      const input = BigInt64Array.from([0, ...letters, 0], BigInt);
      const output = await session.run({
        input_ids: new Tensor('int64', input, [1, input.length]),
        style: new Tensor('float32', await styleOf(voice, letters.length), [1, STYLE_SIZE]),
        speed: new Tensor('float32', [speed], [1]),
      });
      const steps = Array.from(output[DURATIONS]!.data as BigInt64Array | Float32Array, Number);
      return { pcm: output['waveform']!.data as Float32Array, seconds: steps.map((step) => step * STEP_SECONDS) };
    },
  };
}

/** The numbers of the letters that the model knows; others are passed over. */
export function lettersOf(phonemes: string): number[] {
  return Array.from(phonemes).flatMap((letter) => ids[letter] ?? []);
}
