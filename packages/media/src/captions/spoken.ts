/** A word with the time at which it is heard, in seconds of the shot. */
export type SpokenWord = { text: string; startSeconds: number; endSeconds: number };

/** A stretch of the caption, by position in its text, and when it is spoken. */
export type SpokenSpan = { from: number; to: number; startSeconds: number; endSeconds: number };

/**
 * Find the spoken words in the caption.
 *
 * Speech has no punctuation and may differ from what is written (numbers read out, words left away), so words that do
 * not occur are passed over. Written characters between two spoken ones belong to the word before them.
 */
export function alignWords(text: string, words: SpokenWord[]): SpokenSpan[] {
  const lower = text.toLowerCase();
  const spans: SpokenSpan[] = [];
  let cursor = 0;
  for (const { text: word, startSeconds, endSeconds } of words) {
    const wanted = word.trim().toLowerCase();
    const from = wanted === '' ? -1 : lower.indexOf(wanted, cursor);
    // A word found far ahead is more likely another occurrence than the next word.
    if (from < 0 || from - cursor > MOST_SKIPPED) continue;
    cursor = from + wanted.length;
    spans.push({ from, to: cursor, startSeconds, endSeconds });
  }
  return spans.map((span, i) => ({ ...span, from: i === 0 ? 0 : span.from, to: spans[i + 1]?.from ?? text.length }));
}

const MOST_SKIPPED = 12;
