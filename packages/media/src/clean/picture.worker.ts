import { parentPort, workerData } from 'node:worker_threads';
import { askFill, type Said } from '#clean/ask-fill.ts';
import { type CleanedPicture, cleanPicture } from '#clean/clean-picture.ts';
import type { PictureWork } from '#clean/picture-thread.ts';

const port = parentPort!;
const { path, marks, crop } = workerData as PictureWork;

const made = await cleanPicture(path, marks, crop, askFill(port));
port.postMessage({ type: 'end', made } satisfies Said<CleanedPicture>);
