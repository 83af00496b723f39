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

/**
 * Reads the network of a .tflite file.
 *
 * It is a FlatBuffer: a table begins with the distance to its list of places, where each field has the distance of its
 * value from the table, or 0 when it is left out. The numbers of fields here are those of TensorFlow's schema.
 */
export function readLiteFile(bytes: Uint8Array): LiteFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

  const follow = (at: number) => at + view.getUint32(at, true);
  function place(table: number, field: number): number {
    const list = table - view.getInt32(table, true);
    const isThere = 4 + field * 2 < view.getUint16(list, true);
    const distance = isThere ? view.getUint16(list + 4 + field * 2, true) : 0;
    return distance === 0 ? 0 : table + distance;
  }
  function items<T>(table: number, field: number, size: number, read: (at: number) => T): T[] {
    const at = place(table, field);
    if (at === 0) return [];
    const start = follow(at);
    return Array.from({ length: view.getUint32(start, true) }, (_, i) => read(start + 4 + i * size));
  }
  const tables = (table: number, field: number) => items(table, field, 4, follow);
  const ints = (table: number, field: number) => items(table, field, 4, (at) => view.getInt32(at, true));
  const int = (table: number, field: number) => {
    const at = place(table, field);
    return at === 0 ? 0 : view.getInt32(at, true);
  };
  const byte = (table: number, field: number) => {
    const at = place(table, field);
    return at === 0 ? 0 : view.getUint8(at);
  };
  function contents(table: number, field: number): Uint8Array | undefined {
    const at = place(table, field);
    if (at === 0) return undefined;
    const start = follow(at);
    return bytes.subarray(start + 4, start + 4 + view.getUint32(start, true));
  }

  const model = follow(0);
  // Codes above 127 stand in a field of their own, added later.
  const codes = tables(model, 1).map((code) => Math.max(byte(code, 0), int(code, 3)));
  const [graph = 0] = tables(model, 2);
  const buffers = tables(model, 4);

  const tensors = tables(graph, 0).map((tensor): LiteTensor => {
    const quantization = place(tensor, 4);
    const table = quantization === 0 ? undefined : follow(quantization);
    const data = contents(buffers[int(tensor, 2)] ?? 0, 0);
    return {
      name: new TextDecoder().decode(contents(tensor, 3)),
      shape: ints(tensor, 0),
      type: TYPES[byte(tensor, 1)] ?? 'other',
      data: data?.length ? data : undefined,
      scales: table === undefined ? [] : items(table, 2, 4, (at) => view.getFloat32(at, true)),
      zeros: table === undefined ? [] : items(table, 3, 8, (at) => Number(view.getBigInt64(at, true))),
    };
  });
  const operations = tables(graph, 3).map((operation): LiteOperation => {
    const options = place(operation, 4) === 0 ? 0 : follow(place(operation, 4));
    return {
      code: codes[int(operation, 0)] ?? -1,
      inputs: ints(operation, 1),
      outputs: ints(operation, 2),
      option(field, kind, fallback) {
        const at = options === 0 ? 0 : place(options, field);
        if (at === 0) return fallback;
        return kind === 'byte' ? view.getUint8(at) : view.getInt32(at, true);
      },
    };
  });
  return { tensors, operations, inputs: ints(graph, 1), outputs: ints(graph, 2) };
}
