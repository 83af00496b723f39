/**
 * The strength of each frequency of so many samples (a power of two), 0 to half their rate. Even and odd samples are the two
 * sides of complex ones: half as many of those, and what they come to is taken apart afterwards.
 */
export function createSpectrum(size: number): (samples: Float32Array) => Float64Array {
  const window = Float64Array.from({ length: size }, (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / size));
  const cosines = Float64Array.from({ length: size / 2 }, (_, n) => Math.cos((2 * Math.PI * n) / size));
  const sines = Float64Array.from({ length: size / 2 }, (_, n) => Math.sin((2 * Math.PI * n) / size));
  const count = size / 2;
  const bits = Math.log2(count);
  const reversed = Uint32Array.from({ length: count }, (_, n) => {
    let turned = 0;
    for (let bit = 0; bit < bits; bit += 1) turned |= ((n >> bit) & 1) << (bits - 1 - bit);
    return turned;
  });
  const [re, im, power] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];

  return (samples) => {
    for (let n = 0; n < count; n += 1) {
      const to = reversed[n]!;
      re[to] = samples[2 * n]! * window[2 * n]!;
      im[to] = samples[2 * n + 1]! * window[2 * n + 1]!;
    }
    for (let half = 1; half < count; half *= 2) {
      const step = count / half;
      for (let block = 0; block < count; block += 2 * half) {
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
    for (let n = 0; n < count; n += 1) {
      const m = n === 0 ? 0 : count - n;
      const c = cosines[n]!;
      const s = sines[n]!;
      const evenRe = (re[n]! + re[m]!) / 2;
      const evenIm = (im[n]! - im[m]!) / 2;
      const oddRe = (im[n]! + im[m]!) / 2;
      const oddIm = (re[m]! - re[n]!) / 2;
      const x = evenRe + oddRe * c + oddIm * s;
      const y = evenIm + oddIm * c - oddRe * s;
      power[n] = x * x + y * y;
    }
    return power;
  };
}
