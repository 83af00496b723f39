export type Bar = { x: number; width: number; share: number };

const BAR = 2;
const GAP = 1;

/** The bars that show peaks (0 to 100) over a width in pixels: of the peaks behind one bar the highest counts. */
export function barsOf(peaks: number[], width: number): Bar[] {
  const count = Math.floor((width + GAP) / (BAR + GAP));
  if (count <= 0 || peaks.length === 0) return [];
  return Array.from({ length: count }, (_, n) => {
    const from = Math.floor((n * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((n + 1) * peaks.length) / count));
    let highest = 0;
    for (let i = from; i < to; i += 1) highest = Math.max(highest, peaks[i] ?? 0);
    return { x: n * (BAR + GAP), width: BAR, share: highest / 100 };
  });
}
