/** Speech through the whole product: how soon it is heard, how soon again, and what the server itself takes. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callOf } from '@mixreel/contract';
import type { Bar } from './bar.ts';
import { type Product, signIn, startProduct } from './product-process.ts';

const VOICE = 'builtin:zf_xiaoxiao';
const LINE = '今天下单立减五十元，点击下方链接，马上拥有。';
const LONG = Array.from({ length: 12 }, (_, n) => `这是第${n + 1}句话，介绍产品的第${n + 1}个卖点。`).join('');
const REPEATS = 50;
const LINES = 100;
/** A piece of lines of nearly a thousand characters, 20,000 together. Few sentences, in ever other orders: only they have to be spoken. */
const PIECE_LINES = 22;
const PIECE_SENTENCES = ['这款新品今天第一次上架，价格比平时低了三成。', '现在下单，还有运费险和七天无理由退换。'];
const POLL_MS = 500;

type Audio = { ai_audio_id: string; status: string; error: string | null };
type Spoken = { duration: number; cache_hit: boolean; sentence_count: number };

export async function run(): Promise<Bar[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mixreel-bench-'));
  chmodSync(dataDir, 0o755);
  const product = await startProduct(dataDir);
  try {
    const token = await signIn(product);
    const idle = residentMb(product.pid);
    const speak = (input: object) =>
      ask<Spoken>(product.url, token, callOf('voice.speak').path, { voice_id: VOICE, ...input });
    const first = await timed(() => speak({ text: LINE }));
    const again: number[] = [];
    for (let n = 0; n < REPEATS; n += 1) again.push((await timed(() => speak({ text: LINE }))).ms);
    const opening = await timed(() => speak({ text: LONG, sentence: 0 }));
    const rest = await timed(() => speak({ text: LONG }));
    for (let n = 0; n < LINES; n += 1) await speak({ text: `第${n}款。` });
    const afterLines = residentMb(product.pid);
    const piece = await renderPiece(product, token);
    const sorted = again.toSorted((a, b) => a - b);
    return [
      lower('first time a line is asked for, model being loaded', first.ms, 'ms', null),
      lower('the same line again, half of them', sorted[REPEATS / 2] ?? 0, 'ms', 20),
      lower('the same line again, 95 of 100', sorted[Math.floor(REPEATS * 0.95)] ?? 0, 'ms', null),
      lower('first sound of a long text, as a share of all of it', opening.ms / (opening.ms + rest.ms), '', 0.25),
      lower('long text, a second of speech', (opening.ms + rest.ms) / 1000 / rest.result.duration, 's', null),
      // One process: API and worker. Models and ffmpeg have their own, which is not in these figures.
      lower('memory of the server process, idle', idle, 'MB', 300),
      lower(`memory of the server process after ${LINES} lines`, afterLines, 'MB', 300),
      lower(`memory of the server process after a piece of ${piece.characters} characters`, piece.after, 'MB', 300),
      lower('the most it took while making that piece', piece.most, 'MB', 300),
    ];
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Makes a long piece and looks on; gives what the server took at most and in the end. */
async function renderPiece({ url, pid }: Product, token: string) {
  const { project_id } = await ask<{ project_id: string }>(url, token, callOf('project.add').path, {
    project_name: '长文',
  });
  const lines = Array.from({ length: PIECE_LINES }, (_, n) => ({
    line_id: `l${n}`,
    voice_id: VOICE,
    text: longText(n),
  }));
  const { ai_audio_id } = await ask<Audio>(url, token, callOf('audio.add').path, { project_id, lines });
  await ask(url, token, callOf('audio.submit').path, { ai_audio_id });
  let most = 0;
  for (;;) {
    await new Promise((done) => setTimeout(done, POLL_MS));
    most = Math.max(most, residentMb(pid));
    const { status, error } = await ask<Audio>(url, token, `${callOf('audio.detail').path}?ai_audio_id=${ai_audio_id}`);
    if (status === 'failed') throw new Error(error ?? 'The piece failed');
    if (status === 'done') break;
  }
  const characters = lines.reduce((sum, { text }) => sum + text.length, 0);
  return { characters, most, after: residentMb(pid) };
}

/** About a thousand characters; the bits of `n` decide the order, so that no two lines are the same. */
function longText(n: number): string {
  const sentences = Array.from({ length: 43 }, (_, k) => PIECE_SENTENCES[(n >> (k % 5)) & 1] ?? '');
  return sentences.join('');
}

async function ask<T>(url: string, token: string, path: string, input?: object): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method: input ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(input && { 'content-type': 'application/json' }) },
    body: input ? JSON.stringify(input) : null,
  });
  const { code, message, data } = (await response.json()) as { code: number; message: string; data: T };
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
