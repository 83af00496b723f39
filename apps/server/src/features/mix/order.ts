/** A row in the order of its place. What is deleted keeps its neighbours, so that it comes back between them. */
export type Ordered = { id: string; isDeleted: boolean };

/** The order after these came to stand together so that the first is the `index`th of the others that are shown. */
export function insertAt(rows: Ordered[], ids: string[], index = Infinity): string[] {
  const others = rows.filter(({ id }) => !ids.includes(id));
  const shown = others.filter(({ isDeleted }) => !isDeleted);
  const next = shown[index];
  const at = next ? others.indexOf(next) : others.length;
  const order = others.map(({ id }) => id);
  return [...order.slice(0, at), ...ids, ...order.slice(at)];
}

/** The order after these changed places among themselves. What is not named, such as what somebody added just now, stays. */
export function reorder(rows: Ordered[], ids: string[]): string[] {
  const queue = [...ids];
  return rows.map(({ id }) => (ids.includes(id) ? (queue.shift() ?? id) : id));
}
