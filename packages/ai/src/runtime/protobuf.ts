/** A whole number as protocol buffers write it: seven bits a byte, the lowest first. Never negative here. */
export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...bytes, rest]);
}

/** A field with a length before it: a text, bytes or a message in a message. */
export function lengthField(number: number, contents: Buffer): Buffer {
  return Buffer.concat([varint(number * 8 + 2), varint(contents.length), contents]);
}

/** A field of a message: its number, its contents, and all of its bytes. */
export type Field = { number: number; contents: Buffer; raw: Buffer };

/** The whole number that stands at a place, and where the next thing stands. */
function readVarint(bytes: Buffer, at: number): [value: number, next: number] {
  let value = 0;
  for (let unit = 1, next = at; ; unit *= 128) {
    const byte = bytes[next++]!;
    value += (byte & 127) * unit;
    if (byte < 128) return [value, next];
  }
}

/** Which field begins at a place, and where its contents lie; only its head has to be there. */
export function readHead(bytes: Buffer, start: number): { number: number; from: number; to: number } {
  const [key, at] = readVarint(bytes, start);
  const number = Math.floor(key / 8);
  const wire = key % 8;
  if (wire === 0) return { number, from: at, to: readVarint(bytes, at)[1] };
  const [length, from] = wire === 2 ? readVarint(bytes, at) : [wire === 1 ? 8 : wire === 5 ? 4 : 0, at];
  return { number, from, to: from + length };
}

/** The fields of a message, in their order. */
export function readFields(bytes: Buffer): Field[] {
  const fields: Field[] = [];
  for (let start = 0; start < bytes.length;) {
    const { number, from, to } = readHead(bytes, start);
    fields.push({ number, contents: bytes.subarray(from, to), raw: bytes.subarray(start, to) });
    start = to;
  }
  return fields;
}
