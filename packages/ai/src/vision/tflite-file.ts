import { openFlatBuffer } from '#runtime/flat-buffer.ts';

/** A value in a TensorFlow Lite network; a scale for each channel, or one for all. */
export type LiteTensor = {
  name: string;
  shape: number[];
  type: 'float32' | 'int32' | 'uint8' | 'int8' | 'other';
  data: Uint8Array | undefined;
  scales: number[];
  zeros: number[];
};

/** An operation; `option(i, fallback)` reads a number of its options by its place in the schema. */
export type LiteOperation = {
  code: number;
  inputs: number[];
  outputs: number[];
  option: (place: number, kind: 'byte' | 'int', fallback: number) => number;
};

export type LiteFile = { tensors: LiteTensor[]; operations: LiteOperation[]; inputs: number[]; outputs: number[] };

const TYPES: Record<number, LiteTensor['type']> = { 0: 'float32', 2: 'int32', 3: 'uint8', 9: 'int8' };

/** Reads the network of a .tflite file, a FlatBuffer. The numbers of fields are those of TensorFlow's schema. */
export function readLiteFile(bytes: Uint8Array): LiteFile {
  const { root: model, table, tables, ints, int, byte, contents, ...flat } = openFlatBuffer(bytes);
  // Codes above 127 stand in a field of their own, added later.
  const codes = tables(model, 1).map((code) => Math.max(byte(code, 0), int(code, 3)));
  const [graph = 0] = tables(model, 2);
  const buffers = tables(model, 4);

  const tensors = tables(graph, 0).map((tensor): LiteTensor => {
    const scaling = table(tensor, 4);
    const data = contents(buffers[int(tensor, 2)] ?? 0, 0);
    return {
      name: flat.text(tensor, 3),
      shape: ints(tensor, 0),
      type: TYPES[byte(tensor, 1)] ?? 'other',
      data: data?.length ? data : undefined,
      scales: scaling === null ? [] : flat.floats(scaling, 2),
      zeros: scaling === null ? [] : flat.longs(scaling, 3),
    };
  });
  const operations = tables(graph, 3).map((operation): LiteOperation => {
    const options = table(operation, 4);
    return {
      code: codes[int(operation, 0)] ?? -1,
      inputs: ints(operation, 1),
      outputs: ints(operation, 2),
      option(field, kind, fallback) {
        if (options === null) return fallback;
        return kind === 'byte' ? byte(options, field, fallback) : int(options, field, fallback);
      },
    };
  });
  return { tensors, operations, inputs: ints(graph, 1), outputs: ints(graph, 2) };
}
