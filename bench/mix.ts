/**
 * Mixing through the whole product: upload, analysis, plan, export, with the queue and the database, against the same
 * videos rendered one filter graph each.
 */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { callOf } from '@mixreel/contract';
import type { Bar } from './bar.ts';
import { bareEncode, naiveCost, openStock, startOf, type Stock } from './engine.ts';
import { type Client, openClient } from './product-client.ts';
import { type Product, startProduct } from './product-process.ts';

const SHOT_MS = 3000;
const BATCH = 50;
const LINES = [
  '这款便携咖啡机三十秒出杯',
  '随时随地享受现磨香浓',
  '一键清洗省心又省力',
  '满电可以连做二十杯',
  '点击下方链接立即抢购',
];
const HUGE = { shots: 9, clips: 10, wanted: 200 };
const TICKS_PER_SECOND = 100;
const MIB = 2 ** 20;

type Mix = { mproject_id: string; shootings: { shooting_id: string; scripts: { script_id: string }[] }[] };
type Clip = { video_clip_id: string; revision: number };
type Candidate = { candidate_id: string; picks: { slot_id: string; video_clip_id: string }[] };

export async function run(): Promise<Bar[]> {
  const stock = await openStock();
  const dataDir = mkdtempSync(join(tmpdir(), 'mixreel-bench-'));
  chmodSync(dataDir, 0o755);
  const product = await startProduct(dataDir);
  try {
    const client = await openClient(product);
    const { project_id } = await client.post<{ project_id: string }>(callOf('project.add').path, {
      project_name: '测速',
    });
    const ids = await uploadAll(client, project_id, stock);
    await settle(product, client, project_id);
    const huge = await planHuge(client, project_id, ids.clips.flat());

    const mix = await buildMix(client, project_id, ids);
    await client.post(callOf('candidate.plan').path, { mproject_id: mix.mproject_id, count: 2 * BATCH });
    const candidates = await listAll(client, mix.mproject_id);
    if (candidates.length < 2 * BATCH) throw new Error(`Only ${candidates.length} candidates`);
    await settle(product, client, project_id);
    const batch = { project_id, mproject_id: mix.mproject_id };
    const cold = await exportBatch(product, client, { ...batch, candidates: candidates.slice(0, BATCH) });
    say('cold batch of 50', cold);
    const warm = await exportBatch(product, client, { ...batch, candidates: candidates.slice(BATCH, 2 * BATCH) });
    say('the second 50', warm);
    const first = await firstFrame(product, client, mix.mproject_id, candidates.slice(0, 10));

    const work = mkdtempSync(join(tmpdir(), 'mixreel-naive-'));
    try {
      const naive = await naiveCost(
        stock,
        [
          [0, 0, 0, 0, 0],
          [1, 2, 3, 0, 1],
          [2, 3, 1, 1, 2],
          [3, 1, 2, 2, 3],
        ],
        work,
        0,
      );
      const bare = await bareEncode(stock, work, ['-crf', 23]);
      const whole = naive.cpuSeconds * BATCH;
      return [
        higher(`${BATCH} videos: naive CPU over ours, cold`, whole / cold.cpuSeconds, 16),
        higher(
          `the second ${BATCH}, until all can be watched: naive CPU over ours`,
          whole / warm.watched.cpuSeconds,
          300,
        ),
        lower('one more video when its parts exist', warm.watched.cpuSeconds / BATCH, 'CPU-s', 0.04),
        lower(`the second ${BATCH}, until all can be watched`, warm.watched.wallSeconds, 's', null),
        lower('its cover, drawn behind it', (warm.cpuSeconds - warm.watched.cpuSeconds) / BATCH, 'CPU-s', null),
        lower(
          'cold batch over the bare encode of the unique seconds, wall',
          cold.wallSeconds / bare.wallSeconds,
          '×',
          1.25,
        ),
        lower(`choosing ${HUGE.wanted} of ${HUGE.clips}^${HUGE.shots} combinations`, huge, 's', 1),
        lower('memory of server and renderers, at most', sumOf(cold.peak) / MIB, 'MiB', 1024),
        lower('first bytes of a combination whose parts exist, the slowest of ten', first, 'ms', 300),
      ];
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function uploadAll(client: Client, project_id: string, { clips, narrations, music }: Stock) {
  const ids = { clips: [] as string[][], narrations: [] as string[], music: '' };
  for (const [s, row] of clips.entries()) {
    const own: string[] = [];
    for (const [c, { path }] of row.entries()) own.push(await client.upload(project_id, path, `镜头${s}-${c}.mp4`));
    ids.clips.push(own);
  }
  for (const [n, { path }] of narrations.entries()) {
    ids.narrations.push(await client.upload(project_id, path, `配音${n}.wav`));
  }
  ids.music = await client.upload(project_id, music.path, '音乐.mp3');
  return ids;
}

/** Waits until everything that uploading started is done, copies that are cheap to cut included. */
async function settle({ pid }: Product, client: Client, project_id: string): Promise<void> {
  for (let quiet = 0; quiet < 5;) {
    await delay(1000);
    const { items } = await client.post<{ items: { analysis_status: string }[] }>(callOf('material.list').path, {
      project_id,
      page_size: 100,
    });
    const isBusy = items.some(({ analysis_status }) => !['done', 'failed'].includes(analysis_status));
    const before = cpuSeconds(pid);
    await delay(1000);
    quiet = isBusy || cpuSeconds(pid) - before > 0.2 ? 0 : quiet + 1;
  }
}

type Ids = Awaited<ReturnType<typeof uploadAll>>;

/** Five shots of three seconds, four clips each, captions, recorded narration, music that goes down under it. */
async function buildMix(client: Client, project_id: string, ids: Ids): Promise<Mix> {
  const mix = await client.post<Mix>(callOf('mix.add').path, {
    project_id,
    mproject_name: '五十条',
    lines: LINES,
    config: {
      duration: { rule: 'fixed', fixed_ms: SHOT_MS },
      music: { material_id: ids.music, volume: 0.5, fade_in_ms: 0, fade_out_ms: 1000 },
      combine: { max_share_percent: 80 },
    },
  });
  for (const [s, { shooting_id, scripts }] of mix.shootings.entries()) {
    const { script_id } = scripts[0]!;
    const script = { script_id, text: LINES[s]!, recording_material_id: ids.narrations[s]!, captions: null };
    await client.post(callOf('shooting.update').path, { shooting_id, revision: 1, scripts: [script] });
    const clips = ids.clips[s]!.map((material_id, c) => {
      const start_ms = Math.round(startOf(s, c) * 1000);
      return { material_id, start_ms, end_ms: start_ms + SHOT_MS };
    });
    await client.post(callOf('clip.add').path, { mproject_id: mix.mproject_id, shooting_id, clips });
  }
  return mix;
}

async function planHuge(client: Client, project_id: string, materials: string[]): Promise<number> {
  const lines = Array.from({ length: HUGE.shots }, (_, n) => `第${n}句`);
  const config = { voice: { is_on: false }, duration: { rule: 'fixed', fixed_ms: 2000 } };
  const { mproject_id, shootings } = await client.post<Mix>(callOf('mix.add').path, {
    project_id,
    mproject_name: '十亿种',
    lines,
    config,
  });
  for (const [s, { shooting_id }] of shootings.entries()) {
    const clips = Array.from({ length: HUGE.clips }, (_, c) => {
      const n = s * HUGE.clips + c;
      const start_ms = Math.floor(n / materials.length) * 1000;
      return { material_id: materials[n % materials.length]!, start_ms, end_ms: start_ms + 900 };
    });
    await client.post<{ clips: Clip[] }>(callOf('clip.add').path, { mproject_id, shooting_id, clips });
  }
  await client.post(callOf('candidate.plan').path, { mproject_id, count: 1 });
  const began = performance.now();
  const { planned } = await client.post<{ planned: number }>(callOf('candidate.plan').path, {
    mproject_id,
    count: HUGE.wanted,
    is_fresh: true,
  });
  if (planned < HUGE.wanted) throw new Error(`Only ${planned} were chosen`);
  return (performance.now() - began) / 1000;
}

async function listAll(client: Client, mproject_id: string): Promise<Candidate[]> {
  const { items } = await client.get<{ items: Candidate[] }>(callOf('candidate.list').path, {
    mproject_id,
    page_size: '100',
  });
  return items;
}

type Spent = { cpuSeconds: number; wallSeconds: number };
type Cost = Spent & {
  /** Until all videos were there; their covers come behind them. */
  watched: Spent;
  peak: Resident[];
};
type Resident = { program: string; bytes: number };

type Batch = { project_id: string; mproject_id: string; candidates: Candidate[] };

async function exportBatch({ pid }: Product, client: Client, batch: Batch): Promise<Cost> {
  const { project_id, mproject_id, candidates } = batch;
  const candidate_ids = candidates.map(({ candidate_id }) => candidate_id);
  const countMade = async () => {
    const asked = { project_id, page_size: 1 };
    const made = await client.post<{ page_info: { total: number } }>(callOf('artwork.list').path, asked);
    return made.page_info.total;
  };
  const before = await countMade();
  const [cpuBefore, began] = [cpuSeconds(pid), performance.now()];
  const spent = (): Spent => ({
    cpuSeconds: cpuSeconds(pid) - cpuBefore,
    wallSeconds: (performance.now() - began) / 1000,
  });
  let watched: Spent | null = null;
  const { task_id } = await client.post<{ task_id: string }>(callOf('candidate.export').path, {
    mproject_id,
    candidate_ids,
  });
  let peak: Resident[] = [];
  const look = setInterval(() => {
    const now = residents(pid);
    if (sumOf(now) > sumOf(peak)) peak = now;
  }, 100);
  try {
    for (;;) {
      const { items } = await client.get<{ items: { status: string; error: { message: string } | null }[] }>(
        callOf('task.check').path,
        { task_ids: task_id },
      );
      const [task] = items;
      if (task?.status === 'succeeded') break;
      if (task?.status === 'failed' || task?.status === 'partial') throw new Error(task.error?.message);
      await delay(200);
      if (!watched && (await countMade()) === before + candidates.length) watched = spent();
    }
    const whole = spent();
    return { ...whole, watched: watched ?? whole, peak };
  } finally {
    clearInterval(look);
  }
}

/** From asking for a combination to the first bytes of its video, as a browser would. */
async function firstFrame(product: Product, client: Client, mproject_id: string, candidates: Candidate[]) {
  const times: number[] = [];
  for (const { candidate_id } of candidates) {
    const began = performance.now();
    const { url } = await client.get<{ url: string }>(callOf('candidate.preview').path, {
      mproject_id,
      candidate_id,
      quality: 'full',
    });
    const response = await fetch(product.url + url, { headers: { range: 'bytes=0-1048575' } });
    await response.arrayBuffer();
    times.push(performance.now() - began);
  }
  return Math.max(...times);
}

/** CPU of a process, of all below it, and of those of them that have ended. */
function cpuSeconds(pid: number): number {
  return (
    tree(pid).reduce(
      (sum, one) =>
        sum +
        statOf(one)
          .slice(11, 15)
          .reduce((a, b) => a + b, 0),
      0,
    ) / TICKS_PER_SECOND
  );
}

/**
 * The server and what renders for it. Not the database, which shares most of its memory among its processes, nor models
 * that have looked at what was uploaded and not ended yet: neither renders.
 */
function residents(pid: number): Resident[] {
  return tree(pid)
    .map((one) => ({ command: commandOf(one), bytes: residentBytes(one) }))
    .filter(({ command }) => command && !/postgres|runtime\/worker\.ts/.test(command))
    .map(({ command, bytes }) => ({ program: basename(command.split('\0')[0]!), bytes }));
}

function sumOf(residents: Resident[]): number {
  return residents.reduce((sum, { bytes }) => sum + bytes, 0);
}

function commandOf(pid: number): string {
  return orElse(() => readFileSync(`/proc/${pid}/cmdline`, 'latin1'), '');
}

/** What several hold together is shared among them: a process that is just being started holds all of its parent's. */
function residentBytes(pid: number): number {
  const [, kib = '0'] =
    orElse(() => /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')), null) ?? [];
  return Number(kib) * 1024;
}

function statOf(pid: number): number[] {
  return orElse(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  }, []);
}

function tree(pid: number): number[] {
  const threads = orElse(() => readdirSync(`/proc/${pid}/task`), []);
  const children = threads.flatMap((thread) =>
    orElse(
      () => readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
      [],
    ),
  );
  return [pid, ...children.flatMap(tree)];
}

/** Processes end while one looks at them. */
function orElse<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

function say(what: string, { cpuSeconds: cpu, wallSeconds, peak }: Cost): void {
  const parts = peak.map(({ program, bytes }) => `${program} ${(bytes / MIB).toFixed(0)}`).join(' + ');
  console.log(
    `${what}: ${cpu.toFixed(2)} CPU-s, ${wallSeconds.toFixed(1)} s, ${(sumOf(peak) / MIB).toFixed(0)} MiB (${parts})`,
  );
}

function higher(name: string, figure: number, bar: number): Bar {
  return { name, figure, unit: '×', bar, better: 'higher' };
}

function lower(name: string, figure: number, unit: string, bar: number | null): Bar {
  return { name, figure, unit, bar, better: 'lower' };
}
