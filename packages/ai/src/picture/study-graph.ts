import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readOrtFile } from '#runtime/ort-file.ts';
import { type GraphNode, type GraphWeights, toOnnx } from '#vision/onnx-graph.ts';

type Size = (number | string)[];

/**
 * The network that looks at a picture (the encoder of SAM 2), as a graph whose weights stay in its file.
 *
 * The file writes attention down in eight steps, one of which is every part of the picture against every other: 268 MB, and as
 * much again for its softmax. The runtime has a step that never holds it whole. Its result is the same to the sixth digit.
 */
export function studyGraph(path: string, size: Size): Uint8Array {
  const { nodes, weights, inputs, outputs } = readOrtFile(readFileSync(path), basename(path));
  const held = new Map(weights.map((each) => [each.name, each]));
  const shorter = withShortAttention(nodes, held);
  const wanted = new Set(shorter.flatMap((node) => node.inputs));
  return toOnnx({
    nodes: shorter,
    weights: [...weights, AS_ONE].filter(({ name }) => wanted.has(name)),
    inputs: [{ name: inputs[0]!, shape: size }],
    outputs,
  });
}

type Held = Map<string, GraphWeights>;

/** All heads of a place in one row. */
const AS_ONE: GraphWeights = { name: 'heads_as_one', shape: [3], data: BigInt64Array.of(0n, 0n, -1n) };

/**
 * Attention is known by its softmax: before it questions and keys, each turned to heads and scaled, are multiplied; after it values
 * are, and turned back.
 */
function withShortAttention(nodes: GraphNode[], held: Held): GraphNode[] {
  const { maker, takers } = linksOf(nodes);
  const gone = new Set<GraphNode>();
  const instead = new Map<GraphNode, GraphNode[]>();
  for (const softmax of nodes.filter(({ op }) => op === 'Softmax')) {
    const product = maker(softmax.inputs[0], 'MatMul');
    const scaled = product.inputs.map((name) => maker(name, 'Mul'));
    const [sum] = takers(softmax.outputs[0]!);
    const [back] = takers(sum?.outputs[0] ?? '');
    if (sum?.op !== 'MatMul' || back?.op !== 'Transpose') throw new Error('Attention without values');
    const turned = [...scaled.map(({ inputs }) => inputs[0]), sum.inputs[1]].map((name) => maker(name, 'Transpose'));
    const three = turned.map(({ inputs }) => inputs[0]!);
    // They were made at once: in rows of places, of these three, and of heads.
    const made = maker(maker(maker(three[2], 'Squeeze').inputs[0], 'Split').inputs[0], 'Reshape');
    const num_heads = Number(longsOf(held, made.inputs[1])[3]);
    const attention: GraphNode = {
      op: 'MultiHeadAttention',
      domain: 'com.microsoft',
      inputs: three.map((name) => `${name}_as_one`),
      outputs: back.outputs,
      ints: { num_heads },
      floats: { scale: scaled.reduce((all, { inputs }) => all * numberOf(held, inputs[1]), 1) },
    };
    for (const node of [softmax, product, ...scaled, sum, ...turned]) gone.add(node);
    instead.set(back, [
      ...three.map((name): GraphNode => ({ op: 'Reshape', inputs: [name, AS_ONE.name], outputs: [`${name}_as_one`] })),
      attention,
    ]);
  }
  return replaced(nodes, gone, instead);
}

function replaced(nodes: GraphNode[], gone: Set<GraphNode>, instead: Map<GraphNode, GraphNode[]>): GraphNode[] {
  return nodes.flatMap((node) => (gone.has(node) ? [] : (instead.get(node) ?? [node])));
}

function linksOf(nodes: GraphNode[]) {
  const makers = new Map(nodes.flatMap((node) => node.outputs.map((name) => [name, node])));
  return {
    maker(name: string | undefined, op: string): GraphNode {
      const node = makers.get(name ?? '');
      if (node?.op !== op) throw new Error(`${node?.op ?? 'Nothing'} where ${op} is expected`);
      return node;
    },
    takers: (name: string) => nodes.filter(({ inputs }) => inputs.includes(name)),
  };
}

function longsOf(held: Held, name: string | undefined): bigint[] {
  const data = held.get(name ?? '')?.data;
  if (!(data instanceof BigInt64Array)) throw new Error(`${name} is no shape`);
  return [...data];
}

function numberOf(held: Held, name: string | undefined): number {
  const data = held.get(name ?? '')?.data;
  if (!(data instanceof Float32Array) || data.length !== 1) throw new Error(`${name} is no number`);
  return data[0]!;
}
