/** Arithmetic on the numbers 0 … size−1 in which every number but 0 can be divided by. */
export type Field = { size: number; add(a: number, b: number): number; multiply(a: number, b: number): number };

/** Fields whose size is a power: prime, degree, and the lower coefficients of a polynomial that cannot be factored. */
const POWERS: Record<number, { prime: number; reduction: number[] }> = {
  4: { prime: 2, reduction: [1, 1] },
  8: { prime: 2, reduction: [1, 1, 0] },
  9: { prime: 3, reduction: [1, 0] },
  16: { prime: 2, reduction: [1, 1, 0, 0] },
  25: { prime: 5, reduction: [2, 0] },
  27: { prime: 3, reduction: [1, 2, 0] },
  32: { prime: 2, reduction: [1, 0, 1, 0, 0] },
};

/** Every size up to 32 for which a field exists. */
export const FIELD_SIZES = [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32];

/** The finite field of one of `FIELD_SIZES`. */
export function createField(size: number): Field {
  const power = POWERS[size];
  if (!power) return { size, add: (a, b) => (a + b) % size, multiply: (a, b) => (a * b) % size };

  const { prime, reduction } = power;
  const degree = reduction.length;
  const digits = (value: number) => Array.from({ length: degree }, (_, i) => Math.floor(value / prime ** i) % prime);
  const number = (values: number[]) => values.reduce((sum, value, i) => sum + value * prime ** i, 0);
  const product = (a: number, b: number) => {
    const terms = Array.from({ length: 2 * degree - 1 }, () => 0);
    for (const [i, x] of digits(a).entries()) for (const [j, y] of digits(b).entries()) terms[i + j]! += x * y;
    for (let top = terms.length - 1; top >= degree; top--) {
      const leading = terms[top]! % prime;
      for (const [i, coefficient] of reduction.entries()) terms[top - degree + i]! += leading * (prime - coefficient);
    }
    return number(terms.slice(0, degree).map((value) => value % prime));
  };
  const table = Array.from({ length: size * size }, (_, i) => product(Math.floor(i / size), i % size));
  const sums = Array.from({ length: size * size }, (_, i) => {
    const right = digits(i % size);
    return number(digits(Math.floor(i / size)).map((value, j) => (value + right[j]!) % prime));
  });
  return { size, add: (a, b) => sums[a * size + b]!, multiply: (a, b) => table[a * size + b]! };
}
