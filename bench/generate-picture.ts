/** Pictures by this machine: four posters, a background taken away, and something erased from a large photograph. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAi, openShelf, packsDir, type Point } from '@mixreel/ai';
import { openScratch, locateFfmpeg } from '@mixreel/media';
import sharp from 'sharp';
import type { Parts } from '../apps/server/src/features/ai/ability.ts';
import { builtInPosters } from '../apps/server/src/features/ai/poster/built-in.ts';
import { builtInRetouch } from '../apps/server/src/features/ai/retouch/built-in.ts';
import { showPick } from '../apps/server/src/features/ai/retouch/pick.ts';
import type { Bar } from './bar.ts';
import { watchMemory } from './model-memory.ts';
import { readProcessorMs } from './processor-time.ts';

const PACKS = ['cut-out', 'fill-in', 'vision-faces', 'point-out'] as const;

/** A bottle on a table, of so many pixels. */
async function drawPhoto(width: number, height: number): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 400 300">
    <rect width="400" height="190" fill="#9cc0d0"/><rect y="190" width="400" height="110" fill="#8a6a4c"/>
    <rect x="160" y="90" width="80" height="150" rx="20" fill="#a3261b"/><rect x="182" y="60" width="36" height="40" rx="6" fill="#e9e4da"/>
    <circle cx="320" cy="230" r="18" fill="#e8c33a"/></svg>`;
  return sharp(Buffer.from(drawing)).jpeg({ quality: 92 }).toBuffer();
}

/** Painted over the ball, and over all of the picture. */
const BALL = '<circle cx="320" cy="230" r="23" fill="#fff"/>';
const ACROSS = '<path d="M30 30 L370 270" stroke="#fff" stroke-width="12"/>';

async function drawHole(width: number, height: number, painted = BALL): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 400 300">
    <rect width="400" height="300"/>${painted}</svg>`;
  return sharp(Buffer.from(drawing)).png({ compressionLevel: 1 }).toBuffer();
}

async function cost(act: () => Promise<unknown>): Promise<number> {
  const before = readProcessorMs(process.pid);
  await act();
  return (readProcessorMs(process.pid) - before) / 1000;
}

export async function measurePictures(): Promise<Bar[]> {
  const shelf = openShelf({ dir: packsDir(process.env), registry: process.env['npm_config_registry'] ?? '' });
  for (const pack of PACKS) await shelf.fetch(pack);
  const dir = mkdtempSync(join(tmpdir(), 'mixreel-bench-picture-'));
  const ai = createAi({ shelf, threads: 2 });
  const scratch = openScratch(join(dir, 'scratch'));
  const { signal } = new AbortController();
  const memory = watchMemory();
  try {
    const tools = await locateFfmpeg();
    const parts = { ai, shelf, scratch, tools, config: { dataDir: dir }, memory: new Map() } as unknown as Parts;
    const retouch = builtInRetouch(parts);
    const small = await drawPhoto(1440, 1080);
    const large = await drawPhoto(4000, 3000);
    const hole = await drawHole(4000, 3000);
    const bare = { way: 'remove_background' as const, hole: null, points: [] };
    // Models are read once for all.
    const [tiny, dot] = [await drawPhoto(400, 300), await drawHole(400, 300)];
    await retouch.answer({ ...bare, picture: tiny }, { signal });
    await retouch.answer({ way: 'erase', picture: tiny, hole: dot, points: [] }, { signal });
    const removing = await cost(() => retouch.answer({ ...bare, picture: small }, { signal }));
    const erasing = await cost(() => retouch.answer({ way: 'erase', picture: large, hole, points: [] }, { signal }));
    const long = { way: 'erase' as const, picture: large, hole: await drawHole(4000, 3000, ACROSS), points: [] };
    const crossing = await cost(() => retouch.answer(long, { signal }));
    const removingLarge = await cost(() => retouch.answer({ ...bare, picture: large }, { signal }));
    const known = { sha256: createHash('sha256').update(large).digest('hex'), read: async () => large };
    const bottle = { x: 0.5, y: 0.6, is_in: true };
    const clicked = (points: Point[]) => cost(() => showPick(parts, known, points, signal));
    const firstClick = await clicked([bottle]);
    // Read once for all, as the model that looks.
    await clicked([bottle]);
    const click = await clicked([bottle, { x: 0.8, y: 0.76, is_in: true }]);
    const cutting = await cost(() =>
      retouch.answer({ way: 'pick', picture: large, hole: null, points: [bottle] }, { signal }),
    );
    const poster = {
      negative: '',
      ratio: '9:16',
      count: 4,
      seed: 7,
      references: [small],
      brand_colours: [],
      logo: null,
    } as const;
    const prompt = '新品上市：冷萃咖啡液，三秒一杯好咖啡，0糖0脂、冷热皆宜，到手价¥29.9 日常价49.9';
    const posters = await cost(() =>
      builtInPosters(parts).answer({ ...poster, references: [small], brand_colours: [], prompt }, { signal }),
    );
    const about = { unit: 'CPU-s', better: 'lower' as const };
    return [
      { name: 'a background taken away', figure: removing, bar: 2, ...about },
      { name: 'something erased from 12 megapixels', figure: erasing, bar: 6, ...about },
      { name: 'something as long as they are erased from 12 megapixels', figure: crossing, bar: 6, ...about },
      { name: 'a background taken away from 12 megapixels', figure: removingLarge, bar: null, ...about },
      { name: 'the first click on a picture of 12 megapixels', figure: firstClick, bar: null, ...about },
      { name: 'one more click', figure: click, bar: 0.5, ...about },
      { name: 'what was clicked at cut out of 12 megapixels', figure: cutting, bar: null, ...about },
      { name: 'four posters at 1080×1920', figure: posters, bar: 6, ...about },
      {
        name: 'memory of a model process, for pictures',
        figure: memory.most(),
        unit: 'MiB',
        bar: 900,
        better: 'lower',
      },
    ];
  } finally {
    memory.stop();
    await ai.close();
    scratch.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
