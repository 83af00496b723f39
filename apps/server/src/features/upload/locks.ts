import type { Lock } from '@tus/server';

const WAIT_MS = 30_000;

type Holder = { askToLeave: () => void; left: Promise<void>; leave: () => void };

/**
 * One request at a time for each upload. Whoever comes later asks the one before to end: after a lost network, that is
 * a connection on which nothing comes any more.
 */
export type Locks = {
  newLock(id: string, alsoWhenAsked?: () => void): Lock;
  hold<T>(id: string, run: () => Promise<T>): Promise<T>;
};

export function createLocks(): Locks {
  const holders = new Map<string, Holder>();

  async function lock(id: string, askToLeave: () => void, signal?: AbortSignal): Promise<void> {
    const until = AbortSignal.any([AbortSignal.timeout(WAIT_MS), ...(signal ? [signal] : [])]);
    for (let holder = holders.get(id); holder; holder = holders.get(id)) {
      holder.askToLeave();
      await Promise.race([holder.left, aborted(until)]);
    }
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    holders.set(id, { askToLeave, left, leave });
  }

  function unlock(id: string): void {
    const holder = holders.get(id);
    holders.delete(id);
    holder?.leave();
  }

  return {
    newLock: (id, alsoWhenAsked) => ({
      lock: (signal, requestRelease) => {
        const askToLeave = () => {
          alsoWhenAsked?.();
          void requestRelease();
        };
        return lock(id, askToLeave, signal);
      },
      unlock: async () => unlock(id),
    }),
    async hold(id, run) {
      await lock(id, () => {});
      try {
        return await run();
      } finally {
        unlock(id);
      }
    },
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_done, fail) => {
    const end = () => fail(Object.assign(new Error('The upload is busy'), { status_code: 423, body: '' }));
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });
}
