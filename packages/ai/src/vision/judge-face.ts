import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { sessionOptions } from '#runtime/onnx.ts';
import { toOnnx, type GraphNode, type GraphWeights } from '#vision/onnx-graph.ts';
import { sample } from '#vision/pixels.ts';
import type { Box, RawPicture } from '#vision/sight.ts';
import { readWebWeights, toKernel, type WebManifest, type WebWeights } from '#vision/web-weights.ts';

/** A network that guesses how old a face looks, and whether it looks like a man's or a woman's. */
export type FaceJudge = { session: InferenceSession };

/** `male` is 0 (surely not) to 1; years are a guess. */
export type FaceGuess = { male: number; years: number };

const SIDE = 112;
const MEAN = [122.782, 117.001, 104.298];
const MAIN_BLOCKS = 2;
/** The face with chin and hair, as the network has learnt faces. */
const MARGIN = 0.12;

export async function loadFaceJudge(folder: string, threads: number): Promise<FaceJudge> {
  const manifest = JSON.parse(await readFile(join(folder, 'age-gender.json'), 'utf8')) as WebManifest;
  const kept = manifest.map((group) => ({ ...group, paths: ['age-gender.bin'] }));
  const bytes = buildNetwork(await readWebWeights(folder, kept));
  return { session: await InferenceSession.create(bytes, sessionOptions(threads)) };
}

/** `turn` in radians is how far the head leans: one that lies down looks years older than it is. */
export async function judgeFace({ session }: FaceJudge, picture: RawPicture, box: Box, turn = 0): Promise<FaceGuess> {
  const input = new Tensor('float32', cutFace(picture, box, turn), [1, 3, SIDE, SIDE]);
  const output = await session.run({ input });
  const [years = 0] = output['age']!.data as Float32Array;
  const [male = 0, female = 0] = output['gender']!.data as Float32Array;
  return { years, male: 1 / (1 + Math.exp(female - male)) };
}

/** The square around a face, upright, black beyond the picture. */
function cutFace(picture: RawPicture, box: Box, turn: number): Float32Array {
  const [wide, tall] = [box.width * picture.width, box.height * picture.height];
  const side = Math.max(wide, tall) * (1 + 2 * MARGIN);
  const [middle, height] = [box.x * picture.width + wide / 2, box.y * picture.height + tall / 2];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const planes = new Float32Array(3 * SIDE * SIDE);
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const [u, v] = [((x + 0.5) / SIDE - 0.5) * side, ((y + 0.5) / SIDE - 0.5) * side];
      const [px, py] = [middle + cos * u - sin * v - 0.5, height + sin * u + cos * v - 0.5];
      const isInside = px >= 0 && py >= 0 && px <= picture.width - 1 && py <= picture.height - 1;
      for (let plane = 0; plane < 3; plane += 1) {
        const value = isInside ? sample(picture, px, py, plane) : 0;
        planes[(plane * SIDE + y) * SIDE + x] = (value - MEAN[plane]!) / 255;
      }
    }
  }
  return planes;
}

/** The small Xception that the numbers were learnt for; the file holds no graph. */
function buildNetwork(learnt: WebWeights): Uint8Array {
  const nodes: GraphNode[] = [];
  const weights: GraphWeights[] = [];
  let made = 0;
  const step = (op: string, inputs: string[], more: Partial<GraphNode> = {}): string => {
    made += 1;
    nodes.push({ op, inputs, outputs: [`${made}`], ...more });
    return `${made}`;
  };
  const keep = (one: GraphWeights): string => {
    if (!weights.some(({ name }) => name === one.name)) weights.push(one);
    return one.name;
  };
  const kernel = (name: string, isDepthwise = false) => keep(toKernel(name, learnt.get(name)!, isDepthwise));
  const plain = (name: string) => keep({ name, ...learnt.get(name)! });
  const same = { auto_pad: 'SAME_UPPER' };

  const convolve = (from: string, at: string, stride: number) =>
    step('Conv', [from, kernel(`${at}/filters`), plain(`${at}/bias`)], {
      ints: { strides: [stride, stride] },
      strings: same,
    });
  const separable = (from: string, at: string) => {
    const depth = `${at}/depthwise_filter`;
    const deep = step('Conv', [from, kernel(depth, true)], {
      ints: { group: learnt.get(depth)!.shape[2]! },
      strings: same,
    });
    return step('Conv', [deep, kernel(`${at}/pointwise_filter`), plain(`${at}/bias`)]);
  };
  const relu = (from: string) => step('Relu', [from]);
  const reduce = (from: string, at: string, isActive = true) => {
    const first = separable(isActive ? relu(from) : from, `${at}/separable_conv0`);
    const second = separable(relu(first), `${at}/separable_conv1`);
    const pooled = step('MaxPool', [second], { ints: { kernel_shape: [3, 3], strides: [2, 2] }, strings: same });
    return step('Add', [pooled, convolve(from, `${at}/expansion_conv`, 2)]);
  };

  let value = relu(convolve('input', 'entry_flow/conv_in', 2));
  value = reduce(value, 'entry_flow/reduction_block_0', false);
  value = reduce(value, 'entry_flow/reduction_block_1');
  for (let block = 0; block < MAIN_BLOCKS; block += 1) {
    let inner = value;
    for (const part of [0, 1, 2]) {
      inner = separable(relu(inner), `middle_flow/main_block_${block}/separable_conv${part}`);
    }
    value = step('Add', [inner, value]);
  }
  value = reduce(value, 'exit_flow/reduction_block');
  value = relu(separable(value, 'exit_flow/separable_conv'));
  const pooled = step('Flatten', [step('GlobalAveragePool', [value])]);
  for (const what of ['age', 'gender']) {
    nodes.push({
      op: 'Gemm',
      inputs: [pooled, plain(`fc/${what}/weights`), plain(`fc/${what}/bias`)],
      outputs: [what],
    });
  }
  return toOnnx({
    nodes,
    weights,
    inputs: [{ name: 'input', shape: [1, 3, SIDE, SIDE] }],
    outputs: ['age', 'gender'],
  });
}
