import { LINE_CHARACTERS_MAX, SHOOTINGS_MAX } from '@mixreel/contract';

/** Lines of a pasted text: one shooting a line, empty ones left out. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean);
}

/** What is wrong with lines, in words; null when nothing is. */
export function linesProblem(lines: string[], room: number = SHOOTINGS_MAX): string | null {
  const long = lines.findIndex((line) => line.length > LINE_CHARACTERS_MAX);
  if (long >= 0) return `第 ${long + 1} 行太长：一句台词最多 ${LINE_CHARACTERS_MAX} 字`;
  if (lines.length > room) return `最多还能放 ${room} 个镜头，这里有 ${lines.length} 行`;
  return null;
}
