/** A text with a token in the place of each word that must not be translated. `words` are those, in the order of the tokens. */
export type Locked = { text: string; words: string[]; tokens: string[] };

/** Longer words first: 「Mixreel Pro」 is not 「Mixreel」 and something else. */
export function lockWords(text: string, locked: string[]): Locked {
  const wanted = [...new Set(locked)].filter((word) => word !== '').toSorted((a, b) => b.length - a.length);
  const words: string[] = [];
  let rest = text;
  for (const word of wanted) {
    if (!rest.includes(word)) continue;
    words.push(word);
    rest = rest.replaceAll(word, tokenOf(words.length));
  }
  return { text: rest, words, tokens: words.map((_, n) => tokenOf(n + 1)) };
}

function tokenOf(n: number): string {
  return `⟦${n}⟧`;
}

/** Puts the words back; a token that was never given goes. */
export function unlockWords(text: string, words: string[]): string {
  return text.replace(/⟦\s*(\d{1,4})\s*⟧/g, (_, n: string) => words[Number(n) - 1] ?? '').trim();
}

/** Those of the words that a text has not got, whatever their case. */
export function missingWords(text: string, words: string[]): string[] {
  const lower = text.toLowerCase();
  return words.filter((word) => !lower.includes(word.toLowerCase()));
}
