import { findPerson, type SeenFace, type Sight } from '@mixreel/ai';

/**
 * The faces of a shot: those of the picture with the most of them, since the same people are in the others. What a face
 * looks like is the mean of all pictures in which it is known again; sharp and sure ones count for more.
 */
export function facesOf(sights: Sight[]): SeenFace[] {
  const [most, ...others] = sights.map(({ faces }) => faces).toSorted((a, b) => b.length - a.length);
  if (!most) return [];
  const takes = most.map((face) => [face]);
  const clusters = most.map(({ vector }) => ({ vector, count: 1 }));
  for (const face of others.flat()) {
    const place = findPerson(face.vector, clusters);
    if (place !== undefined) takes[place]?.push(face);
  }
  return most.map((face, i) => ({ ...face, vector: meanOf(takes[i] ?? [face]) }));
}

function meanOf(takes: SeenFace[]): Float32Array {
  const sum = new Float32Array(takes[0]?.vector.length ?? 0);
  for (const { vector, score, sharpness } of takes) {
    const weight = score * (0.1 + sharpness);
    for (const [i, value] of vector.entries()) sum[i]! += value * weight;
  }
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}
