/**
 * A minute of film with somebody speaking, as a board with all its rows: what the product takes for it, against what
 * can't be done without: recognising its speech, reading its pictures and decoding it once, in the same run.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createAi, openShelf, packsDir, type Shelf } from '@mixreel/ai';
import { callOf } from '@mixreel/contract';
import { analyse, decodeMono, locateFfmpeg, probe, runFfmpeg, type Tools, writeMono } from '@mixreel/media';
import type { Bar } from './bar.ts';
import { measured } from './engine-meter.ts';
import { minuteOfFilm } from './material-analysis.ts';
import { runPlainly } from './plain-ffmpeg.ts';
import { readProcessorMs } from './processor-time.ts';
import { openClient } from './product-client.ts';
import { startProduct } from './product-process.ts';
import { HELD_OUT } from './speech-sentences.ts';

const SECONDS = 60;
const MOST = 1.3;
const PACKS = [
  'kokoro',
  'whisper-base',
  'silero-vad',
  'vision-text',
  'vision-objects',
  'vision-faces',
  'vision-scenes',
];
/** A still for every shot of ten seconds, and another, as an analysis looks at them. */
const PICTURES = 12;
const WAIT_MS = 15 * 60_000;
const folder = join(import.meta.dirname, '..', '.cache', 'bench-story');

export async function measureVideo(): Promise<Bar[]> {
  const shelf = openShelf({ dir: packsDir(process.env), registry: '' });
  const there = new Set(shelf.list().flatMap(({ pack, state }) => (state === 'ready' ? [pack as string] : [])));
  if (!PACKS.every((pack) => there.has(pack))) return [];
  const tools = await locateFfmpeg();
  const path = await spokenFilm(tools, shelf);
  const needed = await measureNeeded(tools, shelf, path);
  const { cpu, wall, rows } = await measureProduct(path);
  const name = 'a minute of film to the rows of a board';
  const sum = needed.hearing + needed.reading + needed.decoding;
  return [
    {
      name: `${name}, over its speech, its writing and one decode`,
      figure: cpu / sum,
      unit: '×',
      bar: MOST,
      better: 'lower',
    },
    ...Object.entries(needed).map(([what, figure]) => plain(`of that ${what}`, figure, 'CPU-s')),
    plain(name, cpu, 'CPU-s'),
    plain(`${name}, ${rows} of them, by the clock`, wall, 's'),
  ];
}

function plain(name: string, figure: number, unit: string): Bar {
  return { name, figure, unit, bar: null, better: 'lower' };
}

async function cpu(run: () => Promise<unknown>): Promise<number> {
  return (await measured(run)).cost.cpuSeconds;
}

async function measureNeeded(tools: Tools, shelf: Shelf, path: string) {
  const facts = await probe(tools, path);
  const work = mkdtempSync(join(folder, 'run-'));
  try {
    const { stills } = await analyse(tools, path, facts, { folder: work, hasProxy: false });
    const pictures = stills.filter((_, n) => n % Math.ceil(stills.length / PICTURES) === 0).map((one) => one.path);
    // A process that has ended is counted.
    const withAi = (run: (ai: ReturnType<typeof createAi>) => Promise<unknown>) =>
      cpu(async () => {
        const ai = createAi({ shelf, threads: 2 });
        await run(ai);
        await ai.close();
      });
    const pcm = await decodeMono(tools, path, { rate: 16_000 });
    return {
      hearing: await withAi(async (ai) => {
        await ai.findSpeech(pcm);
        await ai.transcribe({ pcm, size: 'base' });
      }),
      reading: await withAi((ai) => ai.see(pictures, { want: ['text'] })),
      decoding: await cpu(() => runPlainly(tools, [['-i', path, '-f', 'null', '-']])),
    };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function measureProduct(path: string): Promise<{ cpu: number; wall: number; rows: number }> {
  const dir = mkdtempSync(join(tmpdir(), 'mixreel-bench-'));
  // Run as root, the embedded database runs as `nobody`, who must be able to enter.
  chmodSync(dir, 0o755);
  const product = await startProduct(join(dir, 'data'));
  try {
    const client = await openClient(product);
    const { project_id } = await client.post<{ project_id: string }>(callOf('project.add').path, {
      project_name: '拆片',
    });
    const [before, began] = [readProcessorMs(product.pid), performance.now()];
    const material_id = await client.upload(project_id, path, 'film.mp4');
    const asked = { material_id };
    const { task_id, story_board_id } = await client.post<{ task_id: string; story_board_id: string }>(
      callOf('storyVideo.add').path,
      asked,
    );
    await until(async () => {
      const { items } = await client.get<{ items: { status: string }[] }>(callOf('task.check').path, {
        task_ids: task_id,
      });
      if (items[0]?.status === 'failed') throw new Error('The video was not read');
      return items[0]?.status === 'succeeded';
    });
    const wall = (performance.now() - began) / 1000;
    const cpu = (readProcessorMs(product.pid) - before) / 1000;
    const { rows } = await client.get<{ rows: unknown[] }>(callOf('story.detail').path, { story_board_id });
    return { cpu, wall, rows: rows.length };
  } finally {
    await product.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + WAIT_MS;
  while (!(await isDone())) {
    if (performance.now() > end) throw new Error('It took too long');
    await delay(250);
  }
}

/** Made once: the film of the analysis, with sentences spoken over it from the first second to the last. */
async function spokenFilm(tools: Tools, shelf: Shelf): Promise<string> {
  const path = join(folder, 'spoken.mp4');
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const ai = createAi({ shelf, threads: 2 });
  const parts: Float32Array[] = [];
  for (const text of HELD_OUT) {
    if (parts.reduce((sum, part) => sum + part.length, 0) > SECONDS * 24_000) break;
    parts.push((await ai.speak({ text, voice: 'zf_xiaoxiao', speed: 1, dictionary: [] })).pcm);
  }
  await ai.close();
  const sound = join(folder, 'spoken.wav');
  const pcm = new Float32Array(SECONDS * 24_000);
  let at = 0;
  for (const part of parts) {
    pcm.set(part.subarray(0, Math.max(0, pcm.length - at)), Math.min(at, pcm.length));
    at += part.length;
  }
  await writeMono(tools, pcm, sound, { rate: 24_000, format: 'wav', label: null });
  const args = ['-map', '0:v', '-map', '1:a', '-c:v', 'copy', '-c:a', 'aac', '-t', SECONDS];
  await runFfmpeg(tools, [['-i', await minuteOfFilm(tools)], ['-i', sound], args, [path]]);
  return path;
}
