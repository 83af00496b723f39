import { readFile } from 'node:fs/promises';
import { type Field, readFields } from '#runtime/protobuf.ts';

/** Numbers of a model file, as bytes of the type that onnx.proto counts. */
export type Learnt = { shape: number[]; type: number; bytes: Uint8Array };

/** What a model file knows, whatever it does with it. */
export type OnnxWeights = { learnt: Map<string, Learnt>; steps: { name: string; op: string; inputs: string[] }[] };

// Numbers of fields in onnx.proto.
const MODEL_GRAPH = 7;
const GRAPH = { node: 1, weights: 5 };
const TENSOR = { shape: 1, type: 2, floats: 4, ints: 5, name: 8, raw: 9 };
const NODE = { input: 1, output: 2, name: 3, op: 4, attribute: 5 };
const ATTRIBUTE = { tensor: 5, graph: 6 };

/** The numbers in a model file and its steps, also those of graphs inside of graphs: halves of a condition share much. */
export async function readOnnxWeights(path: string): Promise<OnnxWeights> {
  const found: OnnxWeights = { learnt: new Map(), steps: [] };
  for (const graph of contentsOf(readFields(await readFile(path)), MODEL_GRAPH)) walk(graph, found);
  return found;
}

/** Numbers that are floats in the file. */
export function floatsOf({ bytes }: Learnt): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer);
}

function walk(graph: Buffer, found: OnnxWeights): void {
  for (const { number, contents } of readFields(graph)) {
    if (number === GRAPH.weights) {
      const fields = readFields(contents);
      found.learnt.set(textsOf(fields, TENSOR.name)[0] ?? '', readTensor(fields));
    } else if (number === GRAPH.node) {
      const fields = readFields(contents);
      const [name = ''] = textsOf(fields, NODE.name);
      const [op = ''] = textsOf(fields, NODE.op);
      const [output = ''] = textsOf(fields, NODE.output);
      found.steps.push({ name, op, inputs: textsOf(fields, NODE.input) });
      for (const attribute of contentsOf(fields, NODE.attribute).map(readFields)) {
        for (const tensor of contentsOf(attribute, ATTRIBUTE.tensor)) {
          found.learnt.set(output, readTensor(readFields(tensor)));
        }
        for (const inner of contentsOf(attribute, ATTRIBUTE.graph)) walk(inner, found);
      }
    }
  }
}

function readTensor(fields: Field[]): Learnt {
  const shape = contentsOf(fields, TENSOR.shape).flatMap(wholesOf);
  const [type = 0] = contentsOf(fields, TENSOR.type).flatMap(wholesOf);
  const [raw] = contentsOf(fields, TENSOR.raw);
  if (raw) return { shape, type, bytes: raw };
  const floats = contentsOf(fields, TENSOR.floats);
  if (floats.length > 0) return { shape, type, bytes: Buffer.concat(floats) };
  return { shape, type, bytes: Uint8Array.from(contentsOf(fields, TENSOR.ints).flatMap(wholesOf)) };
}

function contentsOf(fields: Field[], wanted: number): Buffer[] {
  return fields.filter(({ number }) => number === wanted).map(({ contents }) => contents);
}

function textsOf(fields: Field[], wanted: number): string[] {
  return contentsOf(fields, wanted).map(String);
}

/** Whole numbers one behind the other, however many there are. */
function wholesOf(bytes: Buffer): number[] {
  const found: number[] = [];
  let [value, unit] = [0, 1];
  for (const byte of bytes) {
    value += (byte & 127) * unit;
    unit *= 128;
    if (byte >= 128) continue;
    found.push(value);
    [value, unit] = [0, 1];
  }
  return found;
}
