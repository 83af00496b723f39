/** What it costs to look at a picture, part by part, and how much of drawn writing is read right. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAi, openShelf, packsDir, type Ai, type SightPart } from '@mixreel/ai';
import type { Bar } from './bar.ts';
import { measureFaces } from './vision-faces.ts';
import { drawVisionPictures, VISION_LINES } from './vision-pictures.ts';

const PACKS = ['vision-text', 'vision-faces', 'vision-objects', 'vision-persons', 'vision-scenes'] as const;
const ROUNDS = 3;
const shelf = openShelf({ dir: packsDir(process.env), registry: process.env['npm_config_registry'] ?? '' });

export async function run(): Promise<Bar[]> {
  for (const pack of PACKS) await shelf.fetch(pack);
  const dir = mkdtempSync(join(tmpdir(), 'mixreel-bench-vision-'));
  try {
    const pictures = await drawVisionPictures(dir);
    const bars: Bar[] = [];
    const limits: [SightPart[], string, number | null][] = [
      [['text'], 'text on screen (8 lines)', 0.5],
      [['faces'], 'faces', 0.3],
      [['objects'], 'things', 0.25],
      [['scenes', 'vector'], 'scene and look-alike vector', 0.5],
      [['crops'], 'crops', null],
      [['text', 'faces', 'objects', 'scenes', 'vector'], 'everything but crops', null],
    ];
    for (const [want, name, bar] of limits) {
      const { each, load } = await cost(pictures, want);
      bars.push({ name: `${name}, CPU per picture`, figure: each, unit: 'CPU-s', bar, better: 'lower' });
      bars.push({ name: `${name}, loading`, figure: load, unit: 'CPU-s', bar: null, better: 'lower' });
    }
    bars.push({
      name: 'lines read without a fault',
      figure: await readRight(pictures),
      unit: '%',
      bar: 90,
      better: 'higher',
    });
    const faces = process.env['FACES_DIR'];
    if (faces) bars.push(...(await withAi((ai) => measureFaces(ai, faces))));
    else console.log('FACES_DIR names no folder of portraits: persons are not measured');
    return bars;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** One round and several more: the difference is the cost of pictures, the rest of the first is loading. */
async function cost(pictures: string[], want: SightPart[]): Promise<{ each: number; load: number }> {
  const once = await processCpu(pictures, want, 1);
  const more = await processCpu(pictures, want, 1 + ROUNDS);
  const each = (more - once) / ROUNDS / pictures.length;
  return { each, load: Math.max(0, once - each * pictures.length) };
}

async function processCpu(pictures: string[], want: SightPart[], rounds: number): Promise<number> {
  const before = endedChildrenCpu();
  const ai = createAi({ shelf, threads: 2 });
  try {
    for (let round = 0; round < rounds; round += 1) await ai.see(pictures, { want });
  } finally {
    await ai.close();
  }
  return endedChildrenCpu() - before;
}

async function withAi<T>(use: (ai: Ai) => Promise<T>): Promise<T> {
  const ai = createAi({ shelf, threads: 2 });
  try {
    return await use(ai);
  } finally {
    await ai.close();
  }
}

function readRight(pictures: string[]): Promise<number> {
  return withAi(async (ai) => {
    const sights = await ai.see(pictures, { want: ['text'] });
    const read = new Set(sights.flatMap((sight) => sight.text.map(({ text }) => plain(text))));
    const right = VISION_LINES.filter((line) => read.has(plain(line)));
    for (const line of VISION_LINES) if (!read.has(plain(line))) console.log(`not read right: ${line}`);
    return (right.length / VISION_LINES.length) * 100;
  });
}

function plain(text: string): string {
  return text.replaceAll(/\s/g, '').replaceAll('：', ':').toLowerCase();
}

/** CPU seconds of children that have ended, as the kernel counts them (fields 16 and 17, in hundredths). */
function endedChildrenCpu(): number {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
