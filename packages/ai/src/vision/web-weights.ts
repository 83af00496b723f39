import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GraphWeights } from '#vision/onnx-graph.ts';

/** How TensorFlow.js says what its files of numbers hold. */
export type WebManifest = { paths: string[]; weights: WebWeight[] }[];
type WebWeight = {
  name: string;
  shape: number[];
  dtype: 'float32' | 'int32';
  quantization?: { dtype: 'uint8' | 'float16'; scale?: number; min?: number };
};

/** What a network has learnt, by name; channels are last, as TensorFlow has them. */
export type WebWeights = Map<string, { shape: number[]; data: Float32Array }>;

/** The numbers of a network that is kept in the form of TensorFlow.js. */
export async function readWebWeights(folder: string, manifest: WebManifest): Promise<WebWeights> {
  const found: WebWeights = new Map();
  for (const { paths, weights } of manifest) {
    const bytes = Buffer.concat(await Promise.all(paths.map((path) => readFile(join(folder, path)))));
    let at = 0;
    for (const { name, shape, dtype, quantization } of weights) {
      const count = shape.reduce((product, size) => product * size, 1);
      const size = quantization ? (quantization.dtype === 'uint8' ? 1 : 2) : 4;
      const raw = Uint8Array.from(bytes.subarray(at, at + count * size));
      if (raw.length < count * size) throw new Error(`${name} is cut off`);
      at += count * size;
      found.set(name, { shape, data: toFloats(raw, dtype, quantization) });
    }
  }
  return found;
}

function toFloats(raw: Uint8Array, dtype: WebWeight['dtype'], how: WebWeight['quantization']): Float32Array {
  if (!how) return dtype === 'int32' ? Float32Array.from(new Int32Array(raw.buffer)) : new Float32Array(raw.buffer);
  if (how.dtype === 'float16') return Float32Array.from(new Uint16Array(raw.buffer), fromHalf);
  const { scale = 1, min = 0 } = how;
  return Float32Array.from(raw, (value) => value * scale + min);
}

/** A number of sixteen bits: a sign, five bits of exponent, ten of fraction. */
export function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** The kernel of a convolution (rows, columns, from, to) as ONNX has it; of a depthwise one `to` is 1. */
export function toKernel(
  name: string,
  { shape: [height = 1, width = 1, from = 1, to = 1], data }: { shape: number[]; data: Float32Array },
  isDepthwise: boolean,
): GraphWeights {
  const planes = new Float32Array(data.length);
  let at = 0;
  for (let place = 0; place < height * width; place += 1) {
    for (let input = 0; input < from; input += 1) {
      for (let output = 0; output < to; output += 1, at += 1) {
        const filter = isDepthwise ? input : output * from + input;
        planes[filter * height * width + place] = data[at]!;
      }
    }
  }
  return { name, shape: isDepthwise ? [from, 1, height, width] : [to, from, height, width], data: planes };
}
