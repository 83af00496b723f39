/** Characters of the pieces of text that are compared: words of Chinese have one to three. */
const PIECE = 3;

/** Text as it is compared: letters and numbers only, width and case do not matter. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** How much of the shorter text stands in the other, piece by piece; tables as those of pictures. */
export function compareTexts(rows: number, texts: string[]): Float32Array {
  const likenessOf = amongTexts(texts);
  const table = new Float32Array(rows * texts.length);
  for (let row = 0; row < rows; row += 1) table.set(likenessOf(row), row * texts.length);
  return table;
}

/** How much each of many texts is like one of them; −1 where both say nothing. Only those that share something are compared. */
export function amongTexts(texts: string[]): (row: number) => Float32Array {
  const pieces = texts.map((text) => piecesOf(plainText(text)));
  const places = new Map<string, number[]>();
  for (const [column, own] of pieces.entries()) {
    for (const piece of own) {
      const known = places.get(piece);
      if (known) known.push(column);
      else places.set(piece, [column]);
    }
  }
  const sizes = Uint32Array.from(pieces, ({ size }) => size);
  return (row) => {
    const likeness = new Float32Array(texts.length);
    for (const piece of pieces[row]!) for (const column of places.get(piece)!) likeness[column]! += 1;
    const here = sizes[row]!;
    for (let column = 0; column < texts.length; column += 1) {
      const there = sizes[column]!;
      if (here > 0 && there > 0) likeness[column]! /= Math.min(here, there);
      else likeness[column] = here === there ? -1 : 0;
    }
    return likeness;
  };
}

/**
 * How much of the shorter of two texts stands in the other, 0 to 1; 0 where one says nothing. Whoever compares many
 * gives `known`, so that each is taken apart once.
 */
export function textLikeness(a: string, b: string, known = new Map<string, Set<string>>()): number {
  for (const text of [a, b]) if (!known.has(text)) known.set(text, piecesOf(plainText(text)));
  const [one, other] = [known.get(a)!, known.get(b)!];
  return one.intersection(other).size / Math.max(1, Math.min(one.size, other.size));
}

/** The pieces of a plain text, each once. */
export function piecesOf(text: string): Set<string> {
  const characters = Array.from(text);
  if (characters.length === 0) return new Set();
  if (characters.length <= PIECE) return new Set([text]);
  return new Set(characters.slice(PIECE - 1).map((_, n) => characters.slice(n, n + PIECE).join('')));
}
