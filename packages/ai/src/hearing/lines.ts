/** A word with its time in seconds; punctuation belongs to the word before it. */
export type TimedWord = { text: string; start: number; end: number };

/** How lines are broken: `max_chars` counts a Chinese character as one and a Latin letter as a half. */
export type LineOptions = { max_chars?: number };

const MAX_CHARS = 16;
const CLAUSE_END = /[，。！？；：、…,.!?;:]["”’）】》」』)]*$/;
/** Particles lean on the word before them; a line that begins with one reads badly. */
const LEANING = /^[的了吗呢吧啊呀哦着过们地得嘛]/;
/** A number or a word like 这 wants what it counts on the same line. */
const BINDING =
  /(?:[\d零一二三四五六七八九十百千万亿两半几第这那每某]|[\d一二三四五六七八九十两几][个只件条张片瓶盒款种])$/;

/** Breaks words into lines of about the same width, behind clauses where possible, never inside a word. */
export function breakIntoLines<Word extends { text: string }>(
  words: Word[],
  { max_chars = MAX_CHARS }: LineOptions = {},
): Word[][] {
  const cost = [0];
  const from = [0];
  for (let end = 1; end <= words.length; end += 1) {
    cost[end] = Infinity;
    for (let start = end - 1; start >= 0; start -= 1) {
      const width = widthOf(
        words
          .slice(start, end)
          .map((word) => word.text)
          .join(''),
      );
      // A single word may be wider than a line; nothing can be done about it here.
      if (width > max_chars && start < end - 1) break;
      const sum = cost[start]! + lineCost(width, max_chars) + breakCost(words[end - 1]!, words[end]);
      if (sum < cost[end]!) [cost[end], from[end]] = [sum, start];
    }
  }
  const lines: Word[][] = [];
  for (let end = words.length; end > 0; end = from[end]!) lines.unshift(words.slice(from[end], end));
  return lines;
}

/** Each line costs something, an empty rest costs more the larger it is. */
function lineCost(width: number, most: number): number {
  return 1 + (Math.max(0, most - width) / most) ** 2;
}

function breakCost(last: { text: string }, next: { text: string } | undefined): number {
  if (!next) return 0;
  if (CLAUSE_END.test(last.text)) return -0.9;
  return 0.4 + (LEANING.test(next.text) ? 1 : 0) + (BINDING.test(last.text) ? 0.8 : 0);
}

/** The width of a text in Chinese characters; closing punctuation at the end is not shown and not counted. */
function widthOf(text: string): number {
  const shown = text.replace(/[，。、；：,.;:\s]+$/, '');
  return Array.from(shown).reduce(
    (sum, char) => sum + (/[\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]/u.test(char) ? 1 : 0.5),
    0,
  );
}
