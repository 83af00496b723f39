import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, onTestFinished, test } from 'vitest';
import { withFloatSteps } from '#runtime/float-steps.ts';
import { toOnnx } from '#vision/onnx-graph.ts';

/** One step as quantised models have it: 2 numbers in, 2 out, weights of 8 bits with scale 0.5 and zero at 100. */
const QUANTISED = toOnnx({
  nodes: [
    { op: 'DynamicQuantizeLinear', inputs: ['x'], outputs: ['x_quantised', 'x_scale', 'x_zero'] },
    { op: 'MatMulInteger', inputs: ['x_quantised', 'w', 'x_zero', 'w_zero'], outputs: ['whole'] },
    { op: 'Cast', inputs: ['whole'], outputs: ['unscaled'], ints: { to: 1 } },
    { op: 'Mul', inputs: ['x_scale', 'w_scale'], outputs: ['scale'] },
    { op: 'Mul', inputs: ['unscaled', 'scale'], outputs: ['y'] },
  ],
  weights: [
    { name: 'w', shape: [2, 2], data: Uint8Array.of(102, 104, 98, 100) },
    { name: 'w_zero', shape: [1], data: Uint8Array.of(100) },
    { name: 'w_scale', shape: [1], data: Float32Array.of(0.5) },
  ],
  input: { name: 'x', shape: [1, 2] },
  outputs: ['y', 'scale'],
});

async function run(model: string | Uint8Array): Promise<{ names: readonly string[]; values: number[] }> {
  // A path and bytes are two functions to the type checker.
  const session = await (typeof model === 'string' ? InferenceSession.create(model) : InferenceSession.create(model));
  const { y } = await session.run({ x: new Tensor('float32', [0.013, 1.7], [1, 2]) });
  return { names: session.outputNames, values: Array.from(y!.data as Float32Array) };
}

test('a step that rounded what it was given no longer does, its weights are the same, and nothing else comes out', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'float-steps-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'model.onnx');
  await writeFile(path, QUANTISED);
  const exact = [0.013 - 1.7, 0.026];
  const rounded = await run(path);
  expect(Math.abs(rounded.values[1]! - exact[1]!)).toBeGreaterThan(1e-4);
  const full = await run(await withFloatSteps(path, ['y']));
  full.values.forEach((value, i) => expect(value).toBeCloseTo(exact[i]!, 5));
  expect([rounded.names, full.names]).toEqual([['y', 'scale'], ['y']]);
});
