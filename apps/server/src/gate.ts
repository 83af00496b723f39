import { AppError } from '@mixreel/contract';

type Options = {
  /** How many may wait; who comes then is told to come again, in these words. */
  waiting_max?: number;
  message?: string;
  /** Whether whoever asked last goes first: that is what somebody looks at now. */
  is_newest_first?: boolean;
};

export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets so many work at once: on this process's cores, whoever asks. A place is handed on, so nobody slips in between. */
export function createGate(
  at_once: number,
  { waiting_max = Infinity, message, is_newest_first = false }: Options = {},
): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= at_once) {
      if (waiting.length >= waiting_max) throw new AppError('too_many', message);
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = is_newest_first ? waiting.pop() : waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
