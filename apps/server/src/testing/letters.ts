/** Letters that are told apart, in an order: so one that was lost or is there twice is seen. */
const FIRST = 0x4e00;

export function letter(n: number): string {
  return String.fromCodePoint(FIRST + n);
}

/** Whether a text has each of the first letters once, wherever; how many, or what is wrong. */
export function countLetters(text: string): number {
  const codes = Array.from(text, (one) => (one.codePointAt(0) ?? 0) - FIRST).toSorted((a, b) => a - b);
  const wrong = codes.find((code, n) => code !== n);
  if (wrong !== undefined) throw new Error(`Lost or doubled before letter ${wrong} of ${codes.length}`);
  return codes.length;
}
