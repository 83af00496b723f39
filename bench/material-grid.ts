/** How smoothly the material grid scrolls through 100,000 cards, and what the page occupies then. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerLibrary } from '../e2e/support/fake-library.ts';
import { type LonePage, openLonePage } from '../e2e/support/lone-page.ts';
import type { Bar } from './bar.ts';
import { drawPicture } from './picture.ts';
import { startProduct } from './product-process.ts';

const CARDS = 100_000;
const REFRESH_MS = 1000 / 60;
const MEMORY_MAX_MB = 300;
const LATE_MAX_PERCENT = 5;

/** Pixels a frame at 60 frames a second, and for how many frames. Null: as fast as it takes to see the end. */
const RUNS = [
  { name: 'reading', pixels: 25, frames: 300 },
  { name: 'wheel', pixels: 100, frames: 300 },
  { name: 'flick', pixels: 250, frames: 300 },
  { name: 'scroll bar, first card to last', pixels: null, frames: 900 },
] as const;

export async function measureGrid(): Promise<Bar[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mixreel-grid-'));
  const pictures = await startPictures();
  const product = await startProduct(dataDir);
  let lone: LonePage | undefined;
  try {
    const call = async (path: string, body: object, token = '') => {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
      const response = await fetch(`${product.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return ((await response.json()) as { data: never }).data;
    };
    const session = await call('/api/user/login', { code: product.code });
    await call('/api/project/add', { project_name: '网格' }, (session as { access_token: string }).access_token);
    lone = await openLonePage(product.url, session);
    return await measure(lone, pictures.url);
  } finally {
    await lone?.close();
    await product.stop();
    pictures.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure({ page, memory }: LonePage, pictures: string): Promise<Bar[]> {
  await answerLibrary(page, { total: CARDS, pictures });
  await page.goto('/home/material');
  await page.getByRole('gridcell').first().waitFor();
  await page.waitForTimeout(2000);

  const idle = await page.evaluate(scroll, { pixels: 0, frames: 180 });
  const runs: { name: string; deltas: number[] }[] = [];
  let most = 0;
  for (const { name, ...run } of RUNS) {
    runs.push({ name, deltas: await page.evaluate(scroll, run) });
    await page.waitForTimeout(500);
    most = Math.max(most, await memory());
  }
  const all = runs.flatMap(({ deltas }) => deltas);
  return [
    { name: 'grid of 100,000: late frames', figure: late(all), unit: '%', bar: LATE_MAX_PERCENT, better: 'lower' },
    { name: 'grid: page memory', figure: most / 1e6, unit: 'MB', bar: MEMORY_MAX_MB, better: 'lower' },
    {
      name: 'grid: late frames at rest (the machine itself)',
      figure: late(idle),
      unit: '%',
      bar: null,
      better: 'lower',
    },
    ...runs.map(({ name, deltas }) => ({
      name: `grid: late frames, ${name}`,
      figure: late(deltas),
      unit: '%',
      bar: null,
      better: 'lower' as const,
    })),
  ];
}

/** Frames begin with the screen's refreshes: one that took longer than 16.7 ms is a whole refresh late, or more. */
function late(deltas: number[]): number {
  return (100 * deltas.filter((ms) => Math.round(ms / REFRESH_MS) > 1).length) / deltas.length;
}

/** Runs in the page: moves the grid a little with every frame and gives the time between frames. */
function scroll({ pixels, frames }: { pixels: number | null; frames: number }): Promise<number[]> {
  const grid = document.querySelector('[role="grid"]');
  if (!grid) throw new Error('No grid');
  if (pixels === null) grid.scrollTop = 0;
  const step = pixels ?? grid.scrollHeight / frames;
  return new Promise((done) => {
    const deltas: number[] = [];
    let before = 0;
    const frame = (now: number) => {
      if (before > 0) deltas.push(now - before);
      before = now;
      grid.scrollTop += step;
      if (deltas.length < frames) requestAnimationFrame(frame);
      else done(deltas);
    };
    requestAnimationFrame(frame);
  });
}

/** Every card has a picture with an address of its own, so that each is fetched and decoded. */
async function startPictures() {
  const body = drawPicture(270, 480);
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'max-age=3600' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
