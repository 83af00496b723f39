import { parentPort, workerData } from 'node:worker_threads';
import type { Signature } from '@mixreel/media';
// Not the whole package: reading all of it takes longer than comparing.
import { compareSignatures } from '@mixreel/media/likeness';

const { set, others } = workerData as { set: Signature[]; others: Signature[] };
parentPort?.postMessage(compareSignatures(set, others));
