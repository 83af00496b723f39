const TABLES = 12;
const BITS = 14;

const planes = new Map<number, Float32Array>();

/**
 * Coarse cells of a look: shots that share one are likely look-alikes. Each of twelve tables cuts the space by fourteen
 * planes, so that a cell of five million shots has some hundred.
 */
export function lookCells(vector: Float32Array | Int8Array): number[] {
  const size = vector.length;
  const all = planes.get(size) ?? drawPlanes(size);
  planes.set(size, all);
  return Array.from({ length: TABLES }, (_, table) => {
    let cell = 0;
    for (let bit = 0; bit < BITS; bit += 1) {
      const from = (table * BITS + bit) * size;
      let side = 0;
      for (let n = 0; n < size; n += 1) side += (vector[n] ?? 0) * (all[from + n] ?? 0);
      cell = cell * 2 + (side > 0 ? 1 : 0);
    }
    return table * 2 ** BITS + cell;
  });
}

/** Cells are kept in databases: the same planes must come out for ever (a Lehmer generator). */
function drawPlanes(size: number): Float32Array {
  let seed = 19_690_720;
  const draw = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  return Float32Array.from({ length: TABLES * BITS * size }, () => draw() + draw() + draw() + draw() - 2);
}
