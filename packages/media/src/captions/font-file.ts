import { readFileSync } from 'node:fs';

/** The box of a glyph's ink and its advance width, in font units; y grows upwards from the baseline. */
export type Glyph = { advance: number; xMin: number; yMin: number; xMax: number; yMax: number };

/** What line breaking and placing need to know of a font. */
export type FontMetrics = {
  /** The family name by which libass finds the font. */
  family: string;
  isBold: boolean;
  unitsPerEm: number;
  /** Ascent and descent as libass uses them: its font size is the sum of both. */
  ascent: number;
  descent: number;
  /** Characters that the font can show. */
  characters: number;
  glyph(codePoint: number): Glyph | undefined;
};

/** Read the metrics of a TrueType font; the outlines are looked at once for their boxes and not kept. */
export function readFontFile(path: string): FontMetrics {
  const file = readFileSync(path);
  const tables = readTables(file);
  const table = (tag: string) => {
    const found = tables.get(tag);
    if (!found) throw new Error(`${path} is not a TrueType font that can be measured: it has no ${tag} table`);
    return found;
  };
  const head = table('head');
  const os2 = table('OS/2');
  const glyphs = table('maxp').readUInt16BE(4);
  const characters = readCharacterMap(table('cmap'));
  const advances = readAdvances(table('hmtx'), table('hhea').readUInt16BE(34), glyphs);
  const boxes = readBoxes(table('loca'), table('glyf'), glyphs, head.readInt16BE(50) === 1);

  return {
    family: readName(table('name'), 1) ?? '',
    isBold: (os2.readUInt16BE(62) & 0b10_0000) !== 0,
    unitsPerEm: head.readUInt16BE(18),
    ascent: os2.readUInt16BE(74),
    descent: os2.readUInt16BE(76),
    characters: characters.size,
    glyph(codePoint) {
      const index = characters.get(codePoint);
      if (index === undefined) return undefined;
      const [xMin, yMin, xMax, yMax] = boxes.subarray(index * 4, index * 4 + 4) as unknown as [
        number,
        number,
        number,
        number,
      ];
      return { advance: advances[index]!, xMin, yMin, xMax, yMax };
    },
  };
}

/** The tables of a TrueType file by their names. */
export function readTables(file: Buffer): Map<string, Buffer> {
  const count = file.readUInt16BE(4);
  return new Map(
    Array.from({ length: count }, (_, i) => {
      const entry = 12 + i * 16;
      const offset = file.readUInt32BE(entry + 8);
      return [file.toString('latin1', entry, entry + 4), file.subarray(offset, offset + file.readUInt32BE(entry + 12))];
    }),
  );
}

/** Code point to glyph number, from the subtable that covers the most: format 12 reaches beyond 16 bits, format 4 does not. */
export function readCharacterMap(cmap: Buffer): Map<number, number> {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) => {
    const record = 4 + i * 8;
    return { platform: cmap.readUInt16BE(record), data: cmap.subarray(cmap.readUInt32BE(record + 4)) };
  }).filter(({ platform }) => platform === 0 || platform === 3);
  const wide = subtables.find(({ data }) => data.readUInt16BE(0) === 12);
  const narrow = subtables.find(({ data }) => data.readUInt16BE(0) === 4);
  if (wide) return readGroups(wide.data);
  if (narrow) return readSegments(narrow.data);
  throw new Error('The font maps no Unicode characters');
}

function readGroups(data: Buffer): Map<number, number> {
  const map = new Map<number, number>();
  const groups = data.readUInt32BE(12);
  for (let i = 0; i < groups; i++) {
    const group = 16 + i * 12;
    const first = data.readUInt32BE(group);
    const last = data.readUInt32BE(group + 4);
    const glyph = data.readUInt32BE(group + 8);
    for (let code = first; code <= last; code++) map.set(code, glyph + code - first);
  }
  return map;
}

function readSegments(data: Buffer): Map<number, number> {
  const map = new Map<number, number>();
  const size = data.readUInt16BE(6);
  for (let i = 0; i < size; i += 2) {
    const end = data.readUInt16BE(14 + i);
    const start = data.readUInt16BE(16 + size + i);
    const delta = data.readUInt16BE(16 + 2 * size + i);
    const rangePosition = 16 + 3 * size + i;
    const range = data.readUInt16BE(rangePosition);
    for (let code = start; code <= end && code !== 0xffff; code++) {
      const listed = range === 0 ? code : data.readUInt16BE(rangePosition + range + 2 * (code - start));
      const glyph = range !== 0 && listed === 0 ? 0 : (listed + delta) & 0xffff;
      if (glyph !== 0) map.set(code, glyph);
    }
  }
  return map;
}

export function readAdvances(hmtx: Buffer, count: number, glyphs: number): Uint16Array {
  const last = count - 1;
  return Uint16Array.from({ length: glyphs }, (_, glyph) => hmtx.readUInt16BE(Math.min(glyph, last) * 4));
}

function readBoxes(loca: Buffer, glyf: Buffer, glyphs: number, isLong: boolean): Int16Array {
  const boxes = new Int16Array(glyphs * 4);
  const offset = (glyph: number) => (isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2);
  for (let glyph = 0; glyph < glyphs; glyph++) {
    const start = offset(glyph);
    // A glyph without outline, such as the space, takes no bytes.
    if (offset(glyph + 1) === start) continue;
    for (let i = 0; i < 4; i++) boxes[glyph * 4 + i] = glyf.readInt16BE(start + 2 + i * 2);
  }
  return boxes;
}

/** A name in English for Windows, which is what libass compares. */
function readName(name: Buffer, wanted: number): string | undefined {
  const strings = name.readUInt16BE(4);
  for (let i = 0; i < name.readUInt16BE(2); i++) {
    const record = 6 + i * 12;
    const [platform, , language, id, length, offset] = Array.from({ length: 6 }, (_, field) =>
      name.readUInt16BE(record + field * 2),
    ) as [number, number, number, number, number, number];
    if (platform !== 3 || language !== 0x409 || id !== wanted) continue;
    const bytes = Buffer.from(name.subarray(strings + offset, strings + offset + length));
    return bytes.swap16().toString('utf16le');
  }
  return undefined;
}
