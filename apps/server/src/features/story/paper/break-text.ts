/** These do not begin a line. */
const CLOSING = /^[，。！？；：、）》】」』”’…～·,.!?;:)\]}%％°℃]/u;
/** These do not end one. */
const OPENING = /[（《【「『“‘([{¥￥$#]$/u;
/** A Latin word or a number with what belongs to it, a space, or any other letter. */
const PIECES = /[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}\p{M}'’%.,:/@_+-]*|\s|./gsu;

/** Lines of a text that are no wider than `width`. Words of letters stay whole, Chinese breaks anywhere but at punctuation. */
export function breakText(text: string, width: number, measure: (text: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => breakParagraph(paragraph.trimEnd(), width, measure));
}

function breakParagraph(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const end = (next: string) => {
    lines.push(line.trimEnd());
    line = next.trimStart();
    used = measure(line);
  };
  for (const piece of unitsOf(text).flatMap((unit) => (measure(unit) > width ? Array.from(unit) : [unit]))) {
    const wide = measure(piece);
    if (line !== '' && used + wide > width && piece.trim() !== '') end(piece);
    else {
      line += piece;
      used += wide;
    }
  }
  end('');
  return lines;
}

/** What may not be torn apart: punctuation stays with its word. */
function unitsOf(text: string): string[] {
  const units: string[] = [];
  for (const [piece] of text.matchAll(PIECES)) {
    const last = units.at(-1);
    const isBound = CLOSING.test(piece) || OPENING.test(last ?? '');
    if (isBound && last !== undefined && last.trim() !== '') units[units.length - 1] = last + piece;
    else units.push(piece);
  }
  return units;
}
