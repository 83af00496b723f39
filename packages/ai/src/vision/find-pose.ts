import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { sessionOptions } from '#runtime/onnx.ts';
import { toOnnx, type GraphNode, type GraphWeights } from '#vision/onnx-graph.ts';
import { toPlanes } from '#vision/picture.ts';
import type { Box, PosePoint, RawPicture } from '#vision/sight.ts';
import { readWebWeights, toKernel, type WebManifest, type WebWeights } from '#vision/web-weights.ts';

/** A network that finds where the joints of one person are. */
export type PoseModel = { session: InferenceSession };

type WebNode = { name: string; op: string; input?: string[]; attr?: Record<string, WebAttribute> };
type WebAttribute = { list?: { i?: string[]; s?: string[] }; s?: string };

/** The points in the order of the network. */
const POINTS = [
  'nose',
  'left_eye',
  'right_eye',
  'left_ear',
  'right_ear',
  'left_shoulder',
  'right_shoulder',
  'left_elbow',
  'right_elbow',
  'left_wrist',
  'right_wrist',
  'left_hip',
  'right_hip',
  'left_knee',
  'right_knee',
  'left_ankle',
  'right_ankle',
] as const;

const SIDE = 192;
const CELLS = 48;
const CELL = SIDE / CELLS;
const HEADS = {
  heat: 'kpt_heatmap_0/conv2d_5/BiasAdd',
  centre: 'center_0/conv2d_4/BiasAdd',
  places: 'kpt_regress_0/conv2d_6/BiasAdd',
  offsets: 'kpt_offset_0/conv2d_7/BiasAdd',
};
/** Where the picture goes in, past the steps that make it from -1 to 1. */
const INPUT = 'StatefulPartitionedCall/sub_1';
/** In cells: how far from the expected place of a joint another one's is no longer believed. */
const NEAR = 1.8;
/** How much of what is around a person belongs into the picture. */
const MARGIN = 0.12;

export async function loadPoseModel(folder: string, threads: number): Promise<PoseModel> {
  const file = JSON.parse(await readFile(join(folder, 'pose.json'), 'utf8')) as {
    modelTopology: { node: WebNode[] };
    weightsManifest: WebManifest;
  };
  const weights = await readWebWeights(folder, file.weightsManifest);
  const bytes = convert(file.modelTopology.node, weights);
  return { session: await InferenceSession.create(bytes, sessionOptions(threads)) };
}

/** The joints of the person in a box, in fractions of the picture; a point is believed from 0.3 on. */
export async function findPose({ session }: PoseModel, picture: RawPicture, box: Box): Promise<PosePoint[]> {
  const { square, place } = await cutAround(picture, box);
  const planes = toPlanes(square, { mean: [127.5, 127.5, 127.5], deviation: [127.5, 127.5, 127.5] });
  const output = await session.run({ [INPUT]: new Tensor('float32', planes, [1, 3, SIDE, SIDE]) });
  const [heat, centre, places, offsets] = Object.values(HEADS).map(
    (name) => output[`StatefulPartitionedCall/${name}`]!.data as Float32Array,
  ) as [Float32Array, Float32Array, Float32Array, Float32Array];
  const area = CELLS * CELLS;
  const middle = bestCell((cell) => sigmoid(centre[cell]!) / (1 + Math.hypot(...fromMiddle(cell)) / CELLS));
  return POINTS.map((name, i) => {
    const y = Math.floor(middle / CELLS) + places[2 * i * area + middle]!;
    const x = (middle % CELLS) + places[(2 * i + 1) * area + middle]!;
    const cell = bestCell((at) => {
      const far = Math.hypot(Math.floor(at / CELLS) - y, (at % CELLS) - x);
      return sigmoid(heat[i * area + at]!) / (far + NEAR);
    });
    const row = Math.floor(cell / CELLS) + offsets[2 * i * area + cell]!;
    const column = (cell % CELLS) + offsets[(2 * i + 1) * area + cell]!;
    return {
      name,
      x: place.x + ((column * CELL) / SIDE) * place.width,
      y: place.y + ((row * CELL) / SIDE) * place.height,
      score: sigmoid(heat[i * area + cell]!),
    };
  });
}

/** The square around a person, grey beyond the edges of the picture, and where in the picture it lies. */
async function cutAround(picture: RawPicture, box: Box): Promise<{ square: RawPicture; place: Box }> {
  const [wide, tall] = [box.width * picture.width, box.height * picture.height];
  const side = Math.max(wide, tall) * (1 + 2 * MARGIN);
  const left = box.x * picture.width + wide / 2 - side / 2;
  const top = box.y * picture.height + tall / 2 - side / 2;
  const data = new Uint8Array(SIDE * SIDE * 3).fill(127);
  const step = side / SIDE;
  for (let y = 0; y < SIDE; y += 1) {
    const py = Math.floor(top + (y + 0.5) * step);
    if (py < 0 || py >= picture.height) continue;
    for (let x = 0; x < SIDE; x += 1) {
      const px = Math.floor(left + (x + 0.5) * step);
      if (px < 0 || px >= picture.width) continue;
      const from = (py * picture.width + px) * 3;
      data.set(picture.data.subarray(from, from + 3), (y * SIDE + x) * 3);
    }
  }
  return {
    square: { data, width: SIDE, height: SIDE },
    place: {
      x: left / picture.width,
      y: top / picture.height,
      width: side / picture.width,
      height: side / picture.height,
    },
  };
}

function fromMiddle(cell: number): [number, number] {
  return [Math.floor(cell / CELLS) - CELLS / 2, (cell % CELLS) - CELLS / 2];
}

function bestCell(worth: (cell: number) => number): number {
  let [best, most] = [0, -Infinity];
  for (let cell = 0; cell < CELLS * CELLS; cell += 1) {
    const value = worth(cell);
    if (value > most) [best, most] = [cell, value];
  }
  return best;
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/** The network up to its four heads; how a pose is read from them is `findPose`. */
function convert(all: WebNode[], learnt: WebWeights): Uint8Array {
  const byName = new Map(all.map((node) => [node.name, node]));
  const nodes: GraphNode[] = [];
  const weights: GraphWeights[] = [];
  const done = new Set([INPUT]);
  const keep = (one: GraphWeights) => {
    weights.push(one);
    return one.name;
  };
  const add = (name: string): void => {
    if (done.has(name) || learnt.has(name)) return;
    done.add(name);
    const node = byName.get(name)!;
    const inputs = node.input ?? [];
    for (const input of inputs) add(input);
    if (node.op === 'AddV2') {
      nodes.push({ op: 'Add', inputs, outputs: [name] });
    } else if (node.op === 'ResizeBilinear') {
      const scales = keep({ name: `${name}:scales`, shape: [4], data: new Float32Array([1, 1, 2, 2]) });
      const strings = { mode: 'linear', coordinate_transformation_mode: 'half_pixel' };
      nodes.push({ op: 'Resize', inputs: [inputs[0]!, '', scales], outputs: [name], strings });
    } else {
      addConvolution(node, name, inputs);
    }
  };
  const addConvolution = ({ op, attr = {} }: WebNode, name: string, [from = '', kernel = '', bias]: string[]) => {
    const isDepthwise = op.includes('Depthwise');
    const kept = toKernel(`${name}:kernel`, learnt.get(kernel)!, isDepthwise);
    const inputs = [from, keep(kept)];
    if (bias) inputs.push(keep({ name: `${name}:bias`, ...learnt.get(bias)! }));
    const stride = Number(attr['strides']?.list?.i?.[1] ?? 1);
    const after = (attr['fused_ops']?.list?.s ?? []).map(decode).find((each) => each.startsWith('Relu'));
    const raw = after ? `${name}:raw` : name;
    nodes.push({
      op: 'Conv',
      inputs,
      outputs: [raw],
      ints: { strides: [stride, stride], group: isDepthwise ? kept.shape[0]! : 1 },
      strings: { auto_pad: decode(attr['padding']?.s ?? '') === 'VALID' ? 'VALID' : 'SAME_UPPER' },
    });
    if (after === 'Relu') nodes.push({ op: 'Relu', inputs: [raw], outputs: [name] });
    if (after === 'Relu6') {
      const limits = [0, 6].map((limit) =>
        keep({ name: `${name}:${limit}`, shape: [], data: new Float32Array([limit]) }),
      );
      nodes.push({ op: 'Clip', inputs: [raw, ...limits], outputs: [name] });
    }
  };
  const outputs = Object.values(HEADS).map((head) => `StatefulPartitionedCall/${head}`);
  for (const output of outputs) add(output);
  return toOnnx({ nodes, weights, inputs: [{ name: INPUT, shape: [1, 3, SIDE, SIDE] }], outputs });
}

function decode(text: string): string {
  return Buffer.from(text, 'base64').toString();
}
