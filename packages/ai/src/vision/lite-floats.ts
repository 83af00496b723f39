import { toOnnx, type GraphNode, type GraphWeights } from '#vision/onnx-graph.ts';
import type { LiteFile, LiteOperation, LiteTensor } from '#vision/tflite-file.ts';
import { fromHalf } from '#vision/web-weights.ts';

/** The operations of the networks we use, by TensorFlow Lite's numbers. */
const ADD = 0;
const CONVOLUTION = 3;
const DEPTHWISE_CONVOLUTION = 4;
const DEQUANTIZE = 6;
const LOGISTIC = 14;
const MAX_POOL = 17;
const MULTIPLY = 18;
const RESHAPE = 22;
const RESIZE_BILINEAR = 23;
const SOFTMAX = 25;
const PAD = 34;
const TRANSPOSE = 39;
const PRELU = 54;
const TRANSPOSED_CONVOLUTION = 67;
const SUM = 74;
const RESIZE_NEAREST = 97;

/** What a step ends with, by TensorFlow Lite's numbers. */
const ENDS: Record<number, string | undefined> = { 1: 'Relu', 3: 'Clip' };
const SIX = 'six';
const ZERO = 'zero';
const TO_PLANES = [0, 3, 1, 2];
const TO_PIXELS = [0, 2, 3, 1];

/**
 * A network of floats as ONNX. Values keep their channels last, as TensorFlow has them, and are turned around every step
 * that wants planes; the runtime takes out the turns that undo each other.
 */
export function convertLiteFloats({ tensors, operations, inputs, outputs }: LiteFile): Uint8Array {
  const nodes: GraphNode[] = [];
  const weights = new Map<string, GraphWeights>();
  const [input = 0] = inputs;
  // Weights of sixteen bits are made floats by steps of their own: here they are floats from the start.
  const sources = new Map(operations.filter(({ code }) => code === DEQUANTIZE).map((one) => [one.outputs[0]!, one]));

  const floatsOf = (n: number): LiteTensor | undefined => {
    const half = sources.get(n);
    const tensor = tensors[half ? half.inputs[0]! : n]!;
    return tensor.data ? tensor : undefined;
  };
  function keep(name: string, shape: number[], data: GraphWeights['data']): string {
    if (!weights.has(name)) weights.set(name, { name, shape, data });
    return name;
  }
  const whole = (name: string, numbers: number[]) =>
    keep(name, [numbers.length], BigInt64Array.from(numbers.map(BigInt)));
  /** A value: made by a step before, or learnt. */
  function value(n: number): string {
    const learnt = floatsOf(n);
    return learnt ? keep(`w${n}`, learnt.shape, readFloats(learnt)) : String(n);
  }
  function step(op: string, from: string[], to: string, more: Partial<GraphNode> = {}): string {
    nodes.push({ op, inputs: from, outputs: [to], ...more });
    return to;
  }
  const turn = (from: string, to: string, perm: number[]) => step('Transpose', [from], to, { ints: { perm } });
  /** A step on planes: turned before, and back behind. */
  function onPlanes(op: string, [first = '', ...rest]: string[], to: string, more: Partial<GraphNode>): void {
    turn(first, `${to}:in`, TO_PLANES);
    step(op, [`${to}:in`, ...rest], `${to}:out`, more);
    turn(`${to}:out`, to, TO_PIXELS);
  }
  function kernel(n: number, order: number[]): string {
    const tensor = floatsOf(n)!;
    const { shape, data } = reorder(readFloats(tensor), tensor.shape, order);
    return keep(`k${n}`, shape, data);
  }
  function ended(to: string, end: number): string {
    const op = ENDS[end];
    if (!op) return to;
    keep(ZERO, [], Float32Array.from([0]));
    keep(SIX, [], Float32Array.from([6]));
    step(op, op === 'Clip' ? [`${to}:free`, ZERO, SIX] : [`${to}:free`], to);
    return `${to}:free`;
  }

  for (const operation of operations) {
    const { code, inputs: from, outputs: made, option } = operation;
    const [first = 0, second = 0, third] = from;
    const to = String(made[0]);
    const shape = tensors[made[0]!]!.shape;
    const start = nodes.length;
    if (code === DEQUANTIZE) continue;
    if (code === CONVOLUTION || code === DEPTHWISE_CONVOLUTION) {
      const isDeep = code === DEPTHWISE_CONVOLUTION;
      const out = ended(to, option(isDeep ? 4 : 3, 'byte', 0));
      const learnt = [kernel(second, isDeep ? [3, 0, 1, 2] : [0, 3, 1, 2])];
      if (third !== undefined && third >= 0) learnt.push(value(third));
      const far = isDeep ? 5 : 4;
      onPlanes('Conv', [value(first), ...learnt], out, {
        ints: {
          strides: [option(2, 'int', 1), option(1, 'int', 1)],
          dilations: [option(far + 1, 'int', 1), option(far, 'int', 1)],
          group: isDeep ? tensors[first]!.shape[3]! : 1,
        },
        strings: { auto_pad: padding(operation) },
      });
    } else if (code === TRANSPOSED_CONVOLUTION) {
      const learnt = [kernel(second, [3, 0, 1, 2])];
      const bias = from[3];
      if (bias !== undefined && bias >= 0) learnt.push(value(bias));
      const more = {
        ints: { strides: [option(2, 'int', 1), option(1, 'int', 1)] },
        strings: { auto_pad: padding(operation) },
      };
      onPlanes('ConvTranspose', [value(third!), ...learnt], to, more);
    } else if (code === MAX_POOL) {
      const ints = {
        strides: [option(2, 'int', 1), option(1, 'int', 1)],
        kernel_shape: [option(4, 'int', 1), option(3, 'int', 1)],
      };
      onPlanes('MaxPool', [value(first)], to, { ints, strings: { auto_pad: padding(operation) } });
    } else if (code === ADD || code === MULTIPLY) {
      const out = ended(to, option(0, 'byte', 0));
      step(code === ADD ? 'Add' : 'Mul', [value(first), value(second)], out);
    } else if (code === PRELU) {
      step('PRelu', [value(first), value(second)], to);
    } else if (code === LOGISTIC) {
      step('Sigmoid', [value(first)], to);
    } else if (code === SOFTMAX) {
      step('Softmax', [value(first)], to, { ints: { axis: shape.length - 1 } });
    } else if (code === RESHAPE) {
      step('Reshape', [value(first), whole(`${to}:shape`, shape)], to);
    } else if (code === TRANSPOSE) {
      turn(value(first), to, readInts(tensors[second]!));
    } else if (code === PAD) {
      const pads = readInts(tensors[second]!);
      const order = [...pads.filter((_, n) => n % 2 === 0), ...pads.filter((_, n) => n % 2 === 1)];
      step('Pad', [value(first), whole(`${to}:pads`, order)], to);
    } else if (code === SUM) {
      const axes = whole(`${to}:axes`, readInts(tensors[second]!));
      step('ReduceSum', [value(first), axes], to, { ints: { keepdims: option(0, 'byte', 0) } });
    } else if (code === RESIZE_BILINEAR || code === RESIZE_NEAREST) {
      const [, height = 1, width = 1, channels = 1] = shape;
      const isNearest = code === RESIZE_NEAREST;
      const isHalf = option(isNearest ? 1 : 3, 'byte', 0) === 1;
      const isAligned = option(isNearest ? 0 : 2, 'byte', 0) === 1;
      const way = isHalf ? 'half_pixel' : isAligned ? 'align_corners' : 'asymmetric';
      onPlanes('Resize', [value(first), '', '', whole(`${to}:sizes`, [1, channels, height, width])], to, {
        strings: {
          mode: isNearest ? 'nearest' : 'linear',
          coordinate_transformation_mode: way,
          ...(isNearest && { nearest_mode: isHalf ? 'round_prefer_ceil' : 'floor' }),
        },
      });
    } else {
      throw new Error(`operation ${code} has no counterpart`);
    }
    putEndLast(nodes, start, to);
  }
  return toOnnx({
    nodes,
    weights: [...weights.values()],
    inputs: [{ name: String(input), shape: tensors[input]!.shape }],
    outputs: outputs.map(String),
  });
}

/** The end of a step was written before the step itself: a graph wants them in order. */
function putEndLast(nodes: GraphNode[], start: number, to: string): void {
  const at = nodes.findIndex(({ inputs }, n) => n >= start && inputs[0] === `${to}:free`);
  if (at >= 0) nodes.push(...nodes.splice(at, 1));
}

function padding({ option }: LiteOperation): string {
  return option(0, 'byte', 0) === 0 ? 'SAME_UPPER' : 'VALID';
}

function readInts({ data }: LiteTensor): number[] {
  return [...new Int32Array(Uint8Array.from(data!).buffer)];
}

function readFloats({ data, shape }: LiteTensor): Float32Array {
  const bytes = Uint8Array.from(data!).buffer;
  const count = shape.reduce((product, size) => product * size, 1);
  return data!.length === count * 2 ? Float32Array.from(new Uint16Array(bytes), fromHalf) : new Float32Array(bytes);
}

/** The numbers of four axes with the axes in another order. */
function reorder(data: Float32Array, shape: number[], order: number[]): { shape: number[]; data: Float32Array } {
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, size) => product * size, 1));
  const to = order.map((axis) => shape[axis]!);
  const by = order.map((axis) => strides[axis]!);
  const made = new Float32Array(data.length);
  let at = 0;
  for (let a = 0; a < to[0]!; a += 1) {
    for (let b = 0; b < to[1]!; b += 1) {
      for (let c = 0; c < to[2]!; c += 1) {
        for (let d = 0; d < to[3]!; d += 1, at += 1) {
          made[at] = data[a * by[0]! + b * by[1]! + c * by[2]! + d * by[3]!]!;
        }
      }
    }
  }
  return { shape: to, data: made };
}
