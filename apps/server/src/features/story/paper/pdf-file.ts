import { deflateSync } from 'node:zlib';
import type { SubsetFont } from './font-subset.ts';

type Reference = `${number} 0 R`;

/** A PDF as it grows: objects by number, written one behind the other with a list of where each begins. */
export class PdfFile {
  readonly #objects: (Buffer | null)[] = [];

  /** A number for an object that others name before it is written. */
  reserve(): Reference {
    this.#objects.push(null);
    return `${this.#objects.length} 0 R`;
  }

  add(content: string | Buffer, as = this.reserve()): Reference {
    this.#objects[Number.parseInt(as, 10) - 1] = Buffer.from(content);
    return as;
  }

  /** What comes packed as it is, such as a JPEG, says so by a filter of its own. */
  addStream(content: Buffer, entries = '', filter: string | null = null): Reference {
    const packed = filter ? content : deflateSync(content);
    const head = `<< /Length ${packed.length} /Filter /${filter ?? 'FlateDecode'} ${entries}>>\nstream\n`;
    return this.add(Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')]));
  }

  addPicture({ jpeg, width, height }: { jpeg: Uint8Array; width: number; height: number }): Reference {
    const size = `/Width ${width} /Height ${height}`;
    const entries = `/Type /XObject /Subtype /Image ${size} /ColorSpace /DeviceRGB /BitsPerComponent 8 `;
    return this.addStream(Buffer.from(jpeg), entries, 'DCTDecode');
  }

  /** After all that is written with it. */
  addFont(font: SubsetFont, as: Reference): void {
    const content = font.build();
    const { box, ascent, descent, widths } = font.measures;
    const name = `/MIXREL+${font.name}`;
    const file = this.addStream(content, `/Length1 ${content.length} `);
    const descriptor = this.add(
      `<< /Type /FontDescriptor /FontName ${name} /Flags 4 /FontBBox [${box.join(' ')}] /ItalicAngle 0
        /Ascent ${ascent} /Descent ${descent} /CapHeight ${ascent} /StemV 80 /FontFile2 ${file} >>`,
    );
    const letters = this.add(
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont ${name}
        /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>
        /FontDescriptor ${descriptor} /DW 1000 /W [0 [${widths.join(' ')}]] /CIDToGIDMap /Identity >>`,
    );
    const unicode = this.addStream(Buffer.from(unicodeMap(font.letters)));
    this.add(
      `<< /Type /Font /Subtype /Type0 /BaseFont ${name} /Encoding /Identity-H
        /DescendantFonts [${letters}] /ToUnicode ${unicode} >>`,
      as,
    );
  }

  build(root: Reference, info: Reference): Buffer {
    const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')];
    let length = parts[0]!.length;
    const places = this.#objects.map((content, n) => {
      const at = length;
      const part = Buffer.concat([
        Buffer.from(`${n + 1} 0 obj\n`),
        content ?? Buffer.from('null'),
        Buffer.from('\nendobj\n'),
      ]);
      parts.push(part);
      length += part.length;
      return `${String(at).padStart(10, '0')} 00000 n \n`;
    });
    const size = places.length + 1;
    const list = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
    const end = `trailer\n<< /Size ${size} /Root ${root} /Info ${info} >>\nstartxref\n${length}\n%%EOF\n`;
    return Buffer.concat([...parts, Buffer.from(list + end)]);
  }
}

/** A text of the file itself, as its title. */
export function pdfText(text: string): string {
  return `<feff${Buffer.from(text.toWellFormed(), 'utf16le').swap16().toString('hex')}>`;
}

const LINES_MAX = 100;

function unicodeMap(letters: ReadonlyMap<number, number>): string {
  const lines = Array.from(letters, ([number, code]) => {
    const letter = Buffer.from(String.fromCodePoint(code), 'utf16le').swap16().toString('hex');
    return `<${number.toString(16).padStart(4, '0')}> <${letter}>`;
  });
  const blocks = Array.from({ length: Math.ceil(lines.length / LINES_MAX) }, (_, n) => {
    const some = lines.slice(n * LINES_MAX, (n + 1) * LINES_MAX);
    return `${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`;
  });
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}
