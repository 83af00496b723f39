const SIGNS: [type: string, offset: number, sign: Buffer][] = [
  ['image/png', 0, Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['image/jpeg', 0, Buffer.from([0xff, 0xd8, 0xff])],
  ['image/gif', 0, Buffer.from('GIF8')],
  ['image/bmp', 0, Buffer.from('BM')],
  ['image/webp', 8, Buffer.from('WEBP')],
  ['image/avif', 4, Buffer.from('ftypavif')],
  ['image/avif', 4, Buffer.from('ftypavis')],
  ['image/x-icon', 0, Buffer.from([0, 0, 1, 0])],
];

export const SNIFF_BYTES = 16;

/** The type of a picture by its first bytes, whatever its sender says. SVG is none: it can carry scripts. */
export function sniffImage(head: Buffer): string | null {
  if (head.length < SNIFF_BYTES) return null;
  const found = SIGNS.find(([, offset, sign]) => head.subarray(offset, offset + sign.length).equals(sign));
  if (found?.[0] === 'image/webp' && !head.subarray(0, 4).equals(Buffer.from('RIFF'))) return null;
  return found?.[0] ?? null;
}
