import { PICTURE_BITS } from '#likeness/compare.ts';
import { indexHashes } from '#likeness/hash-index.ts';

/** A film, and hashes of some of its pictures, 16 hex digits each. */
export type LookedFilm = { id: string; hashes: readonly string[] };

/** Of the pictures of the shorter film, the share that has to be in the other for both to show the same. */
const SAME_SHARE = 0.6;

/**
 * Films that look the same to the judge of finished videos, though they are not the same file: filmed again, cut, encoded
 * anew. Answers for each the first one that it looks like, most often itself. Groups are no chains: whoever is in one looks
 * like its first.
 */
export function groupLooks(films: readonly LookedFilm[]): Map<string, string> {
  const all = films.flatMap(({ hashes }) => hashes);
  const index = indexHashes(
    Uint32Array.from(all, (hash) => wordsOfHash(hash)[0]),
    Uint32Array.from(all, (hash) => wordsOfHash(hash)[1]),
    PICTURE_BITS,
  );
  const filmsWith = Array.from({ length: index.count }, (): Set<number> => new Set());
  const pictures: number[][] = [];
  let at = 0;
  for (const [film, { hashes }] of films.entries()) {
    const own = [...new Set(hashes.map(() => index.ids[at++]!))].filter((id) => id >= 0);
    for (const id of own) filmsWith[id]!.add(film);
    pictures.push(own);
  }
  const known = new Map<number, Uint32Array>();
  const likeOf = (id: number) => {
    const like = known.get(id) ?? index.likeOf(id);
    known.set(id, like);
    return like;
  };
  /** For each other film, how many of these pictures it shows too. */
  const foundIn = (own: number[]) => {
    const found = new Map<number, number>();
    for (const id of own) {
      const others = new Set<number>();
      for (const like of likeOf(id)) for (const film of filmsWith[like]!) others.add(film);
      for (const film of others) found.set(film, (found.get(film) ?? 0) + 1);
    }
    return found;
  };
  const found = pictures.map(foundIn);
  const isSame = (a: number, b: number) => {
    const [shorter, longer] = pictures[a]!.length <= pictures[b]!.length ? [a, b] : [b, a];
    return (found[shorter]!.get(longer) ?? 0) >= SAME_SHARE * pictures[shorter]!.length;
  };
  const firsts: number[] = [];
  return new Map(
    films.map(({ id }, film) => {
      const like = [...found[film]!.keys()];
      const first = firsts.find((one) => like.includes(one) && isSame(one, film));
      if (first === undefined) firsts.push(film);
      return [id, films[first ?? film]!.id];
    }),
  );
}

/** A hash of 16 hex digits as two words. */
export function wordsOfHash(hash: string): [high: number, low: number] {
  return [Number.parseInt(hash.slice(0, 8), 16) >>> 0, Number.parseInt(hash.slice(8, 16), 16) >>> 0];
}
