import { lengthField, varint } from '#runtime/protobuf.ts';

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

export type Graph = {
  nodes: GraphNode[];
  weights: GraphWeights[];
  input: { name: string; shape: (number | string)[]; isWhole?: boolean };
  outputs: string[];
};

const FLOAT = 1;
const UINT8 = 2;
const INT32 = 6;
const INT64 = 7;
const IR_VERSION = 8;
const OPSET = 17;

/** The graph in the form of an ONNX file; the numbers of fields are those of onnx.proto. */
export function toOnnx({ nodes, weights, input, outputs }: Graph): Uint8Array {
  const dims = input.shape.map((size) =>
    typeof size === 'number' ? message(1, number(1, size)) : message(1, text(2, size)),
  );
  const graph = [
    ...nodes.map((node) => message(1, nodeBytes(node))),
    text(2, 'graph'),
    ...weights.map((each) => message(5, tensorBytes(each))),
    message(11, [
      text(1, input.name),
      message(2, [message(1, [number(1, input.isWhole ? INT64 : FLOAT), message(2, dims)])]),
    ]),
    ...outputs.map((name) => message(12, [text(1, name), message(2, [message(1, [number(1, FLOAT)])])])),
  ];
  const others = new Set(nodes.flatMap(({ domain }) => domain ?? []));
  return Buffer.concat([
    number(1, IR_VERSION),
    message(7, graph),
    message(8, [text(1, ''), number(2, OPSET)]),
    ...[...others].map((domain) => message(8, [text(1, domain), number(2, 1)])),
  ]);
}

function nodeBytes({ op, domain, inputs, outputs, ints = {}, floats = {}, strings = {} }: GraphNode): Buffer[] {
  const attributes = [
    ...Object.entries(ints).map(([name, value]) =>
      Array.isArray(value)
        ? [text(1, name), ...value.map((each) => number(8, each)), number(20, 7)]
        : [text(1, name), number(3, value), number(20, 2)],
    ),
    ...Object.entries(floats).map(([name, value]) => [text(1, name), float(2, value), number(20, 1)]),
    ...Object.entries(strings).map(([name, value]) => [text(1, name), text(4, value), number(20, 3)]),
  ];
  return [
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, op),
    ...attributes.map((parts) => message(5, parts)),
    ...(domain === undefined ? [] : [text(7, domain)]),
  ];
}

function tensorBytes({ name, shape, data }: GraphWeights): Buffer[] {
  const about = [...shape.map((size) => number(1, size)), text(8, name)];
  if ('file' in data) return [...about, number(2, FLOAT), ...leftIn(data)];
  return [...about, number(2, typeOf(data)), message(9, Buffer.from(data.buffer, data.byteOffset, data.byteLength))];
}

function leftIn({ file, from, bytes }: Left): Buffer[] {
  const pairs = Object.entries({ location: file, offset: String(from), length: String(bytes) });
  return [...pairs.map(([key, value]) => message(13, [text(1, key), text(2, value)])), number(14, 1)];
}

function typeOf(data: Exclude<GraphWeights['data'], Left>): number {
  if (data instanceof Float32Array) return FLOAT;
  if (data instanceof Uint8Array) return UINT8;
  return data instanceof Int32Array ? INT32 : INT64;
}

function message(field: number, contents: Buffer | Buffer[]): Buffer {
  return lengthField(field, Array.isArray(contents) ? Buffer.concat(contents) : contents);
}

function text(field: number, value: string): Buffer {
  return message(field, Buffer.from(value));
}

function number(field: number, value: number): Buffer {
  if (value < 0) return Buffer.concat([varint(field * 8), negative(value)]);
  return Buffer.concat([varint(field * 8), varint(value)]);
}

function float(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([varint(field * 8 + 5), bytes]);
}

/** As 64 bits of two's complement: ten bytes of seven each. */
function negative(value: number): Buffer {
  const bits = BigInt.asUintN(64, BigInt(value));
  return Buffer.from(Array.from({ length: 10 }, (_, n) => Number((bits >> BigInt(7 * n)) & 127n) | (n < 9 ? 128 : 0)));
}
