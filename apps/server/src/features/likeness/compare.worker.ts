import { parentPort, workerData } from 'node:worker_threads';
import { compareSignatures, type Signature } from '@mixreel/media';

const { set, others } = workerData as { set: Signature[]; others: Signature[] };
parentPort?.postMessage(compareSignatures(set, others));
