import { breakText } from './break-text.ts';
import type { SubsetFont } from './font-subset.ts';
import { PdfFile, pdfText } from './pdf-file.ts';
import {
  BODY_SIZE,
  CELL_PADDING,
  columnWidths,
  fitPicture,
  INNER_WIDTH,
  PAPER,
  type Sheet,
  type SheetColumn,
  type SheetPicture,
} from './sheet.ts';

const LEADING = 12.2;
const HEADING_HEIGHT = 22;
const FOOT = 18;
const TITLE = { size: 17, leading: 23 };
const FACTS = { size: 9, leading: 20 };
const ROW_PADDING = 5;
const NOTE_SIZE = 7;

type Fonts = { body: SubsetFont; bold: SubsetFont };
type Cell = { lines: string[]; picture: SheetPicture | null };
type Row = { cells: Cell[]; height: number };

/** A4 pages of the board, to be printed: no row is cut that fits on a page. */
export function writePdf(sheet: Sheet, fonts: Fonts): Buffer {
  const file = new PdfFile();
  const names = { body: file.reserve(), bold: file.reserve() };
  const widths = columnWidths(sheet);
  const pages = new Pages(sheet, fonts, widths);
  for (const row of sheet.rows) pages.place(rowOf(sheet.columns, row, widths, fonts));
  const tree = file.reserve();
  const known = new Map<Uint8Array, string>();
  const pictureOf = (picture: SheetPicture) => {
    const before = known.get(picture.jpeg);
    if (before) return before;
    known.set(picture.jpeg, file.addPicture(picture));
    return known.get(picture.jpeg) ?? '';
  };
  const kids = pages.finish().map(({ drawn, pictures }) => {
    const content = file.addStream(Buffer.from(drawn.join('\n')));
    const shown = pictures.map((picture, n) => `/P${n} ${pictureOf(picture)}`).join(' ');
    return file.add(
      `<< /Type /Page /Parent ${tree} /MediaBox [0 0 ${PAPER.width} ${PAPER.height}] /Contents ${content}
        /Resources << /Font << /F0 ${names.body} /F1 ${names.bold} >> /XObject << ${shown} >> >> >>`,
    );
  });
  file.add(`<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`, tree);
  file.addFont(fonts.body, names.body);
  file.addFont(fonts.bold, names.bold);
  const info = file.add(`<< /Title ${pdfText(sheet.title)} /Producer (Mixreel) >>`);
  const title = '/ViewerPreferences << /DisplayDocTitle true >>';
  return file.build(file.add(`<< /Type /Catalog /Pages ${tree} /Lang (zh-CN) ${title} >>`), info);
}

function rowOf(
  columns: SheetColumn[],
  { cells, picture }: Sheet['rows'][number],
  widths: number[],
  { body }: Fonts,
): Row {
  const laid = columns.map(({ kind }, n): Cell => {
    if (kind === 'picture') return { lines: picture?.note ? [picture.note] : [], picture };
    const room = (widths[n] ?? 0) - 2 * CELL_PADDING;
    const text = withoutSigns(cells[n] ?? '', body);
    return { lines: breakText(text, room, (part) => body.widthOf(part, BODY_SIZE)), picture: null };
  });
  return { cells: laid, height: Math.max(LEADING, ...laid.map(heightOf)) + 2 * ROW_PADDING };
}

/** Emoji that the font lacks say nothing as boxes. */
function withoutSigns(text: string, font: SubsetFont): string {
  return text.replace(/[\p{Extended_Pictographic}\u{fe0f}\u{200d}]/gu, (sign) => (font.has(sign) ? sign : ''));
}

function heightOf({ lines, picture }: Cell): number {
  return (picture ? fitPicture(picture).height : 0) + lines.length * LEADING;
}

type Page = { drawn: string[]; pictures: SheetPicture[] };

/** Rows are placed from top to bottom; what does not fit begins the next page below its headings. */
class Pages {
  readonly #sheet: Sheet;
  readonly #fonts: Fonts;
  readonly #widths: number[];
  readonly #pages: Page[] = [];
  #top = 0;

  constructor(sheet: Sheet, fonts: Fonts, widths: number[]) {
    this.#sheet = sheet;
    this.#fonts = fonts;
    this.#widths = widths;
    this.#begin();
  }

  get #page(): Page {
    return this.#pages.at(-1)!;
  }

  #begin(): void {
    const isFirst = this.#pages.length === 0;
    this.#pages.push({ drawn: [], pictures: [] });
    this.#top = PAPER.height - PAPER.margin;
    if (isFirst) {
      const { title, facts } = this.#sheet;
      for (const line of breakText(title, INNER_WIDTH, (text) => this.#fonts.bold.widthOf(text, TITLE.size)).slice(
        0,
        2,
      )) {
        this.#text('bold', line, PAPER.margin, this.#top - TITLE.size, TITLE.size);
        this.#top -= TITLE.leading;
      }
      this.#text('body', facts, PAPER.margin, this.#top - FACTS.size, FACTS.size, 0.4);
      this.#top -= FACTS.leading;
    }
    this.#rect(PAPER.margin, this.#top - HEADING_HEIGHT, INNER_WIDTH, HEADING_HEIGHT, 0.93);
    const cells = this.#sheet.columns.map(({ name }) => ({ lines: [name], picture: null }));
    this.#row(cells, HEADING_HEIGHT, { font: 'bold', centred: () => true });
  }

  place(row: Row): void {
    const room = () => this.#top - PAPER.margin - FOOT;
    const whole = PAPER.height - 2 * PAPER.margin - FOOT - HEADING_HEIGHT;
    if (row.height > room() && row.height <= whole) this.#begin();
    const centred = (n: number) => this.#sheet.columns[n]?.kind !== 'text';
    let rest = row;
    // Only what is longer than a page goes on over several.
    while (rest.height > room()) {
      const lines = Math.floor((room() - 2 * ROW_PADDING) / LEADING);
      if (
        lines < 3 ||
        rest.cells.some(({ picture }) => picture && fitPicture(picture).height > room() - 2 * ROW_PADDING)
      ) {
        this.#begin();
        continue;
      }
      const head = rest.cells.map((cell) => (cell.picture ? cell : { ...cell, lines: cell.lines.slice(0, lines) }));
      this.#row(head, room(), { font: 'body', centred });
      const tail = rest.cells.map((cell) =>
        cell.picture ? { lines: [], picture: null } : { ...cell, lines: cell.lines.slice(lines) },
      );
      rest = { cells: tail, height: Math.max(...tail.map(heightOf)) + 2 * ROW_PADDING };
      this.#begin();
    }
    this.#row(rest.cells, rest.height, { font: 'body', centred });
  }

  #row(cells: Cell[], height: number, { font, centred }: { font: keyof Fonts; centred: (n: number) => boolean }): void {
    let left = PAPER.margin;
    const isHeading = font === 'bold';
    cells.forEach(({ lines, picture }, n) => {
      const width = this.#widths[n] ?? 0;
      let y = this.#top - (isHeading ? (height - BODY_SIZE) / 2 : ROW_PADDING);
      if (picture) {
        const shown = fitPicture(picture);
        this.#picture(picture, left + (width - shown.width) / 2, y - shown.height, shown);
        y -= shown.height + 1;
      }
      const size = picture ? NOTE_SIZE : BODY_SIZE;
      for (const line of lines) {
        const x = centred(n) ? left + (width - this.#fonts[font].widthOf(line, size)) / 2 : left + CELL_PADDING;
        this.#text(font, line, x, y - size, size, picture ? 0.4 : 0.1);
        y -= LEADING;
      }
      this.#box(left, this.#top - height, width, height);
      left += width;
    });
    this.#top -= height;
  }

  #text(font: keyof Fonts, text: string, x: number, y: number, size: number, grey = 0.1): void {
    if (text.trim() === '') return;
    const name = font === 'body' ? 'F0' : 'F1';
    this.#page.drawn.push(
      `BT ${grey} g /${name} ${size} Tf ${fixed(x)} ${fixed(y)} Td <${this.#fonts[font].write(text)}> Tj ET`,
    );
  }

  #picture(picture: SheetPicture, x: number, y: number, { width, height }: { width: number; height: number }): void {
    const number = this.#page.pictures.push(picture) - 1;
    this.#page.drawn.push(`q ${fixed(width)} 0 0 ${fixed(height)} ${fixed(x)} ${fixed(y)} cm /P${number} Do Q`);
  }

  #rect(x: number, y: number, width: number, height: number, grey: number): void {
    this.#page.drawn.push(`${grey} g ${fixed(x)} ${fixed(y)} ${fixed(width)} ${fixed(height)} re f`);
  }

  #box(x: number, y: number, width: number, height: number): void {
    this.#page.drawn.push(`0.75 G 0.5 w ${fixed(x)} ${fixed(y)} ${fixed(width)} ${fixed(height)} re S`);
  }

  /** The pages with their feet: only now it is known how many there are. */
  finish(): Page[] {
    const { body } = this.#fonts;
    const pages = this.#pages.slice();
    pages.forEach((page, n) => {
      const place = `${n + 1} / ${pages.length}`;
      const [title = ''] = breakText(this.#sheet.title, INNER_WIDTH - 80, (text) => body.widthOf(text, 8));
      this.#pages.push(page);
      this.#text('body', title, PAPER.margin, PAPER.margin - 8, 8, 0.5);
      this.#text('body', place, PAPER.width - PAPER.margin - body.widthOf(place, 8), PAPER.margin - 8, 8, 0.5);
      this.#pages.pop();
    });
    return pages;
  }
}

function fixed(value: number): string {
  return value.toFixed(2);
}
