export type MarkedPart = { text: string; is_marked: boolean; from: number };

/** Cuts a text where words begin and end. Upper and lower case are one; of words that overlap the longer is marked. */
export function markWords(text: string, words: string[]): MarkedPart[] {
  const wanted = words.filter(Boolean).toSorted((a, b) => b.length - a.length);
  if (wanted.length === 0) return text === '' ? [] : [{ text, is_marked: false, from: 0 }];
  const pattern = new RegExp(`(${wanted.map(escaped).join('|')})`, 'giu');
  let from = 0;
  return text.split(pattern).flatMap((part, n) => {
    const at = from;
    from += part.length;
    return part === '' ? [] : [{ text: part, is_marked: n % 2 === 1, from: at }];
  });
}

function escaped(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
