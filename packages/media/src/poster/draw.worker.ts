import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { mendContrast } from '#poster/compose.ts';
import type { DrawnPoster, PosterWork } from '#poster/draw-posters.ts';
import { drawPixels, encode, readPictures } from '#sheet/draw-one.ts';

// What goes wrong ends the thread, and whoever waits for it hears why.
parentPort?.on('message', (work: PosterWork) => void drawAll(work));

async function drawAll({ sheets, pictures }: PosterWork): Promise<void> {
  const read = await readPictures(sheets, pictures);
  for (const planned of sheets) {
    const sheet = mendContrast(planned, (ground, scale) => drawPixels(ground, read, scale));
    const { data, width, height } = drawPixels(sheet, read);
    const jpeg = await encode(sharp(data, { raw: { width, height, channels: 4 } }), 'jpg');
    const drawn: DrawnPoster = { sheet, jpeg };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(drawn);
  }
}
