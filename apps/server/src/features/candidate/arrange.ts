import type { MixConfig, VaryRule } from '@mixreel/contract';
import type { ClipRow, ShootingRow } from '#features/mix/document.ts';

type Vary = MixConfig['vary'];
type Shooting = Pick<ShootingRow, 'shooting_id' | 'scripts'>;

/** Orders besides the own one, and ways to leave something out: enough for variety, few enough to read them all. */
const MOST_ORDERS = 5;
const MOST_GAPS = 4;
/** A video of fewer shots than this tells nothing any more. */
const LEAST_SHOTS = 2;

/** Lines that lean on the one before them. */
const LEANS =
  /^(然后|接着|随后|其次|再|最后|所以|因此|于是|但是?|可是?|不过|而且|并且|另外|同时|还有|也|就|第[一二三四五六七八九十\d])/;

function leans({ scripts }: Shooting): boolean {
  return scripts.some(({ text }) => LEANS.test(text.replace(/^[^\p{L}\p{N}]+/u, '')));
}

/** Places of shots that may change with the next one: never the first or the last, and none whose line leans on another. */
export function swappable(shootings: Shooting[]): number[] {
  const isFree = (n: number) => !leans(shootings[n]!);
  // What follows must not lean on what went away either.
  return shootings.flatMap((_, n) => (n > 0 && n + 2 < shootings.length && [n, n + 1, n + 2].every(isFree) ? n : []));
}

/** Whether the lines of a shooting are said in all their wordings, or only in the first. */
export function saysOtherwise(shooting_id: string, { wording, wording_ids }: Vary): boolean {
  return { fixed: false, list: wording_ids.includes(shooting_id), free: true }[wording];
}

/** The orders in which the shootings may come, their own first. */
export function ordersOf(shootings: Shooting[], { order, order_ids }: Vary): string[][] {
  const own = shootings.map(({ shooting_id }) => shooting_id);
  const others: Record<VaryRule, () => string[][]> = {
    fixed: () => [],
    list: () => {
      const moving = own.filter((id) => order_ids.includes(id));
      return permutations(moving, MOST_ORDERS + 1).map((ids) => {
        const next = ids.values();
        return own.map((id) => (moving.includes(id) ? next.next().value! : id));
      });
    },
    free: () => swappable(shootings).map((n) => own.with(n, own[n + 1]!).with(n + 1, own[n]!)),
  };
  const isOther = (ids: string[]) => ids.some((id, n) => id !== own[n]);
  return [own, ...others[order]().filter(isOther).slice(0, MOST_ORDERS)];
}

/** Which shootings a video may do without, each time together; none of them first. */
export function gapsOf(shootings: Shooting[], { length, length_ids }: Vary): string[][] {
  const own = shootings.map(({ shooting_id }) => shooting_id);
  const named: Record<VaryRule, () => string[]> = {
    fixed: () => [],
    list: () => own.filter((id) => length_ids.includes(id)),
    free: () => own.filter((_, n) => n > 0 && n + 1 < own.length && !leans(shootings[n]!) && !leans(shootings[n + 1]!)),
  };
  const ids = named[length]();
  const single = ids.map((id) => [id]).slice(0, MOST_GAPS - 1);
  const together = length === 'list' && ids.length > 1 ? [ids] : [];
  return [[], ...[...single, ...together].filter((gap) => own.length - gap.length >= LEAST_SHOTS)];
}

/**
 * Clips of a place that videos may have: its first one, those that are named, or all. What somebody pinned there says more
 * than that; and a list of which nothing is left limits nothing.
 */
export function limitTo(clips: ClipRow[], rule: VaryRule, ids: string[]): ClipRow[] {
  const usable = clips.filter(({ is_excluded }) => !is_excluded);
  if (rule === 'free' || usable.length === 0 || usable.some(({ is_pinned }) => is_pinned)) return clips;
  if (rule === 'fixed') return usable.slice(0, 1);
  const named = usable.filter(({ video_clip_id }) => ids.includes(video_clip_id));
  return named.length > 0 ? named : clips;
}

/** The first so many orders of some things, those that begin with another one first. */
function permutations(items: string[], most: number): string[][] {
  if (items.length < 2) return [items];
  const rotated = items.map((_, n) => [...items.slice(n), ...items.slice(0, n)]);
  const reversed = rotated.map((row) => row.toReversed());
  const known = new Map([...rotated, ...reversed].map((row) => [row.join(), row]));
  return [...known.values()].slice(0, most);
}
