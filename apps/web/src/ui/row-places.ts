/** Where rows of unequal height lie: every row is as high as expected until it was measured. */
export class RowPlaces {
  readonly #expected: number;
  readonly #measured = new Map<number, number>();

  constructor(expected: number) {
    this.#expected = expected;
  }

  /** Whether anything moved by it. */
  measure(index: number, height: number): boolean {
    if (height <= 0 || this.heightOf(index) === height) return false;
    this.#measured.set(index, height);
    return true;
  }

  heightOf(index: number): number {
    return this.#measured.get(index) ?? this.#expected;
  }

  topOf(index: number): number {
    let top = index * this.#expected;
    for (const [row, height] of this.#measured) if (row < index) top += height - this.#expected;
    return top;
  }

  /** The row at this height, of so many. */
  at(y: number, total: number): number {
    let [low, high] = [0, Math.max(0, total - 1)];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.topOf(middle) <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Rows that are no longer there have no place. */
  cut(total: number): void {
    for (const row of this.#measured.keys()) if (row >= total) this.#measured.delete(row);
  }
}
