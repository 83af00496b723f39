import { likeness, normalise } from '#vision/pixels.ts';

/** Faces that belong to one person: the mean of their vectors, at length 1, and how many they are. */
export type FaceCluster = { vector: Float32Array; count: number };

/**
 * From here on two faces are taken for one person. Of 40 labelled faces of 8 people no two different ones reached 0.402,
 * and no two of one person stayed below 0.45.
 */
export const SAME_PERSON = 0.42;

/** The cluster a face belongs to, by its place in the list; undefined for somebody new. */
export function findPerson(
  vector: Float32Array,
  clusters: readonly FaceCluster[],
  threshold = SAME_PERSON,
): number | undefined {
  let best = -1;
  let most = threshold;
  for (const [at, cluster] of clusters.entries()) {
    const alike = likeness(vector, cluster.vector);
    if (alike < most) continue;
    best = at;
    most = alike;
  }
  return best < 0 ? undefined : best;
}

/** The cluster with one more face. */
export function addFace({ vector, count }: FaceCluster, face: Float32Array): FaceCluster {
  return { vector: normalise(vector.map((value, i) => value * count + face[i]!)), count: count + 1 };
}

/**
 * Sorts faces into persons, beginning with the clusters there are; `of[i]` is the place of face i's cluster in
 * `clusters`, in which the given ones keep their places.
 *
 * New faces are first joined among themselves, the most alike before the less, by the mean likeness of all their pairs:
 * one by one, a blurred face that comes first would draw two persons together.
 */
export function clusterFaces(
  faces: readonly Float32Array[],
  known: readonly FaceCluster[] = [],
  threshold = SAME_PERSON,
): { clusters: FaceCluster[]; of: number[] } {
  const clusters = [...known];
  const of = faces.map((face) => findPerson(face, known, threshold) ?? -1);
  for (const [i, place] of of.entries()) if (place >= 0) clusters[place] = addFace(clusters[place]!, faces[i]!);

  const strangers = of.flatMap((place, i) => (place < 0 ? [i] : []));
  for (const group of joinAlike(strangers, faces, threshold)) {
    for (const i of group) of[i] = clusters.length;
    const sum = faces[group[0]!]!.map((_, k) => group.reduce((total, i) => total + faces[i]![k]!, 0));
    clusters.push({ vector: normalise(sum), count: group.length });
  }
  return { clusters, of };
}

/** Average linkage. The sum of two groups' vectors gives the sum over all their pairs in one product. */
function joinAlike(members: number[], faces: readonly Float32Array[], threshold: number): number[][] {
  const groups = members.map((i) => ({ members: [i], sum: Float64Array.from(faces[i]!) }));
  for (;;) {
    let best: [number, number] | undefined;
    let most = threshold;
    for (let a = 0; a < groups.length; a += 1) {
      for (let b = a + 1; b < groups.length; b += 1) {
        const pairs = groups[a]!.members.length * groups[b]!.members.length;
        const alike = product(groups[a]!.sum, groups[b]!.sum) / pairs;
        if (alike < most) continue;
        best = [a, b];
        most = alike;
      }
    }
    if (!best) return groups.map((group) => group.members);
    const [into, from] = [groups[best[0]]!, groups[best[1]]!];
    into.members.push(...from.members);
    for (const [k, value] of from.sum.entries()) into.sum[k]! += value;
    groups.splice(best[1], 1);
  }
}

function product(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += a[i]! * b[i]!;
  return sum;
}
