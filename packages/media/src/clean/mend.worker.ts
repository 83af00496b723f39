import { parentPort, workerData } from 'node:worker_threads';
import { askFill, type Said } from '#clean/ask-fill.ts';
import { mend, type Mended, type Stretch } from '#clean/mend.ts';

const FRAMES_BETWEEN = 5;
const port = parentPort!;

const made = await mend(workerData as Stretch, askFill(port), (done) => {
  if (done % FRAMES_BETWEEN === 0) port.postMessage({ type: 'frame', done } satisfies Said<never>);
});
port.postMessage({ type: 'end', made } satisfies Said<Mended>);
