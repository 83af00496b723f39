import { readFile } from 'node:fs/promises';
import { type Field, readFields, varint } from '#runtime/protobuf.ts';

type Node = { op: string; inputs: string[]; outputs: string[]; fields: Field[] };
/** Where values come from; a graph inside another sees the values of the outer one. */
type Makers = Map<string, Node>;

// Numbers of fields in onnx.proto.
const MODEL_GRAPH = 7;
const GRAPH = { node: 1, initializer: 5, output: 12 };
const VALUE_NAME = 1;
const NODE = { input: 1, output: 2, op: 4, attribute: 5 };
const ATTRIBUTE_GRAPH = 6;
const FLOAT = 1;

/**
 * A model of 8-bit steps as one that computes with full numbers, in the form of its file.
 *
 * Models are made small by rounding their weights to 256 values, and fast by rounding, at every step, what flows
 * through them too. The second costs an ear many of its errors and gains little. So each such step (quantise, multiply
 * whole numbers, scale back) becomes a plain one with the same weights, which the runtime turns into numbers once when
 * it loads them.
 *
 * Outputs that are not `wanted` go: what may be asked for is kept whole while the model runs, and keeps steps from being
 * done as one. Without the attention of its layers an ear listens for a fifth less and with half the memory.
 */
export async function withFloatSteps(path: string, wanted: string[]): Promise<Uint8Array> {
  const model = readFields(await readFile(path));
  const added = new Map<string, Buffer>();
  const parts = model.flatMap((field) => {
    if (field.number !== MODEL_GRAPH) return [field.raw];
    const graph = rewriteGraph(field.contents, new Map(), added, wanted);
    return write(MODEL_GRAPH, [...added.values(), ...graph]);
  });
  return Buffer.concat(parts);
}

function rewriteGraph(
  graph: Buffer,
  outer: Makers,
  added: Map<string, Buffer>,
  wanted: string[] | null = null,
): Buffer[] {
  const fields = readFields(graph);
  const nodes = new Map(fields.filter(({ number }) => number === GRAPH.node).map((field) => [field, readNode(field)]));
  const makers: Makers = new Map(outer);
  const takers = new Map<string, Node>();
  for (const node of nodes.values()) {
    for (const name of node.outputs) makers.set(name, node);
    for (const name of node.inputs) takers.set(name, node);
  }
  const replaced = new Map<Node, Buffer[]>();
  for (const node of nodes.values()) {
    const plain = PLAIN_OPS[node.op];
    if (plain) for (const [step, bytes] of plainStep(node, plain, { makers, takers, added })) replaced.set(step, bytes);
  }
  return fields.flatMap((field) => {
    const node = nodes.get(field);
    if (field.number === GRAPH.output && wanted && !wanted.includes(nameOf(field))) return [];
    if (!node) return [field.raw];
    return replaced.get(node) ?? write(GRAPH.node, rewriteInner(node, makers, added));
  });
}

const PLAIN_OPS: Record<string, string> = { MatMulInteger: 'MatMul', ConvInteger: 'Conv' };

type Graph = { makers: Makers; takers: Map<string, Node>; added: Map<string, Buffer> };

/**
 * The nodes of one 8-bit step and what each becomes: a value is quantised, multiplied with weights, made a float, and
 * multiplied with the product of both scales.
 */
function plainStep(node: Node, op: string, { makers, takers, added }: Graph): Map<Node, Buffer[]> {
  const [quantised = '', weights = '', , zero = ''] = node.inputs;
  const source = makers.get(quantised);
  const cast = takers.get(node.outputs[0]!);
  const scaled = cast && takers.get(cast.outputs[0]!);
  const scale = scaled && makers.get(scaled.inputs.find((name) => name !== cast.outputs[0]) ?? '');
  const weightScale = scale?.inputs.find((name) => !makers.has(name));
  const isKnown = source?.op === 'DynamicQuantizeLinear' && cast?.op === 'Cast' && scaled?.op === 'Mul';
  if (!isKnown || scale?.op !== 'Mul' || !weightScale || zero === '') return new Map();
  const full = `${weights}_full`;
  // The weights of both halves of a decoder are the same, and stand outside of them.
  added.set(full, Buffer.concat(fullWeights(full, weights, zero, weightScale)));
  const attributes = node.fields.filter(({ number }) => number === NODE.attribute).map(({ raw }) => raw);
  const plain = nodeBytes(op, [source.inputs[0]!, full], scaled.outputs[0]!, attributes);
  return new Map([
    [node, plain],
    [cast, []],
    [scaled, []],
  ]);
}

/** Nodes that compute weights from their 8-bit form; everything in them is constant, so they are run once. */
function fullWeights(name: string, weights: string, zero: string, scale: string): Buffer[] {
  const toFloat = [Buffer.concat(write(NODE.attribute, [...text(1, 'to'), ...integer(3, FLOAT), ...integer(20, 2)]))];
  return [
    ...nodeBytes('Cast', [weights], `${name}_cast`, toFloat),
    ...nodeBytes('Cast', [zero], `${name}_zero`, toFloat),
    ...nodeBytes('Sub', [`${name}_cast`, `${name}_zero`], `${name}_moved`),
    ...nodeBytes('Mul', [`${name}_moved`, scale], name),
  ];
}

/** A node as it is, except for the graphs that it may hold. */
function rewriteInner({ fields }: Node, makers: Makers, added: Map<string, Buffer>): Buffer[] {
  return fields.flatMap((field) => {
    if (field.number !== NODE.attribute) return [field.raw];
    const inner = readFields(field.contents);
    if (!inner.some(({ number }) => number === ATTRIBUTE_GRAPH)) return [field.raw];
    return write(
      NODE.attribute,
      inner.flatMap(({ number, contents, raw }) =>
        number === ATTRIBUTE_GRAPH ? write(number, rewriteGraph(contents, makers, added)) : [raw],
      ),
    );
  });
}

function nameOf({ contents }: Field): string {
  return (
    readFields(contents)
      .find(({ number }) => number === VALUE_NAME)
      ?.contents.toString() ?? ''
  );
}

function readNode({ contents }: Field): Node {
  const fields = readFields(contents);
  const texts = (wanted: number) =>
    fields.filter(({ number }) => number === wanted).map((field) => field.contents.toString());
  return { op: texts(NODE.op)[0] ?? '', inputs: texts(NODE.input), outputs: texts(NODE.output), fields };
}

function nodeBytes(op: string, inputs: string[], output: string, attributes: Buffer[] = []): Buffer[] {
  const names = inputs.flatMap((name) => text(NODE.input, name));
  return write(GRAPH.node, [...names, ...text(NODE.output, output), ...text(NODE.op, op), ...attributes]);
}

function write(number: number, contents: Buffer[]): Buffer[] {
  const length = contents.reduce((sum, part) => sum + part.length, 0);
  return [varint(number * 8 + 2), varint(length), ...contents];
}

function text(number: number, value: string): Buffer[] {
  return write(number, [Buffer.from(value)]);
}

function integer(number: number, value: number): Buffer[] {
  return [varint(number * 8), varint(value)];
}
