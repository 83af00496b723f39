import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { lengthField, readFields, readHead, varint } from '#runtime/protobuf.ts';

/** Where a field is in a file: all of it from `start`, its contents from `from`, both to `to`. */
type Place = { number: number; start: number; from: number; to: number };
type Node = { op: string; inputs: string[]; outputs: string[]; raw: Buffer };

// Numbers of fields in onnx.proto.
const MODEL_GRAPH = 7;
const GRAPH = { node: 1, initializer: 5, input: 11, output: 12 };
const NODE = { input: 1, output: 2, op: 4, attribute: 5 };
const TENSOR = { raw: 9, external: 13, location: 14 };
const HEAD_MOST = 20;
/** Shorter weights are cheaper to hold than to look up. */
const HELD_MOST = 1024;

/**
 * The network that finds things (U²-Net), as a graph whose weights stay in its file, from where they are read where they are needed:
 * a quarter of a gigabyte less than reading the file whole.
 *
 * The file takes 320 × 320 pixels, and works out from these how much larger each step is than the one before. Those are powers of two,
 * and written down here instead: now it takes whatever is a multiple of 32 to a side, and the runtime keeps values in
 * the order that its multiplications want, where it turned them back for each enlargement.
 */
export function thingGraph(path: string): Uint8Array {
  const file = openSync(path, 'r');
  try {
    return Buffer.concat(
      placesIn(file, 0, fstatSync(file).size).map((place) =>
        place.number === MODEL_GRAPH ? lengthField(MODEL_GRAPH, graphOf(file, path, place)) : bytesOf(file, place),
      ),
    );
  } finally {
    closeSync(file);
  }
}

function graphOf(file: number, path: string, { from, to }: Place): Buffer {
  const places = placesIn(file, from, to);
  const of = (number: number) => places.filter((place) => place.number === number);
  const [input, output] = [of(GRAPH.input)[0]!, of(GRAPH.output)[0]!].map((place) => nameOf(bytesOf(file, place)));
  const nodes = enlargedByScales(of(GRAPH.node).map((place) => readNode(bytesOf(file, place))));
  return Buffer.concat([
    ...neededFor(output!, nodes).map(({ raw }) => raw),
    ...SCALES.map((scale) => scaleTensor(scale)),
    ...of(GRAPH.initializer).map((place) => leftInFile(file, path, place)),
    valueOf(GRAPH.input, input!, [1, 3, 'height', 'width']),
    valueOf(GRAPH.output, output!, [1, 1, 'height', 'width']),
  ]);
}

const SCALES = [2, 4, 8, 16, 32];

/** Between stages everything is enlarged twice; what the coarser stages say by themselves, twice, four times and so on. */
function enlargedByScales(nodes: Node[]): Node[] {
  const makers = new Map(nodes.flatMap((node) => node.outputs.map((name) => [name, node.op])));
  let said = 0;
  return nodes.map((node) => {
    if (node.op !== 'Resize') return node;
    const [value = '', region = ''] = node.inputs;
    const scale = makers.get(value) === 'Conv' ? SCALES[said++]! : 2;
    // As PyTorch places pixels, except where the result is a single one: the name that the runtime has a quicker way for.
    const attributes = [textAttribute('mode', 'linear'), textAttribute('coordinate_transformation_mode', 'half_pixel')];
    return buildNode('Resize', [value, region, scaleName(scale)], node.outputs, attributes);
  });
}

/** Steps whose results nobody asks for any more would still be taken. */
function neededFor(output: string, nodes: Node[]): Node[] {
  const wanted = new Set([output]);
  const needed = nodes.toReversed().filter(({ inputs, outputs }) => {
    const isNeeded = outputs.some((name) => wanted.has(name));
    if (isNeeded) for (const name of inputs) wanted.add(name);
    return isNeeded;
  });
  return needed.toReversed();
}

function scaleName(scale: number): string {
  return `enlarged_${scale}`;
}

function scaleTensor(scale: number): Buffer {
  const data = Buffer.from(Float32Array.of(1, 1, scale, scale).buffer);
  const about = [integer(1, 4), integer(2, 1), lengthField(8, Buffer.from(scaleName(scale)))];
  return lengthField(GRAPH.initializer, Buffer.concat([...about, lengthField(TENSOR.raw, data)]));
}

function leftInFile(file: number, path: string, place: Place): Buffer {
  const parts = placesIn(file, place.from, place.to);
  const raw = parts.find(({ number }) => number === TENSOR.raw);
  if (!raw || raw.to - raw.from < HELD_MOST) return bytesOf(file, place);
  const about = { location: basename(path), offset: String(raw.from), length: String(raw.to - raw.from) };
  const pairs = Object.entries(about).map(([key, value]) =>
    lengthField(TENSOR.external, Buffer.concat([lengthField(1, Buffer.from(key)), lengthField(2, Buffer.from(value))])),
  );
  const others = parts.filter((part) => part !== raw).map((part) => bytesOf(file, part));
  return lengthField(GRAPH.initializer, Buffer.concat([...others, ...pairs, integer(TENSOR.location, 1)]));
}

function valueOf(field: number, name: string, shape: (number | string)[]): Buffer {
  const sides = shape.map((size) =>
    lengthField(1, typeof size === 'number' ? integer(1, size) : lengthField(2, Buffer.from(size))),
  );
  const type = lengthField(1, Buffer.concat([integer(1, 1), lengthField(2, Buffer.concat(sides))]));
  return lengthField(field, Buffer.concat([lengthField(1, Buffer.from(name)), lengthField(2, type)]));
}

function buildNode(op: string, inputs: string[], outputs: string[], attributes: Buffer[]): Node {
  const fields = [
    ...inputs.map((name) => lengthField(NODE.input, Buffer.from(name))),
    ...outputs.map((name) => lengthField(NODE.output, Buffer.from(name))),
    lengthField(NODE.op, Buffer.from(op)),
    ...attributes,
  ];
  return { op, inputs, outputs, raw: lengthField(GRAPH.node, Buffer.concat(fields)) };
}

function textAttribute(name: string, value: string): Buffer {
  const fields = [lengthField(1, Buffer.from(name)), lengthField(4, Buffer.from(value)), integer(20, 3)];
  return lengthField(NODE.attribute, Buffer.concat(fields));
}

function readNode(raw: Buffer): Node {
  const fields = readFields(readFields(raw)[0]!.contents);
  const texts = (wanted: number) =>
    fields.filter(({ number }) => number === wanted).map(({ contents }) => contents.toString());
  return { op: texts(NODE.op)[0] ?? '', inputs: texts(NODE.input), outputs: texts(NODE.output), raw };
}

/** The name of an input or an output of the graph. */
function nameOf(raw: Buffer): string {
  return readFields(readFields(raw)[0]!.contents)[0]!.contents.toString();
}

function integer(number: number, value: number): Buffer {
  return Buffer.concat([varint(number * 8), varint(value)]);
}

function bytesOf(file: number, { start, to }: Pick<Place, 'start' | 'to'>): Buffer {
  const bytes = Buffer.alloc(to - start);
  return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start));
}

/** The fields of a message in a file, of which only the heads are read. */
function placesIn(file: number, from: number, to: number): Place[] {
  const places: Place[] = [];
  for (let start = from; start < to;) {
    const head = bytesOf(file, { start, to: Math.min(to, start + HEAD_MOST) });
    const { number, from: begin, to: end } = readHead(head, 0);
    places.push({ number, start, from: start + begin, to: start + end });
    start += end;
  }
  return places;
}
