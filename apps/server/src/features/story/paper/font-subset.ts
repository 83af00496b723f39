import { readAdvances, readCharacterMap, readTables } from '@mixreel/media/font-file';

/** Those of a font's tables that a page needs; the rest is for programs that set type. */
const COPIED = ['cvt ', 'fpgm', 'prep'];

/**
 * A TrueType font of which only the letters that are written go into the file: all of a Chinese one are ten megabytes.
 * Letters get numbers in the order they are first written.
 */
export class SubsetFont {
  readonly name: string;
  readonly #tables: Map<string, Buffer>;
  readonly #glyphs: Map<number, number>;
  readonly #advances: Uint16Array;
  readonly #unitsPerEm: number;
  /** Number in the file by number in the font; 0 is the box for what the font lacks. */
  readonly #used = new Map<number, number>([[0, 0]]);
  readonly #letters = new Map<number, number>();

  constructor(name: string, file: Buffer) {
    this.name = name;
    this.#tables = readTables(file);
    this.#glyphs = readCharacterMap(this.#table('cmap'));
    const count = this.#table('maxp').readUInt16BE(4);
    this.#advances = readAdvances(this.#table('hmtx'), this.#table('hhea').readUInt16BE(34), count);
    this.#unitsPerEm = this.#table('head').readUInt16BE(18);
  }

  #table(tag: string): Buffer {
    const found = this.#tables.get(tag);
    if (!found) throw new Error(`The font ${this.name} has no ${tag} table`);
    return found;
  }

  has(letter: string): boolean {
    return this.#glyphs.has(letter.codePointAt(0) ?? 0);
  }

  widthOf(text: string, size: number): number {
    let units = 0;
    for (const letter of text) units += this.#advances[this.#glyphs.get(letter.codePointAt(0) ?? 0) ?? 0] ?? 0;
    return (units * size) / this.#unitsPerEm;
  }

  /** A text as numbers of the subset, in hexadecimal. */
  write(text: string): string {
    let written = '';
    for (const letter of text) {
      const code = letter.codePointAt(0) ?? 0;
      const number = this.#numberOf(this.#glyphs.get(code) ?? 0);
      if (number > 0) this.#letters.set(number, code);
      written += number.toString(16).padStart(4, '0');
    }
    return written;
  }

  #numberOf(glyph: number): number {
    const known = this.#used.get(glyph);
    if (known !== undefined) return known;
    const number = this.#used.size;
    this.#used.set(glyph, number);
    return number;
  }

  /** Letters by their numbers, for who copies text out of the file. */
  get letters(): ReadonlyMap<number, number> {
    return this.#letters;
  }

  /** Heights and widths in thousandths of the size. */
  get measures() {
    const scale = 1000 / this.#unitsPerEm;
    const [head, hhea] = [this.#table('head'), this.#table('hhea')];
    return {
      box: [36, 38, 40, 42].map((at) => Math.round(head.readInt16BE(at) * scale)),
      ascent: Math.round(hhea.readInt16BE(4) * scale),
      descent: Math.round(hhea.readInt16BE(6) * scale),
      widths: [...this.#used.keys()].map((glyph) => Math.round((this.#advances[glyph] ?? 0) * scale)),
    };
  }

  /** The font with what was written, as a file. Nothing may be written after it. */
  build(): Buffer {
    const outlines = this.#outlines();
    const glyphs = [...this.#used.keys()];
    const loca = Buffer.alloc(4 * (glyphs.length + 1));
    let at = 0;
    outlines.forEach((outline, n) => loca.writeUInt32BE((at += outline.length), 4 * (n + 1)));
    const hmtx = Buffer.alloc(4 * glyphs.length);
    glyphs.forEach((glyph, n) => hmtx.writeUInt16BE(this.#advances[glyph] ?? 0, 4 * n));
    const [head, hhea, maxp] = [this.#table('head'), this.#table('hhea'), this.#table('maxp')].map((table) =>
      Buffer.from(table),
    );
    head!.writeUInt32BE(0, 8);
    head!.writeInt16BE(1, 50);
    hhea!.writeUInt16BE(glyphs.length, 34);
    maxp!.writeUInt16BE(glyphs.length, 4);
    const copied = COPIED.flatMap((tag): [string, Buffer][] => {
      const table = this.#tables.get(tag);
      return table ? [[tag, table]] : [];
    });
    return fileOf([
      ...copied,
      ['glyf', Buffer.concat(outlines)],
      ['head', head!],
      ['hhea', hhea!],
      ['hmtx', hmtx],
      ['loca', loca],
      ['maxp', maxp!],
    ]);
  }

  /** Outlines by number. Those that are put together of others bring them along. */
  #outlines(): Buffer[] {
    const [loca, glyf] = [this.#table('loca'), this.#table('glyf')];
    const isLong = this.#table('head').readInt16BE(50) === 1;
    const placeOf = (glyph: number) => (isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph));
    const outlines: Buffer[] = [];
    // A map is walked to its end, also where it grows on the way.
    for (const glyph of this.#used.keys()) {
      const outline = Buffer.from(glyf.subarray(placeOf(glyph), placeOf(glyph + 1)));
      if (outline.length > 0 && outline.readInt16BE(0) < 0) this.#renumber(outline);
      outlines.push(
        outline.length % 4 === 0 ? outline : Buffer.concat([outline, Buffer.alloc(4 - (outline.length % 4))]),
      );
    }
    return outlines;
  }

  #renumber(outline: Buffer): void {
    for (let at = 10, more = true; more;) {
      const flags = outline.readUInt16BE(at);
      outline.writeUInt16BE(this.#numberOf(outline.readUInt16BE(at + 2)), at + 2);
      const scale = flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0;
      at += 4 + (flags & 0x01 ? 4 : 2) + scale;
      more = (flags & 0x20) !== 0;
    }
  }
}

function fileOf(tables: [tag: string, content: Buffer][]): Buffer {
  const power = 2 ** Math.floor(Math.log2(tables.length));
  const head = Buffer.alloc(12 + 16 * tables.length);
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(tables.length, 4);
  head.writeUInt16BE(16 * power, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE(16 * (tables.length - power), 10);
  let offset = head.length;
  const contents = tables.map(([tag, content], n) => {
    const padded = Buffer.concat([content, Buffer.alloc((4 - (content.length % 4)) % 4)]);
    const entry = 12 + 16 * n;
    head.write(tag, entry, 'latin1');
    head.writeUInt32BE(sumOf(padded), entry + 4);
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(content.length, entry + 12);
    offset += padded.length;
    return padded;
  });
  return Buffer.concat([head, ...contents]);
}

function sumOf(content: Buffer): number {
  let sum = 0;
  for (let at = 0; at < content.length; at += 4) sum = (sum + content.readUInt32BE(at)) >>> 0;
  return sum;
}
