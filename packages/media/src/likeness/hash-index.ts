/** Many 64-bit hashes, and which of them are alike. */
export type HashIndex = {
  /** Distinct hashes; the id of one is its place. */
  count: number;
  /** The id of each hash that was given, in order; -1 for zeros, which stand for nothing. */
  ids: Int32Array;
  /** Ids of those that differ from this one in no more bits than allowed, itself among them. */
  likeOf(id: number): Uint32Array;
};

const QUARTERS = 4;
const BUCKETS = 2 ** 16;

/**
 * Finds all hashes within `most` differing bits. Of two that differ in at most 15 bits, one quarter differs in at most
 * three: so it is enough to look at hashes of which a quarter is nearly the same, some per cent of all.
 */
export function indexHashes(high: Uint32Array, low: Uint32Array, most: number): HashIndex {
  const { ids, count, highs, lows } = distinct(high, low);
  const masks = masksWithin(Math.floor(most / QUARTERS));
  const quarterOf = (id: number, quarter: number) => {
    const word = quarter < 2 ? highs[id]! : lows[id]!;
    return quarter % 2 === 0 ? word >>> 16 : word & 0xffff;
  };
  const buckets = Array.from({ length: QUARTERS }, (_, quarter) => bucketsOf(highs, lows, count, quarterOf, quarter));
  const seen = new Int32Array(count).fill(-1);
  const found = new Uint32Array(count);

  return {
    count,
    ids,
    likeOf(id) {
      let hits = 0;
      const [high0, low0] = [highs[id]!, lows[id]!];
      for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
        const { starts, members, memberHighs, memberLows } = buckets[quarter]!;
        const own = quarterOf(id, quarter);
        for (let m = 0; m < masks.length; m += 1) {
          const bucket = own ^ masks[m]!;
          for (let at = starts[bucket]!, end = starts[bucket + 1]!; at < end; at += 1) {
            if (bitsOf(memberHighs[at]! ^ high0) + bitsOf(memberLows[at]! ^ low0) > most) continue;
            const other = members[at]!;
            if (seen[other] === id) continue;
            seen[other] = id;
            found[hits++] = other;
          }
        }
      }
      return found.slice(0, hits);
    },
  };
}

/** Bits that are set. */
export function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Videos share pictures to the bit; each is looked at once. */
function distinct(high: Uint32Array, low: Uint32Array) {
  const slots = 2 ** Math.ceil(Math.log2(2 * high.length + 2));
  const table = new Int32Array(slots).fill(-1);
  const ids = new Int32Array(high.length).fill(-1);
  const [highs, lows] = [new Uint32Array(high.length), new Uint32Array(high.length)];
  let count = 0;
  for (let n = 0; n < high.length; n += 1) {
    const [a, b] = [high[n]!, low[n]!];
    if (a === 0 && b === 0) continue;
    let slot = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & (slots - 1);
    while (table[slot]! >= 0 && (highs[table[slot]!] !== a || lows[table[slot]!] !== b)) {
      slot = (slot + 1) & (slots - 1);
    }
    if (table[slot]! < 0) {
      table[slot] = count;
      highs[count] = a;
      lows[count] = b;
      count += 1;
    }
    ids[n] = table[slot]!;
  }
  return { ids, count, highs, lows };
}

function masksWithin(most: number): Uint16Array {
  return Uint16Array.from(Array.from({ length: BUCKETS }, (_, mask) => mask).filter((mask) => bitsOf(mask) <= most));
}

/**
 * Members of each bucket in one list; `starts` says where a bucket begins. The hashes stand beside: to look each up
 * elsewhere would be waiting for memory most of the time.
 */
function bucketsOf(
  highs: Uint32Array,
  lows: Uint32Array,
  count: number,
  quarterOf: (id: number, quarter: number) => number,
  quarter: number,
) {
  const starts = new Uint32Array(BUCKETS + 1);
  for (let id = 0; id < count; id += 1) starts[quarterOf(id, quarter) + 1]! += 1;
  for (let n = 0; n < BUCKETS; n += 1) starts[n + 1]! += starts[n]!;
  const next = starts.slice();
  const members = new Uint32Array(count);
  const [memberHighs, memberLows] = [new Uint32Array(count), new Uint32Array(count)];
  for (let id = 0; id < count; id += 1) {
    const at = next[quarterOf(id, quarter)]!++;
    members[at] = id;
    memberHighs[at] = highs[id]!;
    memberLows[at] = lows[id]!;
  }
  return { starts, members, memberHighs, memberLows };
}
