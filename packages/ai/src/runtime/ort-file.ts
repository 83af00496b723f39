import { openFlatBuffer } from '#runtime/flat-buffer.ts';
import type { GraphNode, GraphWeights } from '#vision/onnx-graph.ts';

// Numbers of fields in ort.fbs, the schema of ONNX Runtime.
const MODEL = 1;
const MODEL_GRAPH = 7;
const GRAPH = { weights: 0, nodes: 2, inputs: 5, outputs: 6 };
const TENSOR = { name: 0, shape: 2, type: 3, raw: 4 };
const NODE = { domain: 2, op: 5, inputs: 8, outputs: 9, attributes: 10 };
const ATTRIBUTE = { name: 0, type: 2, float: 3, int: 4, text: 5, ints: 9 };
const FLOAT = 1;
const INT64 = 7;
const KINDS = { float: 1, int: 2, text: 3, ints: 7 };
/** Shorter weights are cheaper to hold than to look up. */
const HELD_MOST = 1024;

/** A network as a file in the runtime's own format has it; long weights are left where they stand in it. */
export type OrtFile = { nodes: GraphNode[]; weights: GraphWeights[]; inputs: string[]; outputs: string[] };

/**
 * Reads a file of ONNX Runtime's own format, a FlatBuffer. The runtime takes such files as they are: nothing in them is done as
 * one step that another runtime had not joined, and they are read whole. As a graph of ONNX they are made better like any other.
 */
export function readOrtFile(bytes: Uint8Array, file: string): OrtFile {
  const flat = openFlatBuffer(bytes);
  const model = flat.table(flat.root, MODEL);
  const graph = model === null ? null : flat.table(model, MODEL_GRAPH);
  if (graph === null) throw new Error(`${file} has no graph`);

  function attributesOf(node: number): Pick<GraphNode, 'ints' | 'floats' | 'strings'> {
    const ints: Record<string, number | number[]> = {};
    const floats: Record<string, number> = {};
    const strings: Record<string, string> = {};
    for (const each of flat.tables(node, NODE.attributes)) {
      const [name, kind] = [flat.text(each, ATTRIBUTE.name), flat.int(each, ATTRIBUTE.type)];
      if (name === '') continue;
      if (kind === KINDS.float) floats[name] = flat.float(each, ATTRIBUTE.float);
      else if (kind === KINDS.int) ints[name] = flat.long(each, ATTRIBUTE.int);
      else if (kind === KINDS.text) strings[name] = flat.text(each, ATTRIBUTE.text);
      else if (kind === KINDS.ints) ints[name] = flat.longs(each, ATTRIBUTE.ints);
      else throw new Error(`${file}: ${name} is of kind ${kind}`);
    }
    return { ints, floats, strings };
  }

  function dataOf(tensor: number, name: string): GraphWeights['data'] {
    const type = flat.int(tensor, TENSOR.type);
    const raw = flat.contents(tensor, TENSOR.raw) ?? new Uint8Array();
    if (type === INT64) return new BigInt64Array(Uint8Array.from(raw).buffer);
    if (type !== FLOAT) throw new Error(`${file}: ${name} is of type ${type}`);
    if (raw.length < HELD_MOST) return new Float32Array(Uint8Array.from(raw).buffer);
    return { file, from: raw.byteOffset - bytes.byteOffset, bytes: raw.length };
  }

  return {
    nodes: flat.tables(graph, GRAPH.nodes).map((node) => {
      const domain = flat.text(node, NODE.domain);
      return {
        op: flat.text(node, NODE.op),
        ...(domain !== '' && { domain }),
        inputs: flat.texts(node, NODE.inputs),
        outputs: flat.texts(node, NODE.outputs),
        ...attributesOf(node),
      };
    }),
    weights: flat.tables(graph, GRAPH.weights).map((tensor) => {
      const name = flat.text(tensor, TENSOR.name);
      return { name, shape: flat.longs(tensor, TENSOR.shape), data: dataOf(tensor, name) };
    }),
    inputs: flat.texts(graph, GRAPH.inputs),
    outputs: flat.texts(graph, GRAPH.outputs),
  };
}
