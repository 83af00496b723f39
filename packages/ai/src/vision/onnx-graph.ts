import { varint } from '#runtime/protobuf.ts';

/** A step of a network: an operation on named values. */
export type GraphNode = {
  op: string;
  /** Whose operation it is; the standard's where nothing is said. */
  domain?: string;
  inputs: string[];
  outputs: string[];
  ints?: Record<string, number | number[]>;
  floats?: Record<string, number>;
  strings?: Record<string, string>;
};

/** Numbers a network has learnt: at hand, or floats that are left where they stand in a file. */
export type GraphWeights = {
  name: string;
  shape: number[];
  data: Float32Array | BigInt64Array | Int32Array | Uint8Array | Left;
};
type Left = { file: string; from: number; bytes: number };

export type GraphInput = { name: string; shape: (number | string)[]; isWhole?: boolean };

export type Graph = {
  nodes: GraphNode[];
  weights: GraphWeights[];
  inputs: GraphInput[];
  outputs: string[];
};

const FLOAT = 1;
const UINT8 = 2;
const INT32 = 6;
const INT64 = 7;
const IR_VERSION = 8;
const OPSET = 17;

/** Pieces of a file, put together once all are known: a network is tens of megabytes, and messages lie in messages. */
type Parts = Uint8Array[];

/** The graph in the form of an ONNX file; the numbers of fields are those of onnx.proto. */
export function toOnnx({ nodes, weights, inputs, outputs }: Graph): Uint8Array {
  const graph = [
    ...nodes.flatMap((node) => message(1, nodeParts(node))),
    ...text(2, 'graph'),
    ...weights.flatMap((each) => message(5, tensorParts(each))),
    ...inputs.flatMap((input) => message(11, inputParts(input))),
    ...outputs.flatMap((name) => message(12, [...text(1, name), ...message(2, message(1, number(1, FLOAT)))])),
  ];
  const others = new Set(nodes.flatMap(({ domain }) => domain ?? []));
  return Buffer.concat([
    ...number(1, IR_VERSION),
    ...message(7, graph),
    ...message(8, [...text(1, ''), ...number(2, OPSET)]),
    ...Array.from(others, (domain) => message(8, [...text(1, domain), ...number(2, 1)])).flat(),
  ]);
}

function inputParts({ name, shape, isWhole }: GraphInput): Parts {
  const sizes = shape.flatMap((size) => message(1, typeof size === 'number' ? number(1, size) : text(2, size)));
  const type = [...number(1, isWhole ? INT64 : FLOAT), ...message(2, sizes)];
  return [...text(1, name), ...message(2, message(1, type))];
}

function nodeParts({ op, domain, inputs, outputs, ints = {}, floats = {}, strings = {} }: GraphNode): Parts {
  const attributes = [
    ...Object.entries(ints).map(([name, value]) =>
      Array.isArray(value)
        ? [...text(1, name), ...value.flatMap((each) => number(8, each)), ...number(20, 7)]
        : [...text(1, name), ...number(3, value), ...number(20, 2)],
    ),
    ...Object.entries(floats).map(([name, value]) => [...text(1, name), ...float(2, value), ...number(20, 1)]),
    ...Object.entries(strings).map(([name, value]) => [...text(1, name), ...text(4, value), ...number(20, 3)]),
  ];
  return [
    ...inputs.flatMap((name) => text(1, name)),
    ...outputs.flatMap((name) => text(2, name)),
    ...text(4, op),
    ...attributes.flatMap((parts) => message(5, parts)),
    ...(domain === undefined ? [] : text(7, domain)),
  ];
}

function tensorParts({ name, shape, data }: GraphWeights): Parts {
  const about = [...shape.flatMap((size) => number(1, size)), ...text(8, name)];
  if ('file' in data) return [...about, ...number(2, FLOAT), ...leftIn(data)];
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return [...about, ...number(2, typeOf(data)), ...message(9, [bytes])];
}

function leftIn({ file, from, bytes }: Left): Parts {
  const pairs = Object.entries({ location: file, offset: String(from), length: String(bytes) });
  return [...pairs.flatMap(([key, value]) => message(13, [...text(1, key), ...text(2, value)])), ...number(14, 1)];
}

function typeOf(data: Exclude<GraphWeights['data'], Left>): number {
  if (data instanceof Float32Array) return FLOAT;
  if (data instanceof Uint8Array) return UINT8;
  return data instanceof Int32Array ? INT32 : INT64;
}

function message(field: number, parts: Parts): Parts {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return [varint(field * 8 + 2), varint(length), ...parts];
}

function text(field: number, value: string): Parts {
  return message(field, [Buffer.from(value)]);
}

function number(field: number, value: number): Parts {
  return [varint(field * 8), value < 0 ? negative(value) : varint(value)];
}

function float(field: number, value: number): Parts {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return [varint(field * 8 + 5), bytes];
}

/** As 64 bits of two's complement: ten bytes of seven each. */
function negative(value: number): Uint8Array {
  const bits = BigInt.asUintN(64, BigInt(value));
  return Uint8Array.from({ length: 10 }, (_, n) => Number((bits >> BigInt(7 * n)) & 127n) | (n < 9 ? 128 : 0));
}
