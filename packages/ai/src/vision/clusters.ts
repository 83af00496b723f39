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

/** How faces are put together; `pictures[i]` names the picture of face i: nobody is twice in one. */
type Sorting = { threshold?: number; pictures?: readonly string[] };

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
  { threshold = SAME_PERSON, pictures = faces.map((_, i) => String(i)) }: Sorting = {},
): { clusters: FaceCluster[]; of: number[] } {
  const clusters = [...known];
  const of = giveToKnown(faces, known, threshold, pictures);
  for (const [i, place] of of.entries()) if (place >= 0) clusters[place] = addFace(clusters[place]!, faces[i]!);

  const strangers = of.flatMap((place, i) => (place < 0 ? [i] : []));
  for (const group of joinAlike(strangers, faces, threshold, pictures)) {
    for (const i of group) of[i] = clusters.length;
    const sum = faces[group[0]!]!.map((_, k) => group.reduce((total, i) => total + faces[i]![k]!, 0));
    clusters.push({ vector: normalise(sum), count: group.length });
  }
  return { clusters, of };
}

/** Of several faces in a picture that look like one person it is the most alike. */
function giveToKnown(
  faces: readonly Float32Array[],
  known: readonly FaceCluster[],
  threshold: number,
  pictures: readonly string[],
): number[] {
  const of = faces.map((face) => findPerson(face, known, threshold) ?? -1);
  const alike = faces.map((face, i) => (of[i]! < 0 ? 0 : likeness(face, known[of[i]!]!.vector)));
  return of.map((place, i) =>
    faces.some((_, k) => k !== i && of[k] === place && pictures[k] === pictures[i] && alike[k]! > alike[i]!)
      ? -1
      : place,
  );
}

/** Groups this large have seen a face from several sides: their mean says as much at a lower likeness. */
const MANY_PAIRS = 4;
const EVIDENCE = 0.02;

/**
 * Joins the two most alike groups again and again, by the mean over all pairs between them. Half of the pairs must be
 * alike by themselves: a face that lies between two people would else lift the mean and join them.
 */
function joinAlike(
  members: number[],
  faces: readonly Float32Array[],
  threshold: number,
  pictures: readonly string[],
): number[][] {
  const groups = members.map((i) => [i]);
  const seenIn = members.map((i) => new Set([pictures[i]!]));
  const sums = members.map((a) => members.map((b) => likeness(faces[a]!, faces[b]!)));
  const alikes = sums.map((row) => row.map((value) => (value >= threshold - EVIDENCE ? 1 : 0)));
  for (;;) {
    let best: [number, number] | undefined;
    let most = -1;
    for (let a = 0; a < groups.length; a += 1) {
      for (let b = a + 1; b < groups.length; b += 1) {
        const pairs = groups[a]!.length * groups[b]!.length;
        const mean = sums[a]![b]! / pairs;
        const least = pairs >= MANY_PAIRS ? threshold - EVIDENCE : threshold;
        if (mean < most || mean < least || alikes[a]![b]! * 2 < pairs) continue;
        if (!seenIn[a]!.isDisjointFrom(seenIn[b]!)) continue;
        best = [a, b];
        most = mean;
      }
    }
    if (!best) return groups;
    const [into, from] = best;
    groups[into]!.push(...groups[from]!);
    groups.splice(from, 1);
    for (const picture of seenIn[from]!) seenIn[into]!.add(picture);
    seenIn.splice(from, 1);
    for (const table of [sums, alikes]) mergeRows(table, into, from);
  }
}

/** Sums over pairs add up when groups are joined. */
function mergeRows(table: number[][], into: number, from: number): void {
  for (const [at, value] of table[from]!.entries()) table[into]![at]! += value;
  table.splice(from, 1);
  for (const row of table) {
    row[into]! += row[from]!;
    row.splice(from, 1);
  }
}
