/** The longest that everybody else may wait for a call, in milliseconds of this thread's work. */
export const SILENCE_MAX_MS = 500;

/**
 * How long this thread, which is the server's, worked without turning to anybody else. Counted in its own processor
 * time: a machine that is busy with other things makes nobody fail.
 */
export async function longestSilence(work: () => Promise<unknown>): Promise<number> {
  let worst = 0;
  let last = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    worst = Math.max(worst, (user + system) / 1000);
  };
  const timer = setInterval(look, 5);
  try {
    await work();
    // Work that was done in the last turn is seen in the next one.
    await new Promise((resolve) => setTimeout(resolve, 10));
  } finally {
    clearInterval(timer);
  }
  look();
  return worst;
}
