/**
 * Uploads through the running product, from the first byte sent to the content in the store, next to a plain copy of
 * the same file that is hashed on the way; and how much memory ten uploads at once take.
 */
import { createHash, randomFillSync } from 'node:crypto';
import { chmodSync, createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Agent, type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { callOf } from '@mixreel/contract';
import type { Bar } from './bar.ts';
import { type Product, signIn, startProduct } from './product-process.ts';

const FILE_BYTES = 256 * 1024 ** 2;
const ROUNDS = 5;
const AT_ONCE = 10;
const EACH_BYTES = 20 * 1024 ** 2;
const MB = 1024 ** 2;
const BLOCK_BYTES = 2 * MB;

export async function measureUploads(): Promise<Bar[]> {
  const dir = mkdtempSync(join(tmpdir(), 'mixreel-bench-'));
  // Run as root, the embedded database runs as `nobody`, who must be able to enter.
  chmodSync(dir, 0o755);
  const product = await startProduct(join(dir, 'data'));
  try {
    const client = await openClient(product);
    const speeds: { copy: number; upload: number }[] = [];
    // By turns, so that a busy moment of the machine does not favour one of them; the first turn warms both up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const path = join(dir, `film-${round}.mp4`);
      await writeFilm(path, FILE_BYTES);
      const copy = FILE_BYTES / MB / (await seconds(() => copyHashed(path, `${path}.copy`)));
      const upload = FILE_BYTES / MB / (await seconds(() => client.upload(path, FILE_BYTES)));
      // Nothing is removed until the end: memory that was just given back takes bytes four times as fast as fresh memory
      // of a virtual machine, and only the copy would get it, since what was uploaded stays.
      if (round > 0) speeds.push({ copy, upload });
    }
    const grown = await measureMemory(product, client, dir);
    const copy = median(speeds.map((speed) => speed.copy));
    const upload = median(speeds.map((speed) => speed.upload));
    const ratio = median(speeds.map((speed) => speed.upload / speed.copy));
    return [
      { name: 'plain copy with SHA-256, on disk at the end', figure: copy, unit: 'MB/s', bar: null, better: 'higher' },
      { name: 'upload to the durable store', figure: upload, unit: 'MB/s', bar: null, better: 'higher' },
      { name: 'upload / plain copy', figure: ratio, unit: '×', bar: 0.7, better: 'higher' },
      { name: `server memory for ${AT_ONCE} uploads at once`, figure: grown, unit: 'MB', bar: 100, better: 'lower' },
    ];
  } finally {
    await product.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Starts with what a film starts with; the rest is in a box that players skip. */
async function writeFilm(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w');
  try {
    const noise = Buffer.alloc(MB);
    for (let at = 0; at < bytes; at += MB) {
      randomFillSync(noise);
      if (at === 0) {
        noise.write('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 0, 'latin1');
        noise.writeUInt32BE(bytes - 24, 24);
        noise.write('free', 28, 'latin1');
      }
      await file.write(noise);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

async function copyHashed(from: string, to: string): Promise<void> {
  const hash = createHash('sha256');
  const file = await open(to, 'w');
  try {
    for await (const chunk of createReadStream(from, { highWaterMark: MB })) {
      const written = file.writeFile(chunk as Buffer);
      hash.update(chunk as Buffer);
      await written;
    }
    hash.digest('hex');
    await file.sync();
  } finally {
    await file.close();
  }
}

type Client = { upload(path: string, bytes: number): Promise<void> };

/** Sends as the page does: piece after piece on connections that stay open. */
async function openClient(product: Product): Promise<Client> {
  const token = await signIn(product);
  const agent = new Agent({ keepAlive: true });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const call = async <T>(path: string, input: object): Promise<T> => {
    const response = await fetch(product.url + path, { method: 'POST', headers, body: JSON.stringify(input) });
    const { code, message, data } = (await response.json()) as { code: number; message: string; data: T };
    if (code !== 0) throw new Error(`${path}: ${message}`);
    return data;
  };
  const { project_id } = await call<{ project_id: string }>(callOf('project.add').path, { project_name: '上传测速' });
  const pass = await fetch(`${product.url}${callOf('upload.authToken').path}?project_id=${project_id}`, { headers });
  const { data } = (await pass.json()) as { data: { token: string; chunk_size: number } };
  let number = 0;

  return {
    async upload(path, bytes) {
      number += 1;
      const input = { project_id, file_name: `${number}.mp4`, bytes };
      const { record } = await call<{ record: { record_uuid: string; upload_url: string } }>(
        callOf('upload.start').path,
        input,
      );
      const blocks = [Buffer.alloc(BLOCK_BYTES), Buffer.alloc(BLOCK_BYTES)] as const;
      for (let offset = 0; offset < bytes; offset += data.chunk_size) {
        const end = Math.min(bytes, offset + data.chunk_size) - 1;
        await patch(agent, product.url + record.upload_url, data.token, { path, offset, end, blocks });
      }
      const { record_uuid } = record;
      const ended = await call<{ status: string; message: string }>(callOf('upload.end').path, { record_uuid });
      if (ended.status !== 'completed') throw new Error(ended.message);
    },
  };
}

type Piece = { path: string; offset: number; end: number; blocks: readonly [Buffer, Buffer] };

function patch(agent: Agent, url: string, token: string, piece: Piece): Promise<void> {
  const { offset, end } = piece;
  return new Promise((done, fail) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': offset,
      'content-type': 'application/offset+octet-stream',
      'content-length': end - offset + 1,
    };
    const sending = request(url, { method: 'PATCH', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => (response.statusCode === 204 ? done() : fail(new Error(`${response.statusCode}`))));
    });
    sending.on('error', fail);
    pour(sending, piece).catch(fail);
  });
}

/** Reads one block while the other is on its way: sending is to cost no more than it costs a browser. */
async function pour(sending: ClientRequest, { path, offset, end, blocks }: Piece): Promise<void> {
  const file = await open(path);
  try {
    let [reading, onItsWay] = blocks;
    let sent = Promise.resolve();
    for (let at = offset; at <= end;) {
      const { bytesRead } = await file.read(reading, 0, Math.min(BLOCK_BYTES, end + 1 - at), at);
      const block = reading.subarray(0, bytesRead);
      at += bytesRead;
      await sent;
      sent = new Promise((done, fail) => {
        sending.write(block, (error) => (error ? fail(error) : done()));
      });
      [reading, onItsWay] = [onItsWay, reading];
    }
    await sent;
    sending.end();
  } finally {
    await file.close();
  }
}

/** The most that the server's memory grows while ten files come at once, over what it had before. */
async function measureMemory(product: Product, client: Client, dir: string): Promise<number> {
  const paths = Array.from({ length: AT_ONCE }, (_, n) => join(dir, `many-${n}.mp4`));
  for (const path of paths) await writeFilm(path, EACH_BYTES);
  await delay(3000);
  const before = residentBytes(product.pid);
  let most = before;
  const look = setInterval(() => (most = Math.max(most, residentBytes(product.pid))), 10);
  await Promise.all(paths.map((path) => client.upload(path, EACH_BYTES)));
  clearInterval(look);
  return (most - before) / MB;
}

function residentBytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

async function seconds(run: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await run();
  return (performance.now() - began) / 1000;
}

function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
}
