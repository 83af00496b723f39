import { randomFillSync } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
let last = 0n;

/**
 * A new id: 26 characters that sort by time. Within one millisecond the number before is counted up instead of drawn
 * anew, so that rows written one after another by one process keep their order.
 */
export function newId(): string {
  const random = randomFillSync(Buffer.alloc(10));
  const drawn = (BigInt(Date.now()) << 80n) | BigInt(`0x${random.toString('hex')}`);
  last = drawn > last ? drawn : last + 1n;

  let text = '';
  for (let shift = 125n; shift >= 0n; shift -= 5n) text += ALPHABET[Number((last >> shift) & 31n)];
  return text;
}
