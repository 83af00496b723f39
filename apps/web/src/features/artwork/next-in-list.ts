/** Where a list has what comes before or behind something, and how to know its places. */
type List = {
  /** The place of what is open; -1 where it is in the list no more. */
  index: number;
  /** Where the keyboard is: where it was opened. */
  active: number | null;
  by: -1 | 1;
};

/**
 * The place to go on to. What was judged may have left a list of what is still to be judged: then whatever has moved up into its
 * place is the next.
 */
export function nextInList({ index, active, by }: List): number {
  if (index !== -1) return index + by;
  if (active === null) return -1;
  return by === 1 ? active : active - 1;
}
