import { WORK_KINDS, type WorkKind } from './job.ts';

const NETWORK_SLOTS_PER_CORE = 8;

export type CoreBudget = {
  /** Whether a job of this kind could start now. */
  hasRoom(kind: WorkKind): boolean;
  /** Takes the cores and gives back what returns them, or null when there is no room. */
  take(kind: WorkKind, cores: number): (() => void) | null;
};

/**
 * How much may run at once in this process. A job that wants more cores than there are gets all of them, rather than
 * waiting for ever.
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

  function fits(kind: WorkKind, wanted: number): boolean {
    return used[kind] + wanted <= limits[kind] && (kind === 'network' || busy() + wanted <= cores);
  }

  return {
    hasRoom: (kind) => fits(kind, 1),
    take(kind, wanted) {
      const share = Math.min(wanted, limits[kind]);
      if (!fits(kind, share)) return null;
      used[kind] += share;
      return () => {
        used[kind] -= share;
      };
    },
  };
}
