import type { SpokenWord } from '@mixreel/contract';

const MARKS: Record<string, string> = { ',': '，', '.': '。', '?': '？', '!': '！', ';': '；', ':': '：' };

/** Recognition writes Latin marks behind Chinese words too; nobody would do that in a caption. */
export function inChineseMarks<T extends Pick<SpokenWord, 'text'>>(words: readonly T[]): T[] {
  if (!words.some(({ text }) => /\p{Script=Han}/u.test(text))) return [...words];
  return words.map((word) => ({ ...word, text: word.text.replace(/[,.?!;:]$/, (mark) => MARKS[mark] ?? mark) }));
}
