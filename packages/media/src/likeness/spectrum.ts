/** The strength of each frequency of so many samples (a power of two), 0 to half their rate. */
export function createSpectrum(size: number): (samples: Float32Array) => Float64Array {
  const window = Float64Array.from({ length: size }, (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / size));
  const cosines = Float64Array.from({ length: size / 2 }, (_, n) => Math.cos((2 * Math.PI * n) / size));
  const sines = Float64Array.from({ length: size / 2 }, (_, n) => Math.sin((2 * Math.PI * n) / size));
  const bits = Math.log2(size);
  const reversed = Uint32Array.from({ length: size }, (_, n) => {
    let turned = 0;
    for (let bit = 0; bit < bits; bit += 1) turned |= ((n >> bit) & 1) << (bits - 1 - bit);
    return turned;
  });
  const [re, im, power] = [new Float64Array(size), new Float64Array(size), new Float64Array(size / 2)];

  return (samples) => {
    for (let n = 0; n < size; n += 1) re[reversed[n]!] = samples[n]! * window[n]!;
    im.fill(0);
    for (let half = 1; half < size; half *= 2) {
      const step = size / 2 / half;
      for (let block = 0; block < size; block += 2 * half) {
        // No pairs taken apart here: each would be an array, and a minute of sound has twenty million of them.
        for (let n = 0; n < half; n += 1) {
          const a = block + n;
          const b = a + half;
          const c = cosines[n * step]!;
          const s = sines[n * step]!;
          const x = re[b]! * c + im[b]! * s;
          const y = im[b]! * c - re[b]! * s;
          re[b] = re[a]! - x;
          im[b] = im[a]! - y;
          re[a] = re[a]! + x;
          im[a] = im[a]! + y;
        }
      }
    }
    for (let n = 0; n < size / 2; n += 1) power[n] = re[n]! * re[n]! + im[n]! * im[n]!;
    return power;
  };
}
