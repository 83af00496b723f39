import { toOnnx, type GraphNode, type GraphWeights } from '#vision/onnx-graph.ts';
import type { LiteFile, LiteOperation, LiteTensor } from '#vision/tflite-file.ts';

/** The operations of the networks we use, by TensorFlow Lite's numbers. */
const ADD = 0;
const AVERAGE_POOL = 1;
const CONCATENATION = 2;
const CONVOLUTION = 3;
const DEPTHWISE_CONVOLUTION = 4;
const MAX_POOL = 17;
const RESIZE_NEAREST = 97;
const QUANTIZE = 114;

const PICTURE = 'picture';
/** Signed numbers of eight bits are moved up by so many: of signed weights x64 without VNNI loses the highest sums. */
const UNSIGNED = 128;

/**
 * The part of a convolutional network of eight-bit numbers that leads to `outputs` (numbers of tensors) as ONNX, so that
 * one runtime runs everything. Every value is rounded to the eight bits it has in the file, and back; the runtime makes
 * one step of whole numbers of what stands between, at a third of the cost of floats.
 *
 * TensorFlow keeps the channels of a pixel together, ONNX keeps planes: here values have their channels second.
 */
export function convertLiteFile({ tensors, operations, inputs }: LiteFile, outputs: number[]): Uint8Array {
  const nodes: GraphNode[] = [];
  const weights: GraphWeights[] = [];
  const makers = new Map(operations.flatMap((operation) => operation.outputs.map((output) => [output, operation])));
  const done = new Set(inputs);
  const [input = 0] = inputs;

  function keep(name: string, shape: number[], data: GraphWeights['data']): string {
    weights.push({ name, shape, data });
    return name;
  }

  /** What the whole numbers of a tensor stand for: scales, and the numbers that stand for zero. */
  function scaleOf(name: string, { type, scales, zeros }: LiteTensor): string[] {
    const shape = scales.length === 1 ? [] : [scales.length];
    const scale = keep(`${name}:scale`, shape, Float32Array.from(scales));
    if (type === 'int32') return [scale];
    const shift = type === 'int8' ? UNSIGNED : 0;
    const zero = Uint8Array.from(scales, (_, i) => (zeros[i] ?? zeros[0] ?? 0) + shift);
    return [scale, keep(`${name}:zero`, shape, zero)];
  }

  function round(from: string, to: number): void {
    const scale = scaleOf(`${to}`, tensors[to]!);
    nodes.push({ op: 'QuantizeLinear', inputs: [from, ...scale], outputs: [`${to}:whole`] });
    nodes.push({ op: 'DequantizeLinear', inputs: [`${to}:whole`, ...scale], outputs: [`${to}`] });
  }

  /** A weight as the file has it; each place of its first axis may have a scale of its own. */
  function weight(name: string, tensor: LiteTensor, shape: number[]): string {
    const whole = keep(`${name}:whole`, shape, toPlanesFirst(wholeNumbers(tensor), tensor.shape));
    nodes.push({
      op: 'DequantizeLinear',
      inputs: [whole, ...scaleOf(name, tensor)],
      outputs: [name],
      ints: { axis: 0 },
    });
    return name;
  }

  function add(output: number): void {
    if (done.has(output)) return;
    done.add(output);
    const operation = makers.get(output)!;
    for (const from of operation.inputs) if (makers.has(from)) add(from);
    nodes.push({ ...translate(operation, output), outputs: [`${output}:raw`] });
    round(`${output}:raw`, output);
  }

  function translate(operation: LiteOperation, output: number): Omit<GraphNode, 'outputs'> {
    const { code, inputs: from, option } = operation;
    const values = from.map(String);
    switch (code) {
      case CONVOLUTION:
      case DEPTHWISE_CONVOLUTION: {
        const kernel = tensors[from[1]!]!;
        const [first = 1, height = 1, width = 1, last = 1] = kernel.shape;
        const isDepthwise = code === DEPTHWISE_CONVOLUTION;
        const shape = isDepthwise ? [last, 1, height, width] : [first, last, height, width];
        const bias = tensors[from[2]!]!;
        return {
          op: 'Conv',
          inputs: [values[0]!, weight(`${output}:kernel`, kernel, shape), weight(`${output}:bias`, bias, bias.shape)],
          ints: { strides: [option(2, 'int', 1), option(1, 'int', 1)], group: isDepthwise ? last : 1 },
          strings: { auto_pad: padding(operation) },
        };
      }
      case AVERAGE_POOL:
      case MAX_POOL:
        return {
          op: code === MAX_POOL ? 'MaxPool' : 'AveragePool',
          inputs: values,
          ints: {
            strides: [option(2, 'int', 1), option(1, 'int', 1)],
            kernel_shape: [option(4, 'int', 1), option(3, 'int', 1)],
          },
          strings: { auto_pad: padding(operation) },
        };
      case CONCATENATION:
        return { op: 'Concat', inputs: values, ints: { axis: 1 } };
      case ADD:
        return { op: 'Add', inputs: values };
      case RESIZE_NEAREST: {
        const [, height = 1, width = 1, channels = 1] = tensors[output]!.shape;
        const sizes = BigInt64Array.from([1, channels, height, width].map(BigInt));
        const isHalf = option(1, 'byte', 0) === 1;
        return {
          op: 'Resize',
          inputs: [values[0]!, '', '', keep(`${output}:sizes`, [4], sizes)],
          strings: {
            mode: 'nearest',
            coordinate_transformation_mode: isHalf ? 'half_pixel' : 'asymmetric',
            nearest_mode: isHalf ? 'round_prefer_ceil' : 'floor',
          },
        };
      }
      case QUANTIZE:
        return { op: 'Identity', inputs: values };
      default:
        throw new Error(`operation ${code} has no counterpart`);
    }
  }

  round(PICTURE, input);
  for (const output of outputs) add(output);
  const [, height = 1, width = 1, channels = 3] = tensors[input]!.shape;
  return toOnnx({
    nodes,
    weights,
    inputs: [{ name: PICTURE, shape: [1, channels, height, width] }],
    outputs: outputs.map(String),
  });
}

/** Both kinds of convolution and pooling have it first; 0 is "same", and TensorFlow puts the odd pixel behind. */
function padding({ option }: LiteOperation): string {
  return option(0, 'byte', 0) === 0 ? 'SAME_UPPER' : 'VALID';
}

function wholeNumbers({ type, data }: LiteTensor): Uint8Array | Int32Array {
  if (!data) throw new Error('a weight without data');
  const bytes = Uint8Array.from(data);
  if (type === 'int32') return new Int32Array(bytes.buffer);
  return type === 'int8' ? bytes.map((byte) => byte ^ UNSIGNED) : bytes;
}

/** From filter, row, column, channel to filter, channel, row, column; a depthwise kernel has but one "filter". */
function toPlanesFirst<Numbers extends Uint8Array | Int32Array>(data: Numbers, shape: number[]): Numbers {
  const [filters = 1, height = 1, width = 1, channels = 1] = shape;
  const planes = data.slice() as Numbers;
  let at = 0;
  for (let filter = 0; filter < filters; filter += 1) {
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        for (let channel = 0; channel < channels; channel += 1, at += 1) {
          planes[((filter * channels + channel) * height + y) * width + x] = data[at]!;
        }
      }
    }
  }
  return planes;
}
