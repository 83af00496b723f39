/**
 * A batch through the whole product: from the brief to forty finished videos of about twenty seconds, made of sixty clips by
 * the built-in writer and search, against videos of that length rendered one filter graph each; then forty more.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type AgentBatch, type AgentBrief, callOf, EMPTY_AGENT_BRIEF } from '@mixreel/contract';
import { type Args, locateFfmpeg, runFfmpeg } from '@mixreel/media';
import type { Bar } from './bar.ts';
import { naiveCost, openStock } from './engine.ts';
import { settle } from './mix.ts';
import { readProcessorMs } from './processor-time.ts';
import { type Client, openClient } from './product-client.ts';
import { type Product, startProduct } from './product-process.ts';

const ROWS = 40;
const CLIPS = 60;
const SECONDS = 20;
/** Of the videos that the naive way is measured on. */
const NAIVE_SECONDS = 15;

const BRIEF: AgentBrief = {
  ...EMPTY_AGENT_BRIEF,
  product: {
    ...EMPTY_AGENT_BRIEF.product,
    name: '山丘冷萃咖啡液',
    category: '咖啡液',
    points: ['三秒冲好一杯', '0 蔗糖', '加奶加水都行', '一条一杯好带', '冷水也能化开'],
    pains: ['早上起不来', '咖啡店排队太久', '速溶太甜'],
    proofs: ['每批都有检测报告'],
    price: '39.9 元/盒',
    promotion: '第二件半价',
    audience: '上班族',
  },
  seconds: SECONDS,
  count: ROWS,
  is_spoken: false,
};
const WORDS = [
  '咖啡',
  '杯子',
  '办公室',
  '厨房',
  '产品特写',
  '倒水',
  '早晨',
  '排队',
  '手拿商品',
  '笑容',
  '街道',
  '包装盒',
];

type Cost = { cpuSeconds: number; wallSeconds: number };

export async function run(): Promise<Bar[]> {
  const stock = await openStock();
  const dataDir = mkdtempSync(join(tmpdir(), 'mixreel-bench-'));
  chmodSync(dataDir, 0o755);
  const product = await startProduct(dataDir);
  try {
    const client = await openClient(product);
    const add = callOf('project.add').path;
    const { project_id } = await client.post<{ project_id: string }>(add, { project_name: '测速' });
    await uploadClips(client, project_id, dataDir);
    await settle(product, client, project_id);

    const given = { project_id, agent_kind: 'social', agent_name: '咖啡', brief: BRIEF };
    const agent = await client.post<{ agent_project_id: string }>(callOf('agent.add').path, given);
    const plan = await planBatch(product, client, agent.agent_project_id);
    const cold = await makeBatch(product, client, plan.id);
    const again = await planBatch(product, client, agent.agent_project_id);
    const warm = await makeBatch(product, client, again.id);
    const work = mkdtempSync(join(tmpdir(), 'mixreel-naive-'));
    try {
      const naive = await naiveCost(stock, [[0, 1, 2, 3, 0]], work, 0);
      const whole = (naive.cpuSeconds / NAIVE_SECONDS) * plan.seconds;
      return [
        lower(`planning ${ROWS} videos`, plan.cpuSeconds, 'CPU-s', 60),
        lower('first row previewable after planning was asked for', plan.firstSeconds, 's', 20),
        higher(`${ROWS} videos: naive CPU over ours`, whole / cold.cpuSeconds, 20),
        higher(`the second ${ROWS}: naive CPU over ours`, whole / warm.cpuSeconds, 60),
        { name: `${ROWS} videos, wall`, figure: cold.wallSeconds, unit: 's', bar: null, better: 'lower' },
        { name: 'highest likeness in the batch', figure: plan.likeness, unit: '', bar: null, better: 'lower' },
      ];
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Sixty short films that differ, named by what they would show. */
async function uploadClips(client: Client, project_id: string, folder: string): Promise<void> {
  const tools = await locateFfmpeg();
  for (let n = 0; n < CLIPS; n += 1) {
    const path = join(folder, 'clip.mp4');
    const look = `testsrc2=size=1080x1920:rate=30:duration=4,hue=h=${n * 6}:s=${1 + (n % 5)}`;
    const args: Args = [
      ['-y', '-f', 'lavfi', '-i', look],
      ['-c:v', 'libx264', '-preset', 'ultrafast', path],
    ];
    await runFfmpeg(tools, args);
    await client.upload(project_id, path, `${WORDS[n % WORDS.length]}${n}.mp4`);
  }
}

async function planBatch({ pid }: Product, client: Client, agent_project_id: string) {
  const [before, began] = [readProcessorMs(pid), performance.now()];
  const path = callOf('agent.addTask').path;
  const asked = await client.post<{ task_id: string; agent_batch_config_id: string }>(path, { agent_project_id });
  const { agent_batch_config_id: id } = asked;
  let first = 0;
  for (let isEnded = false; !isEnded;) {
    isEnded = await hasEnded(client, asked.task_id);
    const { rows } = await readBatch(client, id);
    if (first === 0 && rows[0]) {
      const one = { agent_batch_config_id: id, row_id: rows[0].row_id };
      await client.post(callOf('agentBatch.preview').path, one);
      first = performance.now();
    }
    await delay(500);
  }
  const cpuSeconds = (readProcessorMs(pid) - before) / 1000;
  const { rows, checks } = await readBatch(client, id);
  if (rows.length < ROWS) throw new Error(`Only ${rows.length} rows were written`);
  const seconds = checks.reduce((sum, one) => sum + one.seconds, 0);
  const likeness = Math.max(...checks.map((one) => one.likeness));
  return { id, cpuSeconds, firstSeconds: (first - began) / 1000, seconds, likeness };
}

async function makeBatch({ pid }: Product, client: Client, agent_batch_config_id: string): Promise<Cost> {
  const [before, began] = [readProcessorMs(pid), performance.now()];
  const input = { agent_batch_config_id, is_confirmed: true };
  const { task_id } = await client.post<{ task_id: string | null }>(callOf('agentBatch.submit').path, input);
  if (task_id === null) throw new Error('The batch was not admitted');
  while (!(await hasEnded(client, task_id))) await delay(500);
  return { cpuSeconds: (readProcessorMs(pid) - before) / 1000, wallSeconds: (performance.now() - began) / 1000 };
}

async function readBatch(client: Client, agent_batch_config_id: string): Promise<AgentBatch> {
  return client.get<AgentBatch>(callOf('agentBatch.detail').path, { agent_batch_config_id });
}

async function hasEnded(client: Client, task_id: string): Promise<boolean> {
  type Found = { items: { status: string; error: { message: string } | null }[] };
  const { items } = await client.get<Found>(callOf('task.check').path, { task_ids: task_id });
  const [task] = items;
  if (task?.status === 'failed' || task?.status === 'partial') throw new Error(task.error?.message);
  return task?.status === 'succeeded';
}

function lower(name: string, figure: number, unit: string, bar: number): Bar {
  return { name, figure, unit, bar, better: 'lower' };
}

function higher(name: string, figure: number, bar: number): Bar {
  return { name, figure, unit: '×', bar, better: 'higher' };
}
