/** Peaks of mono sound, `perSecond` values a second, each 0 to 100: enough to draw a waveform, small enough to send. */
export function peaksOf(samples: Float32Array, rate: number, perSecond = 50): number[] {
  const step = rate / perSecond;
  const count = Math.ceil(samples.length / step);
  return Array.from({ length: count }, (_, n) => {
    let peak = 0;
    const end = Math.min(samples.length, Math.floor((n + 1) * step));
    for (let i = Math.floor(n * step); i < end; i += 1) peak = Math.max(peak, Math.abs(samples[i] ?? 0));
    return Math.min(100, Math.round(peak * 100));
  });
}
