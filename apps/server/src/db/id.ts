import { randomFillSync } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** Random bytes are drawn in bulk: one draw per id costs more than the rest of it. */
const drawn = Buffer.alloc(10_000);
let used = drawn.length;
let last = 0n;

/**
 * A new id: 26 characters that sort by time. Within one millisecond the number before is counted up instead of drawn
 * anew, so that rows written one after another by one process keep their order.
 */
export function newId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const random = drawn.subarray(used, (used += 10)).toString('hex');
  const fresh = (BigInt(Date.now()) << 80n) | BigInt(`0x${random}`);
  last = fresh > last ? fresh : last + 1n;

  let text = '';
  for (let shift = 125n; shift >= 0n; shift -= 5n) text += ALPHABET[Number((last >> shift) & 31n)];
  return text;
}
