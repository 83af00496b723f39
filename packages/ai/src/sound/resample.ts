const REACH = 16;

/** The same sound at another rate; a windowed sinc, so that nothing folds back from above the new limit. */
export function resample(pcm: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return pcm;
  const ratio = from / to;
  const cutoff = Math.min(1, to / from) * 0.95;
  const reach = Math.ceil(REACH / cutoff);
  // Positions between samples repeat (24 to 16 kHz has two), so each set of weights is computed once.
  const kernels = new Map<number, Float32Array>();
  const kernelFor = (fraction: number): Float32Array => {
    const key = Math.round(fraction * 1e6);
    let kernel = kernels.get(key);
    if (!kernel) {
      kernel = Float32Array.from({ length: 2 * reach }, (_, i) => weight(i - reach + 1 - fraction, reach, cutoff));
      kernels.set(key, kernel);
    }
    return kernel;
  };
  return Float32Array.from({ length: Math.floor(pcm.length / ratio) }, (_, i) => {
    const position = i * ratio;
    const whole = Math.floor(position);
    const kernel = kernelFor(position - whole);
    let sum = 0;
    for (let k = 0; k < kernel.length; k += 1) sum += kernel[k]! * (pcm[whole + k - reach + 1] ?? 0);
    return sum;
  });
}

function weight(x: number, reach: number, cutoff: number): number {
  if (Math.abs(x) >= reach) return 0;
  const hann = 0.5 + 0.5 * Math.cos((Math.PI * x) / reach);
  return x === 0 ? cutoff : (hann * Math.sin(Math.PI * x * cutoff)) / (Math.PI * x);
}
