const DEGREE = 12;

/** A polynomial in the form of Newton: each factor counts for the product of the distances from all nodes before it. */
export type Curve = { nodes: number[]; factors: number[] };

/**
 * A smooth function of time, 0 to 1, as a polynomial through thirteen places of it that lie closer together at both ends,
 * so that it does not swing between them.
 */
export function fitCurve(value: (time: number) => number): Curve {
  const nodes = Array.from({ length: DEGREE + 1 }, (_, n) => (1 - Math.cos((Math.PI * n) / DEGREE)) / 2);
  const factors = nodes.map(value);
  for (let order = 1; order <= DEGREE; order += 1) {
    for (let n = DEGREE; n >= order; n -= 1) {
      factors[n] = (factors[n]! - factors[n - 1]!) / (nodes[n]! - nodes[n - order]!);
    }
  }
  return { nodes, factors };
}

export function readCurve({ nodes, factors }: Curve, time: number): number {
  return factors.reduceRight((sum, factor, n) => factor + (time - nodes[n]!) * sum, 0);
}

/** As ffmpeg writes expressions; `time` is the expression of the time. */
export function writeCurve({ nodes, factors }: Curve, time: string): string {
  return factors.reduceRight((sum, factor, n) => `${signed(factor)}+(${time}-${signed(nodes[n]!)})*(${sum})`, '0');
}

function signed(value: number): string {
  return value < 0 ? `(${value.toFixed(6)})` : value.toFixed(6);
}
