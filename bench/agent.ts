/**
 * From a product sheet to a batch of finished videos, through the whole product: planning, making, and a second batch on the
 * same footage, against the same rows rendered one filter graph each. `npm run bench agent -- --rows 8 --clips 12` is a trial.
 */
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type AgentBatch, type AgentBrief, callOf, EMPTY_AGENT_BRIEF, spokenLines } from '@mixreel/contract';
import { linkFonts, locateFfmpeg, runFfmpeg, type Tools } from '@mixreel/media';
import { measureBatchGrid } from './agent-grid.ts';
import type { Bar } from './bar.ts';
import { measured } from './engine-meter.ts';
import { type NaiveVariant, naiveArgs } from './engine-naive.ts';
import { captionFile } from './engine.ts';
import { runPlainly } from './plain-ffmpeg.ts';
import { readProcessorMs } from './processor-time.ts';
import { type Client, openClient } from './product-client.ts';
import { type Product, startProduct } from './product-process.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { rows: { type: 'string', default: '40' }, clips: { type: 'string', default: '60' } },
});
const ROWS = Number(values.rows);
const CLIPS = Number(values.clips);
const SECONDS = 20;
const CLIP_SECONDS = 6;
/** Rows that are rendered naively; the rest is reckoned from them. */
const NAIVE = 3;
const CANVAS = { width: 1080, height: 1920, fps: 30 };
const WAIT_MS = 60 * 60_000;
const SUBJECTS = [
  '咖啡特写',
  '冲一杯咖啡',
  '厨房台面',
  '办公室上班族',
  '包装展示',
  '手部操作',
  '倒水',
  '杯子',
  '人物说话',
  '早餐',
];
const SHEET = `品名：山丘冷萃咖啡液
品类：咖啡液
卖点：三秒冲好一杯；0 蔗糖 0 脂；每颗 25 克浓缩；冷热水都能冲
痛点：早上来不及煮咖啡；外卖咖啡又贵又甜
价格：39.9 元一盒
活动：第二盒半价
目标人群：上班族
`;
const folder = join(import.meta.dirname, '..', '.cache', 'bench-agent');

export async function run(): Promise<Bar[]> {
  const tools = await locateFfmpeg();
  const films = await footage(tools);
  const dir = mkdtempSync(join(tmpdir(), 'mixreel-bench-'));
  // Run as root, the embedded database runs as `nobody`, who must be able to enter.
  chmodSync(dir, 0o755);
  // Without models: what looks at footage is measured elsewhere, and takes longer than everything here.
  const product = await startProduct(join(dir, 'data'), { PACKS_DIR: join(dir, 'packs') });
  try {
    const client = await openClient(product);
    const made = await measureBatches(product, client, films);
    console.log(
      `planned by ${made.plan.toFixed(1)} CPU-s, made by ${made.cold.toFixed(1)} and ${made.warm.toFixed(1)} CPU-s`,
    );
    const naive = await naiveCost(tools, made.batch, made.paths, dir);
    const whole = naive * ROWS;
    return [
      lower(`planning ${ROWS} rows from ${CLIPS} clips`, made.plan, 'CPU-s', 60),
      lower('from the file to the first row playing', made.first, 's', 20),
      lower('most alike two rows of the plan', made.most, '', null),
      lower('most alike two finished videos, measured', made.measured, '', null),
      lower('put right in finished videos', made.repairs, '', null),
      higher(`${ROWS} videos: naive CPU over ours`, whole / made.cold, 20),
      higher(`${ROWS} more on the same footage: naive CPU over ours`, whole / made.warm, 60),
      lower('the whole batch', made.cold, 'CPU-s', null),
      lower('the second batch', made.warm, 'CPU-s', null),
      lower('one row rendered naively', naive, 'CPU-s', null),
      ...(await measureBatchGrid()),
    ];
  } finally {
    await product.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function measureBatches(product: Product, client: Client, films: { path: string; name: string }[]) {
  const { project_id } = await client.post<{ project_id: string }>(callOf('project.add').path, {
    project_name: '批量',
  });
  const paths = new Map<string, string>();
  for (const { path, name } of films) paths.set(await client.upload(project_id, path, name), path);
  await settle(product, client, project_id);
  const cpu = () => readProcessorMs(product.pid) / 1000;

  const began = performance.now();
  const content_base64 = Buffer.from(SHEET).toString('base64');
  const sheet = await client.post<{ items: Item[] }>(callOf('agent.parseFile').path, {
    project_id,
    file_name: '资料.txt',
    content_base64,
  });
  const brief = briefOf(sheet.items);
  const given = { project_id, agent_kind: 'social', agent_name: '测速', brief };
  const { agent_project_id } = await client.post<{ agent_project_id: string }>(callOf('agent.add').path, given);
  const before = cpu();
  const planned = await plan(client, agent_project_id);
  const planCpu = cpu() - before;
  const { agent_batch_config_id } = planned;
  const [row] = (await detail(client, agent_batch_config_id)).rows;
  const asked = { agent_batch_config_id, row_id: row!.row_id };
  const { url } = await client.post<{ url: string }>(callOf('agentBatch.preview').path, asked);
  await (await fetch(product.url + url, { headers: { range: 'bytes=0-1048575' } })).arrayBuffer();
  const first = (performance.now() - began) / 1000;

  const cold = await produce(client, cpu, agent_batch_config_id);
  const batch = await detail(client, agent_batch_config_id);
  const other = await plan(client, agent_project_id);
  const warm = await produce(client, cpu, other.agent_batch_config_id);
  const most = Math.max(...batch.checks.map(({ likeness }) => likeness));
  const looked = Math.max(...batch.outcomes.map(({ look }) => look?.likeness ?? 0));
  const repairs = batch.outcomes.reduce((sum, one) => sum + one.repairs.length, 0);
  return { plan: planCpu, first, cold, warm, most, measured: looked, repairs, batch, paths };
}

type Item = { field: string; text: string; facts: AgentBrief['facts'] };

function briefOf(items: Item[]): AgentBrief {
  const of = (field: string) => items.filter((item) => item.field === field).map(({ text }) => text);
  const product = {
    ...EMPTY_AGENT_BRIEF.product,
    name: of('name')[0] ?? '山丘冷萃咖啡液',
    category: of('category')[0] ?? '咖啡液',
    points: of('points').slice(0, 8),
    pains: of('pains').slice(0, 4),
    price: of('price')[0] ?? '',
    promotion: of('promotion')[0] ?? '',
    audience: of('audience')[0] ?? '',
  };
  if (product.points.length === 0) throw new Error('No selling point was read');
  // Captions alone: what a voice costs is measured elsewhere, and the naive way would need the same one.
  return { ...EMPTY_AGENT_BRIEF, product, seconds: SECONDS, count: ROWS, is_spoken: false };
}

async function plan(client: Client, agent_project_id: string): Promise<{ agent_batch_config_id: string }> {
  const asked = await client.post<{ task_id: string; agent_batch_config_id: string }>(callOf('agent.addTask').path, {
    agent_project_id,
  });
  // Pages hear of it at once.
  await ended(client, asked.task_id, 100);
  return asked;
}

async function produce(client: Client, cpu: () => number, agent_batch_config_id: string): Promise<number> {
  const before = cpu();
  const { task_id, admission } = await client.post<{ task_id: string | null; admission: { reasons: string[] } }>(
    callOf('agentBatch.submit').path,
    { agent_batch_config_id, is_confirmed: true },
  );
  if (!task_id) throw new Error(admission.reasons.join('\n'));
  await ended(client, task_id);
  return cpu() - before;
}

function detail(client: Client, agent_batch_config_id: string): Promise<AgentBatch> {
  return client.get<AgentBatch>(callOf('agentBatch.detail').path, { agent_batch_config_id });
}

async function ended(client: Client, task_id: string, every = 1000): Promise<void> {
  const end = performance.now() + WAIT_MS;
  for (;;) {
    const { items } = await client.get<{ items: { status: string; error: { message: string } | null }[] }>(
      callOf('task.check').path,
      { task_ids: task_id },
    );
    const [task] = items;
    if (task?.status === 'succeeded') return;
    if (['failed', 'partial', 'canceled'].includes(task?.status ?? '')) throw new Error(task?.error?.message);
    if (performance.now() > end) throw new Error('It took too long');
    await delay(every);
  }
}

/** Waits until everything that uploading started is done, copies that are cheap to cut included. */
async function settle({ pid }: Product, client: Client, project_id: string): Promise<void> {
  for (let quiet = 0; quiet < 4;) {
    const { items } = await client.post<{ items: { analysis_status: string }[] }>(callOf('material.list').path, {
      project_id,
      page_size: 100,
    });
    const isBusy = items.some(({ analysis_status }) => !['done', 'failed'].includes(analysis_status));
    const before = readProcessorMs(pid);
    await delay(1000);
    quiet = isBusy || readProcessorMs(pid) - before > 200 ? 0 : quiet + 1;
  }
}

/** What everybody does with some of the same rows: one filter graph each. Nothing is spoken, checked or given a cover. */
async function naiveCost(
  tools: Tools,
  { rows, checks }: AgentBatch,
  paths: ReadonlyMap<string, string>,
  dir: string,
): Promise<number> {
  const sound = await made(tools, 'wav', [
    ['-f', 'lavfi', '-i', 'sine=frequency=220:sample_rate=48000:duration=1,tremolo=f=4:d=0.9'],
  ]);
  const music = await made(tools, 'mp3', [['-f', 'lavfi', '-i', 'sine=frequency=330:sample_rate=44100:duration=60']]);
  const fontsDir = await linkFonts(['hei-bold'], join(folder, 'fonts'));
  const some = rows.slice(0, NAIVE);
  const { cost } = await measured(async () => {
    for (const [n, row] of some.entries()) {
      const lines = spokenLines(row);
      const seconds = (checks[n]?.seconds ?? SECONDS) / lines.length;
      const assPath = join(dir, 'naive.ass');
      writeFileSync(assPath, captionFile(lines.map((text, i) => ({ text, from: i * seconds, to: (i + 1) * seconds }))));
      const variant: NaiveVariant = {
        ...CANVAS,
        shots: row.shots.map((shot) => ({
          path: paths.get(shot?.material_id ?? '') ?? '',
          startSeconds: (shot?.start_ms ?? 0) / 1000,
          frames: Math.round(seconds * CANVAS.fps),
        })),
        transitionFrames: 0,
        assPath,
        fontsDir,
        narrations: [sound],
        music,
      };
      await runPlainly(tools, naiveArgs(variant, join(dir, 'naive.mp4')));
    }
  });
  return cost.cpuSeconds / some.length;
}

/** Upright clips as phones film them, each of its own; made once. */
async function footage(tools: Tools): Promise<{ path: string; name: string }[]> {
  const films: { path: string; name: string }[] = [];
  for (let n = 0; n < CLIPS; n += 1) {
    const scene = `mandelbrot=size=960x960:rate=1:start_scale=${(2.2 / (1 + n)).toFixed(4)}:start_x=-0.7436:start_y=0.1318:maxiter=${200 + n * 20}`;
    const filters = [
      // Before it is repeated: once, not for every frame.
      'scale=1700:1700',
      `hue=h=${n * 37}:s=0.8`,
      'loop=loop=-1:size=1',
      'settb=1/90000',
      'setpts=N/30/TB',
      `crop=720:1280:x='(iw-ow)*(1+0.8*sin(0.6*t+${n}))/2':y='(ih-oh)*(1+0.8*sin(0.5*t+${n + 2}))/2'`,
      'noise=c0s=6:c0f=t+u',
      'format=yuv420p',
    ];
    const path = await made(tools, 'mp4', [
      ['-f', 'lavfi', '-i', scene],
      ['-f', 'lavfi', '-i', `anoisesrc=color=brown:sample_rate=48000:amplitude=0.05:seed=${n}`],
      ['-vf', filters.join(','), '-t', CLIP_SECONDS, '-r', 30],
      ['-c:v', 'libx264', '-preset', 'veryfast', '-b:v', '8M', '-g', 30, '-c:a', 'aac', '-ac', 2],
    ]);
    films.push({ path, name: `${SUBJECTS[n % SUBJECTS.length]}${Math.floor(n / SUBJECTS.length) + 1}.mp4` });
  }
  return films;
}

async function made(tools: Tools, extension: string, args: (string | number)[][]): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const name = createHash('sha256').update(JSON.stringify(args)).digest('hex').slice(0, 16);
  const path = join(folder, `${name}.${extension}`);
  if (existsSync(path)) return path;
  const half = join(folder, `half-${name}.${extension}`);
  await runFfmpeg(tools, [...args, [half]]);
  renameSync(half, path);
  return path;
}

function higher(name: string, figure: number, bar: number): Bar {
  return { name, figure, unit: '×', bar, better: 'higher' };
}

function lower(name: string, figure: number, unit: string, bar: number | null): Bar {
  return { name, figure, unit, bar, better: 'lower' };
}
