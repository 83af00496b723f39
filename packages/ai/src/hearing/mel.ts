const SIZE = 400;
const HOP = 160;
const BINS = SIZE / 2 + 1;
export const MELS = 80;
/** Frames of 10 ms in the 30 s that Whisper listens to at once. */
export const FRAMES = 3000;

const hann = Float64Array.from({ length: SIZE }, (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / SIZE));
const turn = Float64Array.from({ length: SIZE }, (_, n) => (2 * Math.PI * n) / SIZE);
const COS = Float64Array.from(turn, Math.cos);
const SIN = Float64Array.from(turn, Math.sin);
const filters = buildFilters();

/** The log-mel picture of up to 30 s at 16 kHz that Whisper sees: 80 rows of 3000 frames, silence behind the end. */
export function melOf(pcm: Float32Array): Float32Array {
  const mel = new Float32Array(MELS * FRAMES).fill(-10);
  const frames = Math.min(FRAMES, Math.ceil(pcm.length / HOP) + 2);
  const power = new Float64Array(BINS);
  let loudest = -10;
  for (let frame = 0; frame < frames; frame += 1) {
    powerSpectrum(pcm, frame * HOP - SIZE / 2, power);
    for (let row = 0; row < MELS; row += 1) {
      const { from, weights } = filters[row]!;
      let sum = 0;
      for (let i = 0; i < weights.length; i += 1) sum += weights[i]! * power[from + i]!;
      const value = Math.log10(Math.max(sum, 1e-10));
      mel[row * FRAMES + frame] = value;
      if (value > loudest) loudest = value;
    }
  }
  for (let i = 0; i < mel.length; i += 1) mel[i] = (Math.max(mel[i]!, loudest - 8) + 4) / 4;
  return mel;
}

const even = new Float64Array(SIZE / 2 + 1);
const odd = new Float64Array(SIZE / 2 + 1);

/** A plain Fourier sum; folding the frame at its middle halves it, and 400 is no power of two for anything faster. */
function powerSpectrum(pcm: Float32Array, start: number, power: Float64Array): void {
  const at = (n: number) => sampleAt(pcm, start + n) * hann[n]!;
  even[0] = at(0);
  even[SIZE / 2] = at(SIZE / 2);
  for (let n = 1; n < SIZE / 2; n += 1) {
    const [left, right] = [at(n), at(SIZE - n)];
    even[n] = left + right;
    odd[n] = left - right;
  }
  for (let k = 0; k < BINS; k += 1) {
    let real = 0;
    let imaginary = 0;
    for (let n = 0, phase = 0; n <= SIZE / 2; n += 1) {
      real += even[n]! * COS[phase]!;
      imaginary += odd[n]! * SIN[phase]!;
      phase += k;
      if (phase >= SIZE) phase -= SIZE;
    }
    power[k] = real * real + imaginary * imaginary;
  }
}

/** Mirrored at the beginning, as the model was trained; behind the end there is silence. */
function sampleAt(pcm: Float32Array, index: number): number {
  return pcm[index < 0 ? -index : index] ?? 0;
}

/** Slaney's mel scale: straight up to 1 kHz, logarithmic above, each triangle of the same area. */
function buildFilters(): { from: number; weights: Float64Array }[] {
  const step = 200 / 3;
  const logStep = Math.log(6.4) / 27;
  const toMel = (hz: number) => (hz < 1000 ? hz / step : 15 + Math.log(hz / 1000) / logStep);
  const toHz = (mel: number) => (mel < 15 ? mel * step : 1000 * Math.exp(logStep * (mel - 15)));
  const top = toMel(8000);
  const points = Array.from({ length: MELS + 2 }, (_, i) => toHz((top * i) / (MELS + 1)));
  const binHz = 16_000 / SIZE;
  return Array.from({ length: MELS }, (_, row) => {
    const [left, middle, right] = [points[row]!, points[row + 1]!, points[row + 2]!];
    const all = Array.from({ length: BINS }, (_, bin) => {
      const hz = bin * binHz;
      const height = Math.min((hz - left) / (middle - left), (right - hz) / (right - middle));
      return (Math.max(0, height) * 2) / (right - left);
    });
    const from = Math.max(
      0,
      all.findIndex((weight) => weight > 0),
    );
    return { from, weights: Float64Array.from(all.slice(from, all.findLastIndex((weight) => weight > 0) + 1)) };
  });
}
