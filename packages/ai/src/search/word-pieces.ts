/** The vocabulary of a BERT model: pieces of words by their number; `##` marks those that continue a word. */
export type WordPieces = ReadonlyMap<string, number>;

const MOST_TOKENS = 512;
const LONGEST_WORD = 100;

/** The numbers of a text's pieces, between the marks of beginning and end, cut to what the model takes. */
export function toTokens(text: string, pieces: WordPieces): number[] {
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
  const words = plain.match(/\p{Script=Han}|[\p{P}\p{S}]|[^\s\p{Script=Han}\p{P}\p{S}]+/gu) ?? [];
  const inner = words.flatMap((word) => splitWord(word, pieces)).slice(0, MOST_TOKENS - 2);
  return [pieces.get('[CLS]')!, ...inner, pieces.get('[SEP]')!];
}

/** The longest piece that fits, again and again; a word that cannot be put together is unknown as a whole. */
function splitWord(word: string, pieces: WordPieces): number[] {
  const unknown = [pieces.get('[UNK]')!];
  if (word.length > LONGEST_WORD) return unknown;
  const ids: number[] = [];
  for (let at = 0; at < word.length;) {
    let end = word.length;
    const piece = () => (at > 0 ? '##' : '') + word.slice(at, end);
    while (end > at && !pieces.has(piece())) end -= 1;
    if (end === at) return unknown;
    ids.push(pieces.get(piece())!);
    at = end;
  }
  return ids;
}
