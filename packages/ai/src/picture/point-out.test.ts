import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createAi } from '#ai.ts';
import { packsDir } from '#packs/packs-dir.ts';
import { openShelf } from '#packs/shelf.ts';
import { keepOneThing } from '#picture/one-thing.ts';
import { studyGraph } from '#picture/study-graph.ts';
import { toOnnx } from '#vision/onnx-graph.ts';

const shelf = openShelf({ dir: packsDir(process.env), registry: '' });
const ai = createAi({ shelf });
afterAll(() => ai.close());

/** Two windows of four places, two heads of three numbers each: attention as the model's file has it. */
const [WINDOWS, PLACES, HEADS, WIDTH] = [2, 4, 2, 3];
const wave = (length: number, step: number) => Float32Array.from({ length }, (_, n) => Math.sin(n * step));
const longs = (...values: number[]) => BigInt64Array.from(values.map(BigInt));
const turn = (from: string, to: string, perm: number[]) => ({
  op: 'Transpose',
  inputs: [from],
  outputs: [to],
  ints: { perm },
});

const ATTENTION = toOnnx({
  nodes: [
    { op: 'MatMul', inputs: ['x', 'matrix'], outputs: ['product'] },
    { op: 'Add', inputs: ['bias', 'product'], outputs: ['sum'] },
    { op: 'Reshape', inputs: ['sum', 'shape'], outputs: ['three'] },
    { op: 'Split', inputs: ['three', 'ones'], outputs: ['q5', 'k5', 'v5'], ints: { axis: 2 } },
    ...['q', 'k', 'v'].map((name) => ({ op: 'Squeeze', inputs: [`${name}5`, 'two'], outputs: [name] })),
    turn('q', 'q_heads', [0, 2, 1, 3]),
    turn('v', 'v_heads', [0, 2, 1, 3]),
    turn('k', 'k_heads', [0, 2, 3, 1]),
    { op: 'Mul', inputs: ['q_heads', 'scale'], outputs: ['q_scaled'] },
    { op: 'Mul', inputs: ['k_heads', 'scale'], outputs: ['k_scaled'] },
    { op: 'MatMul', inputs: ['q_scaled', 'k_scaled'], outputs: ['all'] },
    { op: 'Softmax', inputs: ['all'], outputs: ['shares'], ints: { axis: -1 } },
    { op: 'MatMul', inputs: ['shares', 'v_heads'], outputs: ['heads'] },
    turn('heads', 'back', [0, 2, 1, 3]),
    { op: 'Reshape', inputs: ['back', 'flat'], outputs: ['y'] },
  ],
  weights: [
    { name: 'matrix', shape: [24, 18], data: wave(24 * 18, 0.7) },
    { name: 'bias', shape: [18], data: wave(18, 1.3) },
    { name: 'scale', shape: [1], data: Float32Array.of(WIDTH ** -0.25) },
    { name: 'shape', shape: [5], data: longs(WINDOWS, PLACES, 3, HEADS, -1) },
    { name: 'ones', shape: [3], data: longs(1, 1, 1) },
    { name: 'two', shape: [1], data: longs(2) },
    { name: 'flat', shape: [3], data: longs(WINDOWS, PLACES, -1) },
  ],
  inputs: [{ name: 'x', shape: [WINDOWS, PLACES, 24] }],
  outputs: ['y'],
});

test('a network that the runtime wrote in its own format sees the same as a graph over that file, whose attention is one step', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'study-graph-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'attention.ort');
  const extra = { session: { save_model_format: 'ORT' } };
  const written = { optimizedModelFilePath: path, graphOptimizationLevel: 'disabled', extra } as const;
  await InferenceSession.create(ATTENTION, written);
  const seenBy = async (session: InferenceSession) => {
    const { y } = await session.run({
      x: new Tensor('float32', wave(WINDOWS * PLACES * 24, 0.31), [WINDOWS, PLACES, 24]),
    });
    return Array.from(y!.data as Float32Array);
  };
  const graph = studyGraph(path, [WINDOWS, PLACES, 24]);
  const texts = Buffer.from(graph).toString('latin1');
  expect([texts.includes('Softmax'), texts.includes('MultiHeadAttention')]).toEqual([false, true]);
  // The matrix is left where it is.
  expect([texts.includes(basename(path)), graph.length < ATTENTION.length]).toEqual([true, true]);
  const beside = { session: { model_external_initializers_file_folder_path: folder } };
  const [own, ours] = [
    await seenBy(await InferenceSession.create(path)),
    await seenBy(await InferenceSession.create(graph, { extra: beside })),
  ];
  expect(own).toHaveLength(WINDOWS * PLACES * HEADS * WIDTH);
  ours.forEach((value, n) => expect(value).toBeCloseTo(own[n]!, 5));
});

test('of what may belong only what was pointed at stays, and what is large beside it', () => {
  const side = 20;
  const odds = new Float32Array(side * side).fill(-0.5);
  const fill = (x: number, y: number, size: number) => {
    for (let row = y; row < y + size; row += 1) odds.fill(2, row * side + x, row * side + x + size);
  };
  // A thing, its other half behind a bar, and dust.
  fill(1, 1, 6);
  fill(9, 1, 3);
  fill(16, 16, 1);
  keepOneThing(odds, side, [{ x: 0.15, y: 0.15, is_in: true }], -8);
  const at = (x: number, y: number) => odds[y * side + x];
  expect([at(2, 2), at(10, 2), at(16, 16), at(18, 10), at(8, 2)]).toEqual([2, 2, -8, -8, -0.5]);
});

/** Three balls on a table: somebody wants the one in the middle. Only where the model is here: it is fetched when asked for. */
const isHere = shelf.list().some(({ pack, state }) => pack === 'point-out' && state === 'ready');
test.runIf(isHere)(
  'of three balls the one that was clicked at is found, another is added to it, and taken away again',
  async () => {
    const [width, height] = [480, 300];
    const balls = [100, 240, 380].map((x) => ({ x, y: 160, radius: 50 }));
    const ballAt = (at: number) =>
      balls.findIndex(({ x, y, radius }) => Math.hypot((at % width) - x, Math.floor(at / width) - y) <= radius);
    const data = new Uint8Array(width * height * 3);
    for (let at = 0; at < width * height; at += 1) {
      const y = Math.floor(at / width);
      const light = 20 * Math.sin(y / 5) + 40 * ((at % width) / width);
      const ball = balls[ballAt(at)];
      const shade = ball ? 1 - Math.hypot((at % width) - ball.x + 18, y - ball.y + 20) / 130 : 0;
      data.set(ball ? [40 + 60 * shade, 60 + 90 * shade, 90 + 160 * shade] : [170 + light, 140 + light, 100], at * 3);
    }
    const picture = { data, width, height };
    const study = await ai.study(picture);
    const points = balls.map(({ x, y }) => ({ x: x / width, y: y / height, is_in: true }));
    const found = async (...wanted: typeof points) => {
      const { mask } = await ai.pointOut(study, wanted, picture);
      return balls.map((_, n) => {
        const [inside, seen] = [[...mask.data.keys()].filter((at) => ballAt(at) === n), mask.data];
        return Math.round((10 * inside.reduce((sum, at) => sum + seen[at]!, 0)) / 255 / inside.length);
      });
    };
    const [left, middle] = points as [(typeof points)[0], (typeof points)[0]];
    expect(await found(middle)).toEqual([0, 10, 0]);
    expect(await found(middle, left)).toEqual([10, 10, 0]);
    expect(await found(middle, left, { ...middle, is_in: false })).toEqual([10, 0, 0]);
    await expect(ai.pointOut(study, [{ x: 2, y: 0, is_in: true }], picture)).rejects.toMatchObject({
      kind: 'bad-option',
    });
    await expect(ai.pointOut(new Uint8Array(9), points, picture)).rejects.toMatchObject({ kind: 'bad-option' });
  },
);
