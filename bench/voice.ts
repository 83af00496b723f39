/** Speech through the whole product: how soon it is heard, how soon again, and what the server itself takes. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bar } from './bar.ts';
import { signIn, startProduct } from './product-process.ts';

const VOICE = 'builtin:zf_xiaoxiao';
const LINE = '今天下单立减五十元，点击下方链接，马上拥有。';
const LONG = Array.from({ length: 12 }, (_, n) => `这是第${n + 1}句话，介绍产品的第${n + 1}个卖点。`).join('');
const REPEATS = 50;

type Spoken = { duration: number; cache_hit: boolean; sentence_count: number };

export async function run(): Promise<Bar[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mixreel-bench-'));
  chmodSync(dataDir, 0o755);
  const product = await startProduct(dataDir);
  try {
    const token = await signIn(product);
    const speak = (input: object) => ask(product.url, token, input);
    const first = await timed(() => speak({ text: LINE }));
    const again: number[] = [];
    for (let n = 0; n < REPEATS; n += 1) again.push((await timed(() => speak({ text: LINE }))).ms);
    const opening = await timed(() => speak({ text: LONG, sentence: 0 }));
    const rest = await timed(() => speak({ text: LONG }));
    const sorted = again.toSorted((a, b) => a - b);
    return [
      lower('first time a line is asked for, model being loaded', first.ms, 'ms', null),
      lower('the same line again, half of them', sorted[REPEATS / 2] ?? 0, 'ms', 20),
      lower('the same line again, 95 of 100', sorted[Math.floor(REPEATS * 0.95)] ?? 0, 'ms', null),
      lower('first sound of a long text, as a share of all of it', opening.ms / (opening.ms + rest.ms), '', 0.25),
      lower('long text, a second of speech', (opening.ms + rest.ms) / 1000 / rest.result.duration, 's', null),
      lower('memory of the server process', residentMb(product.pid), 'MB', 300),
    ];
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function ask(url: string, token: string, input: object): Promise<Spoken> {
  const response = await fetch(`${url}/api/utils/tts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ voice_id: VOICE, ...input }),
  });
  const { code, message, data } = (await response.json()) as { code: number; message: string; data: Spoken };
  if (code !== 0) throw new Error(message);
  return data;
}

async function timed<T>(run: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const began = performance.now();
  const result = await run();
  return { result, ms: performance.now() - began };
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;
}

function lower(name: string, figure: number, unit: string, bar: number | null): Bar {
  return { name, figure, unit, bar, better: 'lower' };
}
