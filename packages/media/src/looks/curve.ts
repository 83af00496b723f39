/** Points of a tone curve, by rising x; both coordinates 0 to 1. */
export type CurvePoints = [number, number][];

/**
 * A smooth curve through the points that rises wherever they rise. A plain cubic spline would overshoot between two
 * close points and turn a grey ramp back on itself.
 */
export function toneCurve(points: CurvePoints): (x: number) => number {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const slopes = points.slice(1).map((_, i) => (ys[i + 1]! - ys[i]!) / (xs[i + 1]! - xs[i]!));
  const tangents = points.map((_, i) => {
    const [before, after] = [slopes[i - 1], slopes[i]];
    if (before === undefined) return after ?? 0;
    if (after === undefined) return before;
    // The harmonic mean never exceeds what keeps a cubic between two points monotone.
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });

  return (x) => {
    if (x <= xs[0]!) return ys[0]!;
    const i = xs.findIndex((right, index) => index > 0 && x <= right) - 1;
    if (i < 0) return ys.at(-1)!;
    const width = xs[i + 1]! - xs[i]!;
    const t = (x - xs[i]!) / width;
    const [t2, t3] = [t * t, t * t * t];
    return (
      (2 * t3 - 3 * t2 + 1) * ys[i]! +
      (t3 - 2 * t2 + t) * width * tangents[i]! +
      (3 * t2 - 2 * t3) * ys[i + 1]! +
      (t3 - t2) * width * tangents[i + 1]!
    );
  };
}
