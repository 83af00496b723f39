import { readFileSync } from 'node:fs';
import { readCharacterMap, readTables } from '#captions/font-file.ts';
import { fontPath, type FontId } from '#captions/fonts.ts';

/** A glyph as the commands of an SVG path, in font units with y downwards; empty for a space. */
export type GlyphPath = (codePoint: number) => string;

type Point = { x: number; y: number; isOn: boolean };
type Outlines = { glyf: Buffer; startOf: (glyph: number) => number };

const loaded = new Map<FontId, GlyphPath>();

/** The outlines of a font, each read when it is first drawn. */
export function glyphPaths(fontId: FontId): GlyphPath {
  const known = loaded.get(fontId);
  if (known) return known;
  const tables = readTables(readFileSync(fontPath(fontId)));
  const [cmap, glyf, loca, head] = ['cmap', 'glyf', 'loca', 'head'].map((tag) => tables.get(tag)!) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  const characters = readCharacterMap(cmap);
  const isLong = head.readInt16BE(50) === 1;
  const startOf = (glyph: number) => (isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2);
  const paths = new Map<number, string>();
  const read: GlyphPath = (codePoint) => {
    const found = paths.get(codePoint);
    if (found !== undefined) return found;
    const glyph = characters.get(codePoint);
    const path = glyph === undefined ? '' : contoursOf({ glyf, startOf }, glyph).map(toPath).join('');
    paths.set(codePoint, path);
    return path;
  };
  loaded.set(fontId, read);
  return read;
}

const DEEPEST = 6;

/** The closed curves of a glyph: its own, or those of the glyphs that it is put together from. */
function contoursOf(font: Outlines, glyph: number, depth = 0): Point[][] {
  const { glyf, startOf } = font;
  const at = startOf(glyph);
  if (startOf(glyph + 1) === at || depth > DEEPEST) return [];
  const contours = glyf.readInt16BE(at);
  return contours < 0 ? readParts(font, at + 10, depth) : readContours(glyf, at + 10, contours);
}

function readContours(glyf: Buffer, start: number, count: number): Point[][] {
  const ends = Array.from({ length: count }, (_, n) => glyf.readUInt16BE(start + n * 2));
  const points = (ends.at(-1) ?? -1) + 1;
  let at = start + count * 2;
  at += 2 + glyf.readUInt16BE(at);
  const flags: number[] = [];
  while (flags.length < points) {
    const flag = glyf[at++]!;
    const times = (flag & 8) === 0 ? 0 : glyf[at++]!;
    for (let n = 0; n <= times; n += 1) flags.push(flag);
  }
  const readAxis = (short: number, same: number) => {
    let value = 0;
    return flags.map((flag) => {
      if ((flag & short) !== 0) value += (flag & same) !== 0 ? glyf[at++]! : -glyf[at++]!;
      else if ((flag & same) === 0) {
        value += glyf.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = readAxis(2, 16);
  const ys = readAxis(4, 32);
  return ends.map((end, n) => {
    const from = n === 0 ? 0 : ends[n - 1]! + 1;
    return flags
      .slice(from, end + 1)
      .map((flag, i) => ({ x: xs[from + i]!, y: ys[from + i]!, isOn: (flag & 1) !== 0 }));
  });
}

function readParts(font: Outlines, start: number, depth: number): Point[][] {
  const { glyf } = font;
  const all: Point[][] = [];
  for (let at = start, hasMore = true; hasMore;) {
    const flags = glyf.readUInt16BE(at);
    const glyph = glyf.readUInt16BE(at + 2);
    const isWide = (flags & 1) !== 0;
    const [dx, dy] = isWide
      ? [glyf.readInt16BE(at + 4), glyf.readInt16BE(at + 6)]
      : [glyf.readInt8(at + 4), glyf.readInt8(at + 5)];
    at += isWide ? 8 : 6;
    const next = () => {
      const value = glyf.readInt16BE(at) / 16384;
      at += 2;
      return value;
    };
    let [a, b, c, d] = [1, 0, 0, 1];
    if ((flags & 8) !== 0) a = d = next();
    else if ((flags & 64) !== 0) [a, d] = [next(), next()];
    else if ((flags & 128) !== 0) [a, b, c, d] = [next(), next(), next(), next()];
    const part = contoursOf(font, glyph, depth + 1);
    all.push(
      ...part.map((contour) =>
        contour.map(({ x, y, isOn }) => ({ x: a * x + c * y + dx, y: b * x + d * y + dy, isOn })),
      ),
    );
    hasMore = (flags & 32) !== 0;
  }
  return all;
}

/** Between two points off the curve lies one on it. */
function toPath(contour: Point[]): string {
  if (contour.length < 2) return '';
  const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, isOn: true });
  const firstOn = contour.findIndex(({ isOn }) => isOn);
  const turned = firstOn < 0 ? contour : [...contour.slice(firstOn), ...contour.slice(0, firstOn)];
  const start = firstOn < 0 ? middle(contour.at(-1)!, contour[0]!) : turned[0]!;
  const rest = firstOn < 0 ? turned : turned.slice(1);
  const say = ({ x, y }: Point) => `${Math.round(x)} ${Math.round(-y)}`;
  let path = `M${say(start)}`;
  for (const [n, point] of rest.entries()) {
    if (point.isOn) {
      path += `L${say(point)}`;
      continue;
    }
    const after = rest[n + 1] ?? start;
    path += `Q${say(point)} ${say(after.isOn ? after : middle(point, after))}`;
  }
  return `${path}Z`;
}
