/**
 * How alike finished videos are: a hundred against each other and two thousand others, through the product from stored
 * signatures, next to the plain comparison of the same hashes; and what a signature costs, next to one decoding.
 */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { callOf } from '@mixreel/contract';
import {
  compareSignatures,
  locateFfmpeg,
  type PictureMemory,
  SIGNATURE_VERSION,
  type Signature,
  signVideo,
} from '@mixreel/media';
import { Client as Database } from 'pg';
import type { Bar } from './bar.ts';
import { type Cost, measured } from './engine-meter.ts';
import { openEngine, openStock, renderAll, variantOf } from './engine.ts';
import { runPlainly } from './plain-ffmpeg.ts';
import { type Client, openClient } from './product-client.ts';
import { startProduct } from './product-process.ts';

const SET = 100;
const OTHERS = 2000;
const SECONDS = 30;
const HASHES_PER_SECOND = 4;
const MARKS_PER_SECOND = 8;

export async function run(): Promise<Bar[]> {
  const work = mkdtempSync(join(tmpdir(), 'mixreel-likeness-'));
  chmodSync(work, 0o755);
  try {
    return [...(await compareStored(work)), ...(await signSome(work))];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function compareStored(work: string): Promise<Bar[]> {
  const draw = randomFrom(1);
  const ours = spaceOf(draw);
  const strange = Array.from({ length: SET + OTHERS }, () => strangeVideo(draw));
  const report = await throughProduct(join(work, 'data'), ours);
  const own = comparison(ours);
  const worst = comparison(strange);
  const plain = plainSeconds(strange);
  console.log(`plain comparison of all hashes: ${plain.toFixed(1)} CPU-s`);
  return [
    lower(`${SET} videos with each other and ${OTHERS} others, asked until the report is there`, report.wall, 's', 10),
    lower('of that, as the report says', report.seconds, 's', null),
    lower('comparing them, videos of twenty mixes', own, 'CPU-s', 3),
    lower('comparing them, all strangers', worst, 'CPU-s', 3),
    higher('plain comparison of the same hashes over ours', plain / worst, '×', 5),
  ];
}

function comparison(all: Signature[]): number {
  const began = process.cpuUsage();
  compareSignatures(all.slice(0, SET), all.slice(SET));
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
}

/** The same questions without an index: every hash asked for against every other, for a tenth of the set. */
function plainSeconds(all: Signature[]): number {
  const sequences = all.map(({ picture, sound }) => [wordsOf(picture, 2), momentsOf(wordsOf(sound, 1))] as const);
  const began = process.cpuUsage();
  let found = 0;
  for (const [pictures, moments] of sequences.slice(0, SET / 10)) {
    for (const [otherPictures, otherMoments] of sequences) {
      found += countAlike(pictures, otherPictures, 10, 2) + countAlike(moments, otherMoments, 11, 4);
    }
  }
  const { user, system } = process.cpuUsage(began);
  if (found === 0) throw new Error('Nothing is like itself');
  return (10 * (user + system)) / 1e6;
}

function countAlike(a: Uint32Array, b: Uint32Array, most: number, step: number): number {
  let count = 0;
  for (let i = 0; i < a.length; i += 2 * step) {
    for (let j = 0; j < b.length; j += 2) {
      if (bits(a[i]! ^ b[j]!) + bits(a[i + 1]! ^ b[j + 1]!) > most) continue;
      count += 1;
      break;
    }
  }
  return count;
}

function bits(word: number): number {
  let left = word - ((word >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function wordsOf(bytes: Uint8Array, each: number): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: each * Math.floor(bytes.length / 4 / each) }, (_, n) => view.getUint32(4 * n));
}

function momentsOf(marks: Uint32Array): Uint32Array {
  return Uint32Array.from({ length: 2 * Math.max(0, marks.length - 4) }, (_, n) => marks[(n >> 1) + 4 * (n % 2)]!);
}

/** Stores the signatures under made-up videos and asks as the page does. */
async function throughProduct(dataDir: string, all: Signature[]): Promise<{ wall: number; seconds: number }> {
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  const product = await startProduct(dataDir);
  try {
    const client = await openClient(product);
    const { project_id } = await client.post<{ project_id: string }>(callOf('project.add').path, {
      project_name: '测速',
    });
    const ids = await store(dataDir, project_id, all);
    const artwork_ids = ids.slice(0, SET);
    const first = await ask(client, artwork_ids);
    const second = await ask(client, artwork_ids);
    return second.wall < first.wall ? second : first;
  } finally {
    await product.stop();
  }
}

async function ask(client: Client, artwork_ids: string[]): Promise<{ wall: number; seconds: number }> {
  const began = performance.now();
  const { task_id } = await client.post<{ task_id: string }>(callOf('likeness.add').path, { artwork_ids });
  for (;;) {
    const { items } = await client.get<{ items: { status: string; error: unknown }[] }>(callOf('task.check').path, {
      task_ids: task_id,
    });
    if (items[0]?.status === 'succeeded') break;
    if (items[0]?.error) throw new Error(JSON.stringify(items[0].error));
    await delay(20);
  }
  const report = await client.get<{ seconds: number; compared: number }>(callOf('likeness.report').path, { task_id });
  if (report.compared !== OTHERS) throw new Error(`Compared with ${report.compared}`);
  return { wall: (performance.now() - began) / 1000, seconds: report.seconds };
}

async function store(dataDir: string, project_id: string, all: Signature[]): Promise<string[]> {
  const host = encodeURIComponent(join(dataDir, 'database', 'socket'));
  const database = new Database({ connectionString: `postgresql://mixreel@localhost/postgres?host=${host}` });
  await database.connect();
  try {
    const { rows } = await database.query<{ space_id: string }>('select space_id from project where project_id = $1', [
      project_id,
    ]);
    const space_id = rows[0]!.space_id;
    await database.query(`insert into stored_object (sha256, bytes) values (repeat('a', 64), 1)`);
    await database.query(
      `insert into vlc_file (vlc_id, space_id, sha256, file_name, content_type, bytes, created_by)
       values ('film', $1, repeat('a', 64), 'a.mp4', 'video/mp4', 1, '')`,
      [space_id],
    );
    await database.query(
      `insert into dir (dir_id, space_id, project_id, dir_name, created_by) values ('dir', $1, $2, '成片', '')`,
      [space_id, project_id],
    );
    const ids = all.map((_, n) => `art${String(n).padStart(6, '0')}`);
    await database.query(
      `insert into artwork
         (artwork_id, space_id, project_id, dir_id, artwork_name, vlc_id, duration, width, height, bytes, ai_origin, created_by)
       select id, $2, $3, 'dir', id, 'film', ${SECONDS}, 1080, 1920, 1, false, '' from unnest($1::text[]) id`,
      [ids, space_id, project_id],
    );
    await database.query(
      `insert into artwork_signature (artwork_id, space_id, seconds, picture, sound, text, version)
       select id, $2, ${SECONDS}, picture, sound, text, ${SIGNATURE_VERSION}
       from unnest($1::text[], $3::bytea[], $4::bytea[], $5::text[]) row (id, picture, sound, text)`,
      [
        ids,
        space_id,
        all.map(({ picture }) => Buffer.from(picture)),
        all.map(({ sound }) => Buffer.from(sound)),
        all.map(({ text }) => text),
      ],
    );
    await database.query('analyze artwork; analyze artwork_signature');
    return ids;
  } finally {
    await database.end();
  }
}

type Draw = () => number;

function randomFrom(seed: number): Draw {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

function randomBytes(draw: Draw, count: number): Buffer {
  const bytes = Buffer.alloc(count);
  for (let n = 0; n + 4 <= count; n += 4) bytes.writeUInt32BE(draw(), n);
  return bytes;
}

function strangeVideo(draw: Draw): Signature {
  return {
    picture: randomBytes(draw, SECONDS * HASHES_PER_SECOND * 8),
    sound: randomBytes(draw, SECONDS * MARKS_PER_SECOND * 4),
    text: textOf(draw),
  };
}

function textOf(draw: Draw): string {
  return Array.from({ length: 140 }, () => String.fromCodePoint(0x4e00 + (draw() % 2500))).join('');
}

/** The videos of twenty mixes: five shots of six seconds out of eight clips each, three voices, pictures coded anew at times. */
function spaceOf(draw: Draw): Signature[] {
  const mixes = Array.from({ length: 20 }, () => ({
    clips: Array.from({ length: 5 }, () => Array.from({ length: 8 }, () => shotOf(draw))),
    voices: Array.from({ length: 3 }, () => randomBytes(draw, SECONDS * MARKS_PER_SECOND * 4)),
    text: textOf(draw),
  }));
  return Array.from({ length: SET + OTHERS }, () => {
    const { clips, voices, text } = mixes[draw() % mixes.length]!;
    const picture = Buffer.concat(clips.map((row) => row[draw() % row.length]!));
    if (draw() % 3 === 0) for (let n = 0; n < picture.length; n += 8) picture[n + (draw() % 8)]! ^= 1 << (draw() % 8);
    return { picture, sound: voices[draw() % 3]!, text };
  });
}

/** A picture that changes slowly: a few bits from hash to hash. */
function shotOf(draw: Draw): Buffer {
  const hash = randomBytes(draw, 8);
  const hashes = Array.from({ length: (SECONDS / 5) * HASHES_PER_SECOND }, () => {
    for (let n = 0; n < 3; n += 1) hash[draw() % 8]! ^= 1 << (draw() % 8);
    return Buffer.from(hash);
  });
  return Buffer.concat(hashes);
}

/** What the signatures of real videos cost: the first of a mix, one more of it, and one that is known. */
async function signSome(work: string): Promise<Bar[]> {
  const tools = await locateFfmpeg();
  const stock = await openStock();
  const engine = openEngine(join(work, 'cache'));
  const outputs = join(work, 'out');
  mkdirSync(outputs);
  const picks = [
    [0, 0, 0, 0, 0],
    [0, 0, 1, 0, 0],
  ];
  await renderAll(
    engine,
    picks.map((pick) => variantOf(stock, pick)),
    outputs,
  );
  engine.close();
  const [first, second] = readdirSync(outputs)
    .toSorted()
    .map((name) => join(outputs, name));
  const seconds = 15;
  const memory: PictureMemory = new Map();
  const cost = async (path: string | undefined): Promise<Cost> =>
    (await measured(() => signVideo(tools, path!, { memory }))).cost;
  const decoded = await measured(() =>
    runPlainly(tools, [
      ['-threads', 1, '-i', first!],
      ['-f', 'null', '-'],
    ]),
  );
  const cold = await cost(first);
  const shared = await cost(second);
  const known = await cost(first);
  console.log(`one decoding of ${seconds} s: ${decoded.cost.cpuSeconds.toFixed(2)} CPU-s`);
  return [
    lower('signing a second of video', cold.cpuSeconds / seconds, 'CPU-s', null),
    lower('signing over one decoding', cold.cpuSeconds / decoded.cost.cpuSeconds, '×', 1.2),
    lower(
      'signing one of which four of five shots are known, over the first',
      shared.cpuSeconds / cold.cpuSeconds,
      '×',
      0.6,
    ),
    lower('signing one of which all is known, over the first', known.cpuSeconds / cold.cpuSeconds, '×', 0.4),
  ];
}

function lower(name: string, figure: number, unit: string, bar: number | null): Bar {
  return { name, figure, unit, bar, better: 'lower' };
}

function higher(name: string, figure: number, unit: string, bar: number | null): Bar {
  return { name, figure, unit, bar, better: 'higher' };
}
