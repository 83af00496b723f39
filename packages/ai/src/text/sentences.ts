/** A sentence and where it stands in the text. */
export type Sentence = { text: string; from: number; to: number };

/** An end mark with what closes behind it; a point only behind a letter and before a space, so that 99.9 stays whole. */
const END = /(?:[。！？!?；;…]+|(?<=\p{L})\.(?=\s|$))["”’）】》」』)]*|[\r\n]+/gu;

/** The sentences of a text in order; outer spaces belong to none. */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  for (const match of [...text.matchAll(END), undefined]) {
    const end = match ? match.index + match[0].length : text.length;
    const raw = text.slice(start, end);
    const trimmed = raw.trim();
    const from = start + raw.indexOf(trimmed);
    if (trimmed !== '') sentences.push({ text: trimmed, from, to: from + trimmed.length });
    start = end;
  }
  return sentences;
}
