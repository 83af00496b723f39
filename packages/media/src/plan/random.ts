/** A repeatable source of numbers: the same seed gives the same sequence on every machine. */
export type Random = {
  /** A number from 0 (included) to 1 (excluded). */
  next(): number;
  /** A whole number from 0 (included) to `limit` (excluded). */
  below(limit: number): number;
};

/** Numbers that depend on the seed alone. */
export function createRandom(seed: string | number): Random {
  let state = hashText(String(seed));
  const next = () => {
    // A Weyl sequence scrambled by two multiply-xorshift rounds: equidistributed, and enough for a search.
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296;
  };
  return { next, below: (limit) => Math.floor(next() * limit) };
}

function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
