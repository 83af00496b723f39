/**
 * A minute of film with somebody speaking, as a board with all its rows: what the product takes for it, against what
 * can't be done without: recognising its speech, reading its pictures and decoding it once, in the same run.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createAi, openShelf, packsDir, type Shelf } from '@mixreel/ai';
import { callOf, type Task } from '@mixreel/contract';
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
const RATE = 24_000;
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
  const { cpu, wall, rows, all } = await measureProduct(path);
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
    plain('and until they tell what is to be seen', all.cpu, 'CPU-s'),
    plain('the same by the clock', all.wall, 's'),
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

type Taken = { cpu: number; wall: number };

async function measureProduct(path: string): Promise<Taken & { rows: number; all: Taken }> {
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
    // As the dialog does it: the board is there before the first byte, and waits for the film.
    const begun: { task_id: string; story_board_id: string }[] = [];
    await client.upload(project_id, path, 'film.mp4', async (record_uuid) => {
      begun.push(await client.post(callOf('storyVideo.addUpload').path, { record_uuid }));
    });
    const { task_id, story_board_id } = begun[0]!;
    const taken = () => ({
      cpu: (readProcessorMs(product.pid) - before) / 1000,
      wall: (performance.now() - began) / 1000,
    });
    const task = async () => {
      const { items } = await client.get<{ items: Task[] }>(callOf('task.check').path, { task_ids: task_id });
      if (items[0]?.status === 'failed') throw new Error('The video was not read');
      return items[0];
    };
    // What is seen in the pictures comes last, when the film is looked at as a whole: not a part of the rows' own time.
    await until(async () => (await task())?.steps.find(({ key }) => key === 'hear')?.done === true);
    const made = taken();
    const { rows } = await client.get<{ rows: { line: string }[] }>(callOf('story.detail').path, { story_board_id });
    if (!rows.every(({ line }) => line !== '')) throw new Error('Rows without what is said in them');
    await until(async () => (await task())?.status === 'succeeded');
    return { ...made, rows: rows.length, all: taken() };
  } finally {
    await product.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + WAIT_MS;
  while (!(await isDone())) {
    if (performance.now() > end) throw new Error('It took too long');
    await delay(1000);
  }
}

/** A recogniser listens to half a minute at a time: the second half may say the same again, which took minutes to speak. */
const SPOKEN_SECONDS = 30;

/** Made once: the film of the analysis, with sentences spoken over it from the first second to the last. */
async function spokenFilm(tools: Tools, shelf: Shelf): Promise<string> {
  const path = join(folder, 'spoken.mp4');
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const ai = createAi({ shelf, threads: 2 });
  const parts: Float32Array[] = [];
  for (const text of HELD_OUT) {
    if (parts.reduce((sum, part) => sum + part.length, 0) > SPOKEN_SECONDS * RATE) break;
    parts.push((await ai.speak({ text, voice: 'zf_xiaoxiao', speed: 1, dictionary: [] })).pcm);
  }
  await ai.close();
  const sound = join(folder, 'spoken.wav');
  const half = new Float32Array(SPOKEN_SECONDS * RATE);
  let at = 0;
  for (const part of parts) {
    half.set(part.subarray(0, Math.max(0, half.length - at)), Math.min(at, half.length));
    at += part.length;
  }
  const pcm = new Float32Array(SECONDS * RATE);
  for (let from = 0; from < pcm.length; from += half.length) pcm.set(half, from);
  await writeMono(tools, pcm, sound, { rate: RATE, format: 'wav', label: null });
  const args = ['-map', '0:v', '-map', '1:a', '-c:v', 'copy', '-c:a', 'aac', '-t', SECONDS];
  await runFfmpeg(tools, [['-i', await minuteOfFilm(tools)], ['-i', sound], args, [path]]);
  return path;
}
