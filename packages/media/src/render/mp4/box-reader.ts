/** A box of an MP4 inside a buffer: its type, and where its content lies. */
export type Box = { type: string; start: number; content: number; end: number };

/** The boxes between two positions; a box that claims more than there is ends the walk. */
export function* boxesOf(buffer: Buffer, from: number, to: number): Generator<Box> {
  let start = from;
  while (start + 8 <= to) {
    const { type, size, headerSize } = readHeader(buffer, start, to - start);
    const end = start + size;
    if (size < headerSize || end > to) return;
    yield { type, start, content: start + headerSize, end };
    start = end;
  }
}

/** Follows a path of box types, `['mdia', 'mdhd']`, below a box. */
export function findBox(buffer: Buffer, parent: Box, path: string[]): Box | undefined {
  let box: Box | undefined = parent;
  for (const type of path) {
    if (!box) return undefined;
    box = boxesOf(buffer, box.content, box.end).find((child) => child.type === type);
  }
  return box;
}

/** The head of a box: 8 bytes, or 16 when the size needs 64 bits; size 0 means "to the end". */
export function readHeader(
  buffer: Buffer,
  at: number,
  room: number,
): { type: string; size: number; headerSize: number } {
  const type = buffer.toString('latin1', at + 4, at + 8);
  const short = buffer.readUInt32BE(at);
  if (short === 0) return { type, size: room, headerSize: 8 };
  if (short !== 1 || room < 16) return { type, size: short, headerSize: 8 };
  return { type, size: Number(buffer.readBigUInt64BE(at + 8)), headerSize: 16 };
}
