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

/**
 * The part of a convolutional network that leads to `outputs` (numbers of tensors) as ONNX, so that one runtime runs
 * everything. Eight-bit weights become floats, and each value is held within the range its eight bits can express,
 * which is how such networks are trained to apply their activation.
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

  function add(output: number): void {
    if (done.has(output)) return;
    done.add(output);
    const operation = makers.get(output)!;
    for (const from of operation.inputs) if (makers.has(from)) add(from);
    const tensor = tensors[output]!;
    const range = rangeOf(tensor);
    const raw = range ? `${output}:raw` : `${output}`;
    nodes.push({ ...translate(operation, output), outputs: [raw] });
    if (!range) return;
    const limits = range.map((limit, i) => keep(`${output}:limit${i}`, [], new Float32Array([limit])));
    nodes.push({ op: 'Clip', inputs: [raw, ...limits], outputs: [`${output}`] });
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
          inputs: [
            values[0]!,
            keep(`${output}:kernel`, shape, toPlanesFirst(toFloats(kernel, isDepthwise ? 3 : 0), kernel.shape)),
            keep(`${output}:bias`, bias.shape, toFloats(bias, 0)),
          ],
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

  for (const output of outputs) add(output);
  const [, height = 1, width = 1, channels = 3] = tensors[input]!.shape;
  return toOnnx({
    nodes,
    weights,
    input: { name: `${input}`, shape: [1, channels, height, width] },
    outputs: outputs.map(String),
  });
}

/** Both kinds of convolution and pooling have it first; 0 is "same", and TensorFlow puts the odd pixel behind. */
function padding({ option }: LiteOperation): string {
  return option(0, 'byte', 0) === 0 ? 'SAME_UPPER' : 'VALID';
}

/** What the eight bits of a value can express. */
function rangeOf({ type, scales, zeros }: LiteTensor): [number, number] | undefined {
  const lowest = type === 'uint8' ? 0 : type === 'int8' ? -128 : undefined;
  if (lowest === undefined || scales.length !== 1) return undefined;
  return [(lowest - zeros[0]!) * scales[0]!, (lowest + 255 - zeros[0]!) * scales[0]!];
}

/** The numbers that whole ones stand for; `axis` is the one that has a scale for each place. */
function toFloats({ type, shape, data, scales, zeros }: LiteTensor, axis: number): Float32Array {
  if (!data) throw new Error('a weight without data');
  const bytes = Uint8Array.from(data);
  const numbers =
    type === 'float32'
      ? new Float32Array(bytes.buffer)
      : type === 'int32'
        ? new Int32Array(bytes.buffer)
        : type === 'int8'
          ? new Int8Array(bytes.buffer)
          : bytes;
  if (numbers instanceof Float32Array) return numbers;
  const step = shape.slice(axis + 1).reduce((product, size) => product * size, 1);
  const places = scales.length === 1 ? 1 : (shape[axis] ?? 1);
  const floats = new Float32Array(numbers.length);
  // Tens of millions of numbers: a plain loop takes a fifth of the time that Float32Array.from does.
  for (let i = 0; i < numbers.length; i += 1) {
    const place = places === 1 ? 0 : Math.floor(i / step) % places;
    floats[i] = (numbers[i]! - (zeros[place] ?? 0)) * scales[place]!;
  }
  return floats;
}

/** From filter, row, column, channel to filter, channel, row, column; a depthwise kernel has but one "filter". */
function toPlanesFirst(data: Float32Array, [filters = 1, height = 1, width = 1, channels = 1]: number[]): Float32Array {
  const planes = new Float32Array(data.length);
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
