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
