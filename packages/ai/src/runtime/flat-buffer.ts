/**
 * Reads a FlatBuffer, whose tables are known by where they stand, and fields by the numbers of the schema. A table begins with the distance to its list of places, where each field has the distance of its
 * value from the table, or 0 when it is left out.
 */
export function openFlatBuffer(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoder = new TextDecoder();

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
  function contents(table: number, field: number): Uint8Array | undefined {
    const at = place(table, field);
    if (at === 0) return undefined;
    const start = follow(at);
    return bytes.subarray(start + 4, start + 4 + view.getUint32(start, true));
  }
  const long = (at: number) => Number(view.getBigInt64(at, true));
  const float = (at: number) => view.getFloat32(at, true);
  /** A text that stands somewhere by itself, as those of lists do. */
  const textAt = (at: number) => {
    const start = follow(at);
    return decoder.decode(bytes.subarray(start + 4, start + 4 + view.getUint32(start, true)));
  };
  return {
    root: follow(0),
    /** A table that a field is; null when it is left out. */
    table(table: number, field: number): number | null {
      const at = place(table, field);
      return at === 0 ? null : follow(at);
    },
    tables: (table: number, field: number) => items(table, field, 4, follow),
    byte(table: number, field: number, fallback = 0): number {
      const at = place(table, field);
      return at === 0 ? fallback : view.getUint8(at);
    },
    int(table: number, field: number, fallback = 0): number {
      const at = place(table, field);
      return at === 0 ? fallback : view.getInt32(at, true);
    },
    long(table: number, field: number): number {
      const at = place(table, field);
      return at === 0 ? 0 : long(at);
    },
    float(table: number, field: number): number {
      const at = place(table, field);
      return at === 0 ? 0 : float(at);
    },
    ints: (table: number, field: number) => items(table, field, 4, (at) => view.getInt32(at, true)),
    longs: (table: number, field: number) => items(table, field, 8, long),
    floats: (table: number, field: number) => items(table, field, 4, float),
    text(table: number, field: number): string {
      const at = place(table, field);
      return at === 0 ? '' : textAt(at);
    },
    texts: (table: number, field: number) => items(table, field, 4, textAt),
    contents,
  };
}
