/** Likeness of videos with one another: what they are called, and the upper triangle row by row in thousandths. */
export type Matrix = { names: string[]; likeness: number[] };
export type Pair = { first: number; second: number; share: number };

/** Where the likeness of two stands; -1 for one with itself. */
function placeOf(count: number, one: number, other: number): number {
  if (one === other) return -1;
  const [row, column] = one < other ? [one, other] : [other, one];
  return row * count - (row * (row + 1)) / 2 + (column - row - 1);
}

/** How alike two are, 0 to 1; one is all like itself. */
export function likenessAt({ names, likeness }: Matrix, one: number, other: number): number {
  if (one === other) return 1;
  return (likeness[placeOf(names.length, one, other)] ?? 0) / 1000;
}

/** The pairs that are most alike, the worst first. */
export function worstPairs(matrix: Matrix, count: number): Pair[] {
  const { names, likeness } = matrix;
  const worst: Pair[] = [];
  let at = 0;
  for (let first = 0; first < names.length; first += 1) {
    for (let second = first + 1; second < names.length; second += 1) {
      const share = (likeness[at] ?? 0) / 1000;
      at += 1;
      if (worst.length === count && share <= (worst.at(-1)?.share ?? 0)) continue;
      const place = worst.findIndex((pair) => pair.share < share);
      worst.splice(place < 0 ? worst.length : place, 0, { first, second, share });
      if (worst.length > count) worst.pop();
    }
  }
  return worst;
}

type Colour = [number, number, number];

/** From quiet to loud; the allowed share lies where it turns warm. */
const LIGHT: Colour[] = [
  [238, 242, 250],
  [160, 190, 245],
  [247, 200, 110],
  [205, 50, 45],
];
const DARK: Colour[] = [
  [28, 32, 42],
  [52, 84, 168],
  [214, 160, 60],
  [236, 92, 84],
];

export function heatColour(share: number, allowed: number, isDark: boolean): Colour {
  const stops = isDark ? DARK : LIGHT;
  const limit = Math.min(0.95, Math.max(0.05, allowed));
  const places = [0, limit * 0.75, limit, 1];
  const next = Math.max(
    1,
    places.findIndex((place) => share <= place),
  );
  const [from, to] = [places[next - 1] ?? 0, places[next] ?? 1];
  const part = to === from ? 1 : (share - from) / (to - from);
  const [low, high] = [stops[next - 1] ?? LIGHT[0]!, stops[next] ?? LIGHT[3]!];
  return low.map((value, n) => Math.round(value + ((high[n] ?? value) - value) * part)) as Colour;
}

/** A picture of one pixel a pair. */
export function heatPixels(matrix: Matrix, allowed: number, isDark: boolean): Uint8ClampedArray<ArrayBuffer> {
  const count = matrix.names.length;
  const pixels = new Uint8ClampedArray(count * count * 4);
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      const share = row === column ? 0 : likenessAt(matrix, row, column);
      pixels.set([...heatColour(share, allowed, isDark), row === column ? 90 : 255], (row * count + column) * 4);
    }
  }
  return pixels;
}
