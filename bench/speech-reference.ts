/**
 * The simplest Whisper loop, run as a process of its own by bench/speech.ts: fixed windows of 30 s, log-mel by a plain
 * Fourier sum, greedy decoding with the cache. No voice activity, no times, no guards. Prints what it heard as tokens.
 */
import { readFileSync } from 'node:fs';
import { InferenceSession, Tensor } from 'onnxruntime-node';

const [, , folder = '', soundFile = '', threads = '2'] = process.argv;
const options = { intraOpNumThreads: Number(threads), interOpNumThreads: 1, logSeverityLevel: 3 as const };
const encoder = await InferenceSession.create(`${folder}/encoder.onnx`, options);
const decoder = await InferenceSession.create(`${folder}/decoder.onnx`, options);
const bytes = readFileSync(soundFile);
const sound = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
const SECONDS = 30;
const FRAMES = 3000;
const filters = melFilters();
let count = 0;
for (let at = 0; at < sound.length; at += SECONDS * 16_000) {
  count += (await transcribe(sound.subarray(at, at + SECONDS * 16_000))).length;
}
console.log(count);

async function transcribe(pcm: Float32Array): Promise<number[]> {
  const features = new Tensor('float32', logMel(pcm), [1, 80, FRAMES]);
  const { last_hidden_state: state } = await encoder.run({ input_features: features }, ['last_hidden_state']);
  const tokens: number[] = [];
  let past: Record<string, Tensor> = {};
  for (const name of decoder.inputNames.filter((input) => input.startsWith('past'))) {
    const input = decoder.inputMetadata.find((candidate) => candidate.name === name);
    const [, heads, , size] = input?.isTensor ? input.shape : [];
    past[name] = new Tensor('float32', new Float32Array(0), [1, Number(heads), 0, Number(size)]);
  }
  for (let input = [50_258, 50_260, 50_359, 50_363], isFirst = true; tokens.length < 220; isFirst = false) {
    const result = await decoder.run(
      {
        ...past,
        input_ids: new Tensor('int64', BigInt64Array.from(input, BigInt), [1, input.length]),
        encoder_hidden_states: state!,
        use_cache_branch: new Tensor('bool', [!isFirst], [1]),
      },
      decoder.outputNames.filter(
        (name) => name === 'logits' || (name.startsWith('present') && (isFirst || name.includes('.decoder.'))),
      ),
    );
    const logits = result['logits']!.data as Float32Array;
    const last = logits.subarray(logits.length - logits.length / input.length);
    let best = 0;
    for (let id = 1; id <= 50_257; id += 1) if (last[id]! > last[best]!) best = id;
    if (best === 50_257) break;
    tokens.push(best);
    input = [best];
    for (const [name, tensor] of Object.entries(result)) {
      if (name.startsWith('present')) past = { ...past, [name.replace('present', 'past_key_values')]: tensor };
    }
  }
  return tokens;
}

function logMel(pcm: Float32Array): Float32Array {
  const mel = new Float32Array(80 * FRAMES).fill(-10);
  const window = Array.from({ length: 400 }, (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / 400));
  const cos = Float64Array.from({ length: 400 }, (_, n) => Math.cos((2 * Math.PI * n) / 400));
  const sin = Float64Array.from({ length: 400 }, (_, n) => Math.sin((2 * Math.PI * n) / 400));
  const frame = new Float64Array(400);
  for (let i = 0; i < FRAMES && i * 160 < pcm.length; i += 1) {
    for (let n = 0; n < 400; n += 1) frame[n] = (pcm[Math.abs(i * 160 + n - 200)] ?? 0) * window[n]!;
    const power = Array.from({ length: 201 }, (_, k) => {
      let [real, imaginary] = [0, 0];
      for (let n = 0; n < 400; n += 1) {
        real += frame[n]! * cos[(k * n) % 400]!;
        imaginary += frame[n]! * sin[(k * n) % 400]!;
      }
      return real * real + imaginary * imaginary;
    });
    filters.forEach((filter, row) => {
      const sum = filter.reduce((total, weight, k) => total + weight * power[k]!, 0);
      mel[row * FRAMES + i] = Math.log10(Math.max(sum, 1e-10));
    });
  }
  const loudest = mel.reduce((most, value) => Math.max(most, value), -10);
  return mel.map((value) => (Math.max(value, loudest - 8) + 4) / 4);
}

function toHz(mel: number): number {
  return mel < 15 ? (mel * 200) / 3 : 1000 * Math.exp((Math.log(6.4) / 27) * (mel - 15));
}

function melFilters(): number[][] {
  const top = 15 + Math.log(8) / (Math.log(6.4) / 27);
  const edge = Array.from({ length: 82 }, (_, i) => toHz((top * i) / 81));
  return Array.from({ length: 80 }, (_, row) =>
    Array.from({ length: 201 }, (_, k) => {
      const [left, middle, right] = [edge[row]!, edge[row + 1]!, edge[row + 2]!];
      const height = Math.min((k * 40 - left) / (middle - left), (right - k * 40) / (right - middle));
      return (Math.max(0, height) * 2) / (right - left);
    }),
  );
}
