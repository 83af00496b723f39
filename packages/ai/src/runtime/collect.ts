import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/**
 * Lets go of what nobody needs any more, now. Results of models lie outside of what the engine of JavaScript counts: it
 * would let hundreds of megabytes of them wait for a better moment.
 */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
