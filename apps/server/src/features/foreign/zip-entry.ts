import { inflateRawSync } from 'node:zlib';
import { Refusal } from './foreign.ts';

const END = 0x06054b50;
const LISTED = 0x02014b50;
const LOCAL = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;
/** The end of an archive may carry a comment of so many bytes. */
const COMMENT_MAX = 65_535;

/** `most` is what it may unpack to; a person reads `broken` or `too_large`. */
type Limits = { most: number; broken: string; too_large: string };

/**
 * One file of an archive, or null when there is none of that name; of several with the name, the first. Only this one is
 * unpacked, to no more than `most` and to no more than it is said to be: a small archive can hold gigabytes.
 */
export function readEntry(bytes: Uint8Array, name: string, { most, broken, too_large }: Limits): Uint8Array | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const place = findEntry(view, Buffer.from(name));
    if (!place) return null;
    const packed = view.subarray(place.at, place.at + place.packed_bytes);
    if (packed.length < place.packed_bytes) throw new Refusal(broken);
    if (place.bytes > most) throw new Refusal(too_large);
    if (place.method !== STORED && place.method !== DEFLATED) throw new Refusal(broken);
    const maxOutputLength = Math.max(1, place.bytes);
    const content = place.method === STORED ? packed : inflateRawSync(packed, { maxOutputLength });
    if (content.length !== place.bytes) throw new Refusal(broken);
    return content;
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(broken);
  }
}

/** Where its contents lie, by the list at the end: what stands before them may say otherwise or nothing. */
function findEntry(view: Buffer, name: Buffer) {
  let at = view.length - 22;
  const least = Math.max(0, at - COMMENT_MAX);
  while (at >= least && view.readUInt32LE(at) !== END) at -= 1;
  if (at < least) throw new RangeError('an archive without an end');
  const count = view.readUInt16LE(at + 10);
  let listed = view.readUInt32LE(at + 16);
  for (let n = 0; n < count; n += 1) {
    if (view.readUInt32LE(listed) !== LISTED) throw new RangeError('a list that breaks off');
    const [name_bytes, extra, comment] = [28, 30, 32].map((from) => view.readUInt16LE(listed + from));
    if (view.subarray(listed + 46, listed + 46 + name_bytes!).equals(name)) {
      const local = view.readUInt32LE(listed + 42);
      if (view.readUInt32LE(local) !== LOCAL) throw new RangeError('nothing there');
      return {
        method: view.readUInt16LE(listed + 10),
        packed_bytes: view.readUInt32LE(listed + 20),
        bytes: view.readUInt32LE(listed + 24),
        at: local + 30 + view.readUInt16LE(local + 26) + view.readUInt16LE(local + 28),
      };
    }
    listed += 46 + name_bytes! + extra! + comment!;
  }
  return null;
}
