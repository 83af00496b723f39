import { DEBOUNCE_MS, POLL_MS, THROTTLE_MS } from '@mixreel/contract';

export function delay(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/** Pages that nobody sees get no frames. */
const FRAME_MS_MAX = 50;

/** Right behind the next frame: what was done just now is shown first, and there is most time until another one is due. */
export function behindFrame(): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, FRAME_MS_MAX);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(done);
    });
  });
}

/** Runs once things have been quiet for a while, with the last arguments. */
export function debounce<A extends unknown[]>(run: (...args: A) => void, ms = DEBOUNCE_MS) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const debounced = (...args: A) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...args), ms);
  };
  debounced.cancel = () => clearTimeout(timer);
  return debounced;
}

/** Runs at once, then at most once per interval; the last call of an interval is not lost. */
export function throttle<A extends unknown[]>(run: (...args: A) => void, ms = THROTTLE_MS) {
  let last = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (...args: A) => {
    clearTimeout(timer);
    const wait = last + ms - performance.now();
    const go = () => {
      last = performance.now();
      run(...args);
    };
    if (wait <= 0) go();
    else timer = setTimeout(go, wait);
  };
}

/** Hands over together what comes in an interval; what comes after a rest, at once. */
export function gather<T>(take: (all: T[]) => void, ms: number) {
  let waiting: T[] = [];
  const run = throttle(() => {
    const all = waiting;
    waiting = [];
    take(all);
  }, ms);
  return (one: T) => {
    waiting.push(one);
    run();
  };
}

/** Repeats until `step` says true or the returned function is called. One step at a time, however long it takes. */
export function poll(step: () => Promise<boolean> | boolean, ms = POLL_MS): () => void {
  let isStopped = false;
  const loop = async () => {
    while (!isStopped) {
      if (await step()) return;
      await delay(ms);
    }
  };
  void loop();
  return () => {
    isStopped = true;
  };
}
