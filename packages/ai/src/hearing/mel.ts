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
  const powers = [new Float64Array(BINS), new Float64Array(BINS)];
  let loudest = -10;
  for (let first = 0; first < frames; first += 2) {
    powerSpectra(pcm, first * HOP - SIZE / 2, powers);
    for (let frame = first; frame < Math.min(first + 2, frames); frame += 1) {
      const power = powers[frame - first]!;
      for (let row = 0; row < MELS; row += 1) {
        const { from, weights } = filters[row]!;
        let sum = 0;
        for (let i = 0; i < weights.length; i += 1) sum += weights[i]! * power[from + i]!;
        const value = Math.log10(Math.max(sum, 1e-10));
        mel[row * FRAMES + frame] = value;
        if (value > loudest) loudest = value;
      }
    }
  }
  for (let i = 0; i < mel.length; i += 1) mel[i] = (Math.max(mel[i]!, loudest - 8) + 4) / 4;
  return mel;
}

/** Whose product is the size. */
const RADICES = [4, 4, 5, 5];
type Complex = { real: Float64Array; imaginary: Float64Array };
const newComplex = (): Complex => ({ real: new Float64Array(SIZE), imaginary: new Float64Array(SIZE) });
let values = newComplex();
let others = newComplex();

/** Of two frames at once, one in the real half of a Fourier sum and the next in the imaginary one. */
function powerSpectra(pcm: Float32Array, start: number, [power, next]: Float64Array[]): void {
  for (let n = 0; n < SIZE; n += 1) {
    values.real[n] = sampleAt(pcm, start + n) * hann[n]!;
    values.imaginary[n] = sampleAt(pcm, start + HOP + n) * hann[n]!;
  }
  // Stockham: in each round sums of 4 or 5, put where the next one needs them.
  let stride = 1;
  for (const radix of RADICES) {
    sumUp(values, others, radix, stride);
    [values, others] = [others, values];
    stride *= radix;
  }
  const { real, imaginary } = values;
  for (let k = 0; k < BINS; k += 1) {
    const mirror = (SIZE - k) % SIZE;
    power![k] = ((real[k]! + real[mirror]!) ** 2 + (imaginary[k]! - imaginary[mirror]!) ** 2) / 4;
    next![k] = ((imaginary[k]! + imaginary[mirror]!) ** 2 + (real[mirror]! - real[k]!) ** 2) / 4;
  }
}

function sumUp({ real, imaginary }: Complex, into: Complex, radix: number, stride: number): void {
  const [part, step] = [SIZE / (stride * radix), SIZE / radix];
  const apart = stride * part;
  for (let p = 0; p < part; p += 1) {
    for (let k = 0; k < radix; k += 1) {
      const to = stride * (radix * p + k);
      for (let q = 0; q < stride; q += 1) {
        let x = 0;
        let y = 0;
        let phase = k * p * stride;
        for (let at = q + stride * p; at < SIZE; at += apart) {
          const cos = COS[phase]!;
          const sin = SIN[phase]!;
          x += real[at]! * cos + imaginary[at]! * sin;
          y += imaginary[at]! * cos - real[at]! * sin;
          phase += k * step;
          if (phase >= SIZE) phase -= SIZE;
        }
        into.real[to + q] = x;
        into.imaginary[to + q] = y;
      }
    }
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
