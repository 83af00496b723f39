/** A film of a picture by this machine: what it takes of the processors the first time, and with the cut-out kept. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAi, openShelf, packsDir } from '@mixreel/ai';
import { AnimateParams } from '@mixreel/contract';
import { locateFfmpeg, openScratch } from '@mixreel/media';
import sharp from 'sharp';
import type { Parts } from '../apps/server/src/features/ai/ability.ts';
import { builtInFilms } from '../apps/server/src/features/ai/film/built-in.ts';
import type { Bar } from './bar.ts';
import { watchMemory } from './model-memory.ts';
import { readProcessorMs } from './processor-time.ts';

const PACKS = ['cut-out', 'fill-in', 'vision-faces'] as const;

/** Something that stands before something else, as a camera sees it: soft light, and a background with edges. */
async function drawPicture(): Promise<Buffer> {
  const [width, height] = [1440, 1920];
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#8fb3c9"/><stop offset="1" stop-color="#d8cbb6"/></linearGradient>
    <radialGradient id="b" cx=".35" cy=".3"><stop stop-color="#ff8a5c"/><stop offset="1" stop-color="#a3261b"/></radialGradient></defs>
    <rect width="100%" height="62%" fill="url(#g)"/><rect y="62%" width="100%" height="38%" fill="#8a6a4c"/>
    ${Array.from({ length: 9 }, (_, n) => `<rect x="${n * 170}" y="62%" width="4" height="38%" fill="#6d5239"/>`).join('')}
    <ellipse cx="720" cy="1560" rx="300" ry="50" fill="#3d2c1d" opacity=".6"/>
    <rect x="500" y="720" width="440" height="830" rx="110" fill="url(#b)"/><rect x="620" y="560" width="200" height="190" rx="30" fill="#e9e4da"/>
  </svg>`;
  return sharp(Buffer.from(drawing)).jpeg({ quality: 94 }).toBuffer();
}

export async function measureFilms(): Promise<Bar[]> {
  const shelf = openShelf({ dir: packsDir(process.env), registry: process.env['npm_config_registry'] ?? '' });
  for (const pack of PACKS) await shelf.fetch(pack);
  const dir = mkdtempSync(join(tmpdir(), 'mixreel-bench-film-'));
  const ai = createAi({ shelf, threads: 2 });
  const scratch = openScratch(join(dir, 'scratch'));
  const memory = watchMemory();
  try {
    const parts = { ai, shelf, scratch, tools: await locateFfmpeg(), config: { dataDir: dir } };
    const engine = builtInFilms(parts as unknown as Parts);
    const picture = { jpeg: await drawPicture(), width: 1440, height: 1920 };
    const film = {
      ...AnimateParams.parse({ camera: { type: 'forward_up' } }),
      pictures: [picture],
      prompt: '',
      negative: '',
    };
    const make = async (): Promise<number> => {
      const before = readProcessorMs(process.pid);
      await engine.answer(film, { signal: new AbortController().signal });
      return (readProcessorMs(process.pid) - before) / 1000;
    };
    const [cold, warm] = [await make(), await make()];
    const bar = { unit: 'CPU-s', better: 'lower' as const };
    return [
      { name: 'a film of 5 s at 1080×1920, the first of a picture', figure: cold, bar: 40, ...bar },
      { name: 'another film of the same picture', figure: warm, bar: 25, ...bar },
      { name: 'memory of a model process, for films', figure: memory.most(), unit: 'MiB', bar: 900, better: 'lower' },
    ];
  } finally {
    memory.stop();
    await ai.close();
    scratch.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
