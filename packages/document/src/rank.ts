/**
 * Where a record stands among its like: a text that sorts between those of its neighbours, so that nothing else has to
 * move. It ends in three random digits, so that two people who put something at one place at once get two places.
 */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = DIGITS.length;
/** Behind the last one there is room for 200,000 more before ranks become longer. */
const HEAD = 6;
const STEP = BASE ** 3;

/** Ranks as they are compared here and by the database (`collate "C"`). A last zero would leave no room before it. */
export const RANK = /^[0-9A-Za-z]{0,119}[1-9A-Za-z]$/;

type Random = () => number;

/** A rank above `low` and below `high`; null is the end on that side. */
export function rankBetween(low: string | null, high: string | null, random: Random = Math.random): string {
  if (low === null && high === null) return writeHead(BASE ** HEAD / 2) + tail(random);
  if (high === null) {
    const next = readHead(low!) + STEP;
    if (next < BASE ** HEAD) return writeHead(next) + tail(random);
  } else if (low === null) {
    const before = readHead(high) - STEP;
    if (before > 0) return writeHead(before) + tail(random);
  }
  return middle(low ?? '', high) + tail(random);
}

/** So many ranks in order between two. */
export function ranksBetween(low: string | null, high: string | null, count: number, random?: Random): string[] {
  if (count <= 0) return [];
  if (high === null) {
    const ranks: string[] = [];
    for (let n = 0; n < count; n += 1) ranks.push(rankBetween(ranks.at(-1) ?? low, null, random));
    return ranks;
  }
  const half = Math.floor(count / 2);
  const rank = low === null ? rankBetween(low, high, random) : middle(low, high, 2) + tail(random ?? Math.random);
  return [...ranksBetween(low, rank, half, random), rank, ...ranksBetween(rank, high, count - half - 1, random)];
}

/**
 * The ranks to change so that rows stand in this order: of as few as can be. `rank` is null for what has none yet.
 */
export function planRanks(
  wanted: readonly { id: string; rank: string | null }[],
  random?: Random,
): Map<string, string> {
  const kept = longestRising(wanted.map(({ rank }) => rank));
  const ranks = new Map<string, string>();
  let low: string | null = null;
  for (let at = 0; at < wanted.length;) {
    const { rank } = wanted[at]!;
    if (kept.has(at)) {
      low = rank;
      at += 1;
      continue;
    }
    let end = at;
    while (end < wanted.length && !kept.has(end)) end += 1;
    const made = ranksBetween(low, wanted[end]?.rank ?? null, end - at, random);
    for (const [n, one] of made.entries()) ranks.set(wanted[at + n]!.id, one);
    low = made.at(-1) ?? low;
    at = end;
  }
  return ranks;
}

/** Places of a longest strictly rising row among those that have a rank. */
function longestRising(ranks: readonly (string | null)[]): Set<number> {
  const ends: number[] = [];
  const before = new Map<number, number>();
  for (const [at, rank] of ranks.entries()) {
    if (rank === null) continue;
    let [from, to] = [0, ends.length];
    while (from < to) {
      const half = (from + to) >> 1;
      if (ranks[ends[half]!]! < rank) from = half + 1;
      else to = half;
    }
    if (from > 0) before.set(at, ends[from - 1]!);
    ends[from] = at;
  }
  const found = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = before.get(at)) found.add(at);
  return found;
}

/** A text between two, nearer to the lower one by `share`: lines are mostly written one after another. */
function middle(low: string, high: string | null, share = 8): string {
  let made = '';
  let bound = high;
  for (let at = 0; ; at += 1) {
    const from = at < low.length ? DIGITS.indexOf(low[at]!) : 0;
    const to = bound !== null && at < bound.length ? DIGITS.indexOf(bound[at]!) : BASE;
    if (to - from > 1) return made + DIGITS[from + Math.max(1, Math.floor((to - from) / share))];
    made += DIGITS[from];
    if (to > from) bound = null;
  }
}

function readHead(rank: string): number {
  let head = 0;
  for (let at = 0; at < HEAD; at += 1) head = head * BASE + Math.max(0, DIGITS.indexOf(rank[at] ?? '0'));
  return head;
}

function writeHead(head: number): string {
  let text = '';
  for (let at = 0, rest = Math.floor(head); at < HEAD; at += 1, rest = Math.floor(rest / BASE)) {
    text = DIGITS[rest % BASE] + text;
  }
  return text;
}

function tail(random: Random): string {
  const digit = (from: number) => DIGITS[from + Math.floor(random() * (BASE - from))];
  return `${digit(0)}${digit(0)}${digit(1)}`;
}
