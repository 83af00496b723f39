import { parentPort, workerData } from 'node:worker_threads';
import { type Look, trackLines } from './track-lines.ts';

const { looks, seconds } = workerData as { looks: Look[]; seconds: number };
parentPort?.postMessage(trackLines(looks, seconds));
