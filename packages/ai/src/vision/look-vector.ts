import { normalise } from '#vision/pixels.ts';

/** How long the vector for look-alikes is. */
export const LOOK_DIMENSIONS = 256;

let projection: Float32Array | undefined;

/**
 * The scores of a thousand classes as a short vector: directions drawn once and for all, so that products of vectors
 * are kept but for some hundredths. What all classes have in common says nothing of the picture and is taken out.
 */
export function lookVector(logits: Float32Array): Float32Array {
  const mean = logits.reduce((sum, value) => sum + value, 0) / logits.length;
  projection ??= drawProjection(logits.length);
  const vector = new Float32Array(LOOK_DIMENSIONS);
  for (let to = 0; to < LOOK_DIMENSIONS; to += 1) {
    let sum = 0;
    for (const [from, value] of logits.entries()) sum += (value - mean) * projection[to * logits.length + from]!;
    vector[to] = sum;
  }
  return normalise(vector);
}

/** Vectors are kept in databases: the same numbers must come out for ever (a Lehmer generator, signs only). */
function drawProjection(from: number): Float32Array {
  let seed = 20_240_917;
  return Float32Array.from({ length: LOOK_DIMENSIONS * from }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed < 1_073_741_823 ? -1 : 1;
  });
}
