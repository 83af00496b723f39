/** How many signs or sounds have to be changed, added or removed to make one row of them the other. */
export function editDistance(left: ArrayLike<string>, right: ArrayLike<string>): number {
  let row = Array.from({ length: right.length + 1 }, (_, i) => i);
  for (let i = 0; i < left.length; i += 1) {
    const next = [i + 1];
    for (let k = 0; k < right.length; k += 1) {
      next.push(Math.min(row[k + 1]! + 1, next[k]! + 1, row[k]! + (left[i] === right[k] ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1)!;
}
