import { floatsOf, type Learnt, readOnnxWeights } from '#runtime/onnx-weights.ts';

/** Numbers of 8 bits that stand for others: each less `zero`, times `scale`. */
export type Rounded = { shape: number[]; bytes: Uint8Array; zero: number; scale: number };

/** What a part of an ear has learnt, by the names its parts had when it was taught. */
export type EarWeights = {
  layers: number;
  width: number;
  plain(name: string): { shape: number[]; data: Float32Array };
  rounded(place: string): Rounded;
};

const INT8 = 3;
/** Steps on weights of 8 bits, named by where they stand: `/layers.0/self_attn/q_proj/MatMul_quant`. */
const ROUNDED_STEPS = ['MatMulInteger', 'ConvInteger'];

/** Reads the weights of a model file and leaves its steps: the same numbers are worth less work than they describe. */
export async function readEarWeights(path: string): Promise<EarWeights> {
  const { learnt: all, steps } = await readOnnxWeights(path);
  const learnt = new Map(Array.from(all, ([name, each]) => [nameOf(name), each]));
  const names = new Map(
    steps
      .filter(({ op }) => ROUNDED_STEPS.includes(op))
      .map(({ name, inputs }) => [placeOf(name), nameOf(inputs[1] ?? '')]),
  );

  function find(name: string): Learnt {
    const found = learnt.get(name);
    if (!found) throw new Error(`${path} has no ${name}`);
    return found;
  }

  return {
    layers: Array.from(names.keys()).filter((place) => /^layers\.\d+\.fc1$/.test(place)).length,
    width: find('layer_norm.weight').shape[0]!,
    plain: (name) => ({ shape: find(name).shape, data: floatsOf(find(name)) }),
    rounded(place) {
      const name = names.get(place) ?? `${place}.weight_quantized`;
      const { shape, type, bytes } = find(name);
      const [scale = 1] = floatsOf(find(name.replace('_quantized', '_scale')));
      const [zero = 0] = find(name.replace('_quantized', '_zero_point')).bytes;
      // Moved by 128, numbers with a sign are numbers without.
      if (type !== INT8) return { shape, bytes, zero, scale };
      return { shape, bytes: bytes.map((byte) => byte ^ 128), zero: zero ^ 128, scale };
    },
  };
}

function nameOf(name: string): string {
  return name.replace('model.decoder.', '').replace('_merged_0', '');
}

function placeOf(step: string): string {
  const parts = step.replace(/^\/(?:model\/decoder\/)?/, '').split('/');
  return parts.slice(0, -1).join('.');
}
