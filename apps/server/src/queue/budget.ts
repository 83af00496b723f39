import { type Line, WORK_KINDS, type WorkKind } from './job.ts';

const NETWORK_SLOTS_PER_CORE = 8;
/** What somebody waits for may take so many cores more than there are. */
const EXTRA = 1;

type Place = Pick<Line, 'kind' | 'is_now'>;

export type CoreBudget = {
  /** Whether a job from this line could start now. */
  hasRoom(place: Place): boolean;
  /** Takes the cores and gives back what returns them, or null when there is no room. */
  take(place: Place, cores: number): (() => void) | null;
};

/**
 * How much may run at once in this process. A job that wants more cores than there are gets all of them, rather than
 * waiting for ever. Something that somebody waits for starts also when all cores are taken, one at a time: it shares them
 * with the rest, and nothing else begins until as many are free again.
 */
export function createBudget(cores: number): CoreBudget {
  const limits: Record<WorkKind, number> = {
    render: cores,
    analysis: Math.max(1, Math.ceil(cores / 2)),
    model: Math.max(1, Math.ceil(cores / 2)),
    network: cores * NETWORK_SLOTS_PER_CORE,
  };
  const used = Object.fromEntries(WORK_KINDS.map((kind) => [kind, 0])) as Record<WorkKind, number>;
  const busy = () => used.render + used.analysis + used.model;
  let extra = 0;

  function fits(kind: WorkKind, wanted: number): boolean {
    return used[kind] + wanted <= limits[kind] && (kind === 'network' || busy() + wanted <= cores);
  }

  return {
    hasRoom: ({ kind, is_now }) => fits(kind, 1) || (is_now && extra < EXTRA),
    take({ kind, is_now }, wanted) {
      const share = Math.min(wanted, limits[kind]);
      const isExtra = !fits(kind, share);
      if (isExtra && !(is_now && extra < EXTRA)) return null;
      used[kind] += share;
      extra += isExtra ? 1 : 0;
      return () => {
        used[kind] -= share;
        extra -= isExtra ? 1 : 0;
      };
    },
  };
}
