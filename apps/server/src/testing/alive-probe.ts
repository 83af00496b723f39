/**
 * A thread that asks one server for /healthz again and again, and does nothing else: it tells of each answer how long
 * the server let it wait.
 *
 * Not counted is for how long the server's loop was ready and the machine, busy with other things, gave it no processor,
 * and what this thread took or waited for itself. What the server computes, and whatever else it waits for, counts.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

export type Probed = { status: number; ms: number };
export type ProbeTarget = { url: string; pid: number };

const EVERY_MS = 50;
const GIVEN_UP_MS = 10_000;

if (parentPort) {
  const { url, pid } = workerData as ProbeTarget;
  for (;;) {
    parentPort.postMessage(await probe(url, pid));
    await delay(EVERY_MS);
  }
}

async function probe(url: string, pid: number): Promise<Probed> {
  const [before, began] = [excusedMs(pid), performance.now()];
  const status = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(GIVEN_UP_MS) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
  const ms = performance.now() - began;
  // One that gave no answer at all is not excused.
  return { status, ms: status === 0 ? ms : ms - (excusedMs(pid) - before) };
}

function excusedMs(pid: number): number {
  const own = readSchedule('/proc/thread-self/schedstat');
  return readSchedule(`/proc/${pid}/task/${pid}/schedstat`).waited + own.ran + own.waited;
}

/** How long a thread ran, and was ready but did not, in milliseconds; nothing where the system does not tell. */
function readSchedule(path: string): { ran: number; waited: number } {
  try {
    const [ran = 0, waited = 0] = readFileSync(path, 'latin1').split(' ').map(Number);
    return { ran: ran / 1e6, waited: waited / 1e6 };
  } catch {
    return { ran: 0, waited: 0 };
  }
}
