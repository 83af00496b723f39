/** How smoothly the material grid scrolls through 100,000 cards, and what the page occupies then. */
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callOf, type Session } from '@mixreel/contract';
import { locateFfmpeg, runFfmpeg } from '@mixreel/media';
import { answerLibrary } from '../e2e/support/fake-library.ts';
import { type LonePage, openLonePage } from '../e2e/support/lone-page.ts';
import { makeProject } from '../e2e/support/people.ts';
import { startProduct } from '../e2e/support/product.ts';
import { send } from '../e2e/support/test.ts';
import type { Bar } from './bar.ts';

const CARDS = 100_000;
const REFRESH_MS = 1000 / 60;
const MEMORY_MAX_MB = 300;
const LATE_MAX_PERCENT = 5;

/** How fast, in pixels a second, and for how many seconds. Null: from the first card to the last. */
const RUNS = [
  { name: 'reading', speed: 1500, seconds: 5 },
  { name: 'wheel', speed: 6000, seconds: 5 },
  { name: 'flick', speed: 15_000, seconds: 5 },
  { name: 'scroll bar, first card to last', speed: null, seconds: 15 },
] as const;

export async function measureGrid(): Promise<Bar[]> {
  const pictures = await startPictures();
  const product = await startProduct({ RATE_PER_MINUTE: '100000' });
  let lone: LonePage | undefined;
  try {
    const code = new URL(product.signInLink).searchParams.get('code') ?? '';
    const session = await send<Session>(product, callOf('auth.login').path, { code });
    await makeProject(product, session, '网格');
    lone = await openLonePage(product, session);
    return await measure(lone, pictures.url);
  } finally {
    await lone?.close();
    await product.stop();
    pictures.close();
  }
}

async function measure({ page, memory }: LonePage, pictures: string): Promise<Bar[]> {
  await answerLibrary(page, { total: CARDS, pictures });
  await page.goto('/home/material');
  await page.getByRole('gridcell').first().waitFor();
  await page.waitForTimeout(2000);

  const idle = await page.evaluate(scroll, { speed: 0, seconds: 3 });
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

/** Runs in the page: moves the grid with every frame, by as much as time has passed, and gives the time between frames. */
function scroll({ speed, seconds }: { speed: number | null; seconds: number }): Promise<number[]> {
  const grid = document.querySelector('[role="grid"]');
  if (!grid) throw new Error('No grid');
  if (speed === null) grid.scrollTop = 0;
  const from = grid.scrollTop;
  const pixels = speed ?? grid.scrollHeight / seconds;
  return new Promise((done) => {
    const deltas: number[] = [];
    let began = 0;
    let before = 0;
    const frame = (now: number) => {
      if (before > 0) deltas.push(now - before);
      began ||= now;
      before = now;
      grid.scrollTop = from + (pixels * (now - began)) / 1000;
      if (now - began < seconds * 1000) requestAnimationFrame(frame);
      else done(deltas);
    };
    requestAnimationFrame(frame);
  });
}

/** A picture as the analysis makes covers: 640 pixels high, JPEG, full of detail. */
async function drawCover(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'mixreel-grid-'));
  const file = join(folder, 'cover.jpg');
  try {
    const source = ['-f', 'lavfi', '-i', 'mandelbrot=size=360x640'];
    await runFfmpeg(await locateFfmpeg(), [source, ['-frames:v', 1, '-q:v', 4, file]]);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Every card has a picture with an address of its own, so that each is fetched and decoded. */
async function startPictures() {
  const body = await drawCover();
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg', 'cache-control': 'max-age=3600' }).end(body);
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
