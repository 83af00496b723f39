/** A board as it is printed: plain data, the same for every format. */
export type Sheet = {
  title: string;
  /** Project, length, date: one line below the title. */
  facts: string;
  /** What the sheet of a workbook is called; 分镜 where nothing is said. */
  tab?: string;
  columns: SheetColumn[];
  rows: SheetRow[];
};

export type SheetColumn = { name: string; kind: 'number' | 'picture' | 'seconds' | 'choice' | 'text' };

export type SheetRow = { cells: string[]; picture: SheetPicture | null };

/** A small JPEG, and what is written below it. */
export type SheetPicture = { jpeg: Uint8Array; width: number; height: number; alt: string; note: string };

/** A4 lying, in points. */
export const PAPER = { width: 841.89, height: 595.28, margin: 30 };
export const INNER_WIDTH = PAPER.width - 2 * PAPER.margin;
export const CELL_PADDING = 4;
export const BODY_SIZE = 8.5;

const PICTURE_BOX = { width: 92, height: 86 };
/** A column of words is never narrower, nor does one long cell take more than so much. */
const WORDS = { least: 46, most: 250 };

/** How large a picture is shown, in points. */
export function fitPicture({ width, height }: Pick<SheetPicture, 'width' | 'height'>): {
  width: number;
  height: number;
} {
  const factor = Math.min(PICTURE_BOX.width / width, PICTURE_BOX.height / height);
  return { width: width * factor, height: height * factor };
}

/** Widths of the columns that fill the page: what is short gets what it needs, words share the rest by how long they are. */
export function columnWidths({ columns, rows }: Sheet): number[] {
  const wanted = columns.map(({ name, kind }, n) => {
    const heading = roughWidth(name, BODY_SIZE) + 2 * CELL_PADDING + 2;
    if (kind === 'picture') {
      const shown = rows.flatMap(({ picture }) => (picture ? [fitPicture(picture).width] : []));
      return Math.max(heading, ...shown.map((width) => width + 2 * CELL_PADDING));
    }
    const longest = rows.reduce((most, { cells }) => Math.max(most, roughWidth(cells[n] ?? '', BODY_SIZE)), 0);
    const own = longest + 2 * CELL_PADDING + 2;
    return kind === 'text'
      ? Math.max(heading, Math.min(WORDS.most, Math.max(WORDS.least, own)))
      : Math.max(heading, own);
  });
  const isWords = columns.map(({ kind }) => kind === 'text');
  const words = wanted.filter((_, n) => isWords[n]);
  const room = INNER_WIDTH - wanted.reduce((sum, width, n) => sum + (isWords[n] ? 0 : width), 0);
  if (words.length === 0 || room < 0) {
    const factor = INNER_WIDTH / wanted.reduce((sum, width) => sum + width, 0);
    return wanted.map((width) => width * factor);
  }
  const most = capOf(words, room);
  const factor = room / words.reduce((sum, width) => sum + Math.min(width, most), 0);
  return wanted.map((width, n) => (isWords[n] ? Math.min(width, most) * factor : width));
}

/** The most that each may take when together they have only so much room: long ones give, short ones keep what they need. */
function capOf(widths: number[], room: number): number {
  let left = room;
  const rising = widths.toSorted((a, b) => a - b);
  for (const [n, width] of rising.entries()) {
    const share = left / (rising.length - n);
    if (width > share) return share;
    left -= width;
  }
  return Infinity;
}

/** As wide as a text is without a font at hand: Chinese is square, the rest about half of that. */
export function roughWidth(text: string, size: number): number {
  const longest = text.split('\n').reduce((most, line) => (line.length > most.length ? line : most), '');
  return Array.from(longest).reduce((sum, letter) => sum + (letter > '\u2e7f' ? 1 : 0.56), 0) * size;
}
