import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { KEPT, sessionOptions } from '#runtime/onnx.ts';
import { areaOf, insideOf, overlapOf } from '#vision/boxes.ts';
import { normalise, sample } from '#vision/pixels.ts';
import type { Box, RawPicture, SeenFace } from '#vision/sight.ts';

/** A finder of faces and a network that tells whose they are. */
export type FaceModel = { finder: InferenceSession; knower: InferenceSession };

type Point = readonly [x: number, y: number];
/** In pixels; the points are the eyes (that on the left of the picture first), the nose and the mouth. */
type FoundFace = { box: Box; points: Point[]; score: number };
type Square = { x: number; y: number; side: number };

const FINDER_SIDE = 256;
/** Strides of the two grids and how many faces each of their cells may hold. */
const GRIDS = [
  { cells: 16, faces: 2, scores: 'Identity:0', boxes: 'Identity_2:0' },
  { cells: 8, faces: 6, scores: 'Identity_1:0', boxes: 'Identity_3:0' },
];
/** Faces of cats and oranges reach 0.72. */
const LEAST_SCORE = 0.75;
const MOST_OVERLAP = 0.3;
const MOST_FACES = 50;
/** In pixels of the picture: below this a face says nothing of whose it is. */
const SMALLEST_FACE = 20;

/** In sides of the square that is looked at: from here on the finder misses faces, or their eyes and mouth. */
const LARGE_FACE = 0.4;

/** So many faces are a crowd: some of them are small, and the finder misses one in ten. Such a picture is looked at from nearby. */
const CROWD = 4;
const CLOSE = 0.6;

const FACE_SIDE = 112;
/** Where eyes, nose and mouth are in the faces the network has learnt from. */
const LEARNT_POINTS: Point[] = [
  [38.2946, 51.6963],
  [73.5318, 51.5014],
  [56.0252, 71.7366],
  [56.1396, 92.2848],
];
/** More samples a side than this change a vector by less than the picture's own noise. */
const MOST_PARTS = 4;
/** The variance of the second derivative in a face that is as sharp as they come. */
const SHARPEST = 900;

export async function loadFaceModel(folder: string, threads: number): Promise<FaceModel> {
  const options = { ...sessionOptions(threads), ...KEPT };
  return {
    finder: await InferenceSession.create(join(folder, 'find.onnx'), options),
    knower: await InferenceSession.create(join(folder, 'know.onnx'), options),
  };
}

/** The faces of a picture; `persons` are boxes of figures whose heads deserve a closer look. With `isEachWanted` crowds do, too. */
export async function seeFaces(
  model: FaceModel,
  picture: RawPicture,
  persons: Box[],
  isEachWanted = false,
): Promise<SeenFace[]> {
  const [whole, ...ends] = squaresOf(picture);
  const found: FoundFace[] = [];
  for (const square of [whole, ...ends]) found.push(...(await findIn(model.finder, picture, square)));
  if (isEachWanted && keepBest(found).length >= CROWD) {
    for (const square of closeSquares(picture)) found.push(...(await findIn(model.finder, picture, square)));
  }
  const near = keepBest(found);
  const isLarge = ({ box }: FoundFace) => box.height > LARGE_FACE * whole.side;
  const faces = near;
  if (near.length === 0 || near.some(isLarge)) {
    const far = keepBest((await findIn(model.finder, picture, fromAfar(whole))).filter(isLarge));
    // Found from afar, its eyes are where they are; too near, they are guessed.
    faces.splice(0, Infinity, ...far, ...near.filter((face) => !far.some((other) => isOneFace(face, other))));
  }
  for (const person of persons) {
    const head = headOf(person, picture);
    const isSeen = faces.some(({ box }) => insideOf(box, { ...head, width: head.side, height: head.side }) > 0.5);
    if (!isSeen) faces.push(...(await findIn(model.finder, picture, head)));
  }
  const seen: SeenFace[] = [];
  for (const face of keepBest(faces).slice(0, MOST_FACES)) seen.push(await know(model.knower, picture, face));
  return seen;
}

/** Twice as much as there is to see, so that what fills the picture fills half of it. */
function fromAfar({ x, y, side }: Square): Square {
  return { x: x - side / 2, y: y - side / 2, side: side * 2 };
}

/** A square of a long picture begins so much of its side behind the one before: whoever stands between is whole in one of them. */
const SQUARE_STEP = 0.8;

/** The whole picture, and a row of squares when it is long: in the whole the faces of a long one are small. */
function squaresOf({ width, height }: RawPicture): [whole: Square, ...ends: Square[]] {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const whole = { x: (width - long) / 2, y: (height - long) / 2, side: long };
  if (long < short * 1.25) return [whole];
  const steps = Math.ceil((long - short) / (SQUARE_STEP * short));
  const row = Array.from({ length: steps + 1 }, (_, n) => {
    const at = ((long - short) * n) / steps;
    return { x: width > height ? at : 0, y: width > height ? 0 : at, side: short };
  });
  return [whole, ...row];
}

/** Parts of the picture, each a little more than half as high, over all of it. */
function closeSquares({ width, height }: RawPicture): Square[] {
  const side = CLOSE * Math.min(width, height);
  const along = (length: number) => {
    const steps = Math.ceil((length - side) / (SQUARE_STEP * side));
    return Array.from({ length: steps + 1 }, (_, n) => ((length - side) * n) / steps);
  };
  return along(height).flatMap((y) => along(width).map((x) => ({ x, y, side })));
}

/** The upper part of a figure, with room around the head. */
function headOf({ x, y, width, height }: Box, picture: RawPicture): Square {
  const [w, h] = [width * picture.width, height * picture.height];
  const side = Math.max(64, Math.min(w * 1.2, h * 0.6));
  return { x: x * picture.width + w / 2 - side / 2, y: y * picture.height - side * 0.15, side };
}

async function findIn(finder: InferenceSession, picture: RawPicture, square: Square): Promise<FoundFace[]> {
  const input = new Float32Array(FINDER_SIDE * FINDER_SIDE * 3);
  shrinkInto(input, picture, square);
  const output = await finder.run({ 'input:0': new Tensor('float32', input, [1, FINDER_SIDE, FINDER_SIDE, 3]) });
  const scale = square.side / FINDER_SIDE;
  const found: FoundFace[] = [];
  for (const { cells, faces, scores, boxes } of GRIDS) {
    const logits = output[scores]!.data as Float32Array;
    const places = output[boxes]!.data as Float32Array;
    for (const [i, logit] of logits.entries()) {
      const score = 1 / (1 + Math.exp(-logit));
      if (score < LEAST_SCORE) continue;
      const cell = Math.floor(i / faces);
      const centre = [((cell % cells) + 0.5) / cells, (Math.floor(cell / cells) + 0.5) / cells] as const;
      const at = (k: number): Point => [
        square.x + (places[i * 16 + k]! + centre[0] * FINDER_SIDE) * scale,
        square.y + (places[i * 16 + k + 1]! + centre[1] * FINDER_SIDE) * scale,
      ];
      const [x, y] = at(0);
      const [width, height] = [places[i * 16 + 2]! * scale, places[i * 16 + 3]! * scale];
      if (Math.min(width, height) < SMALLEST_FACE) continue;
      const box = { x: x - width / 2, y: y - height / 2, width, height };
      found.push({ box, points: [at(4), at(6), at(8), at(10)], score });
    }
  }
  return found;
}

/** A square of the picture as the finder wants it: -1 to 1, grey beyond the edge; the mean of what a pixel covers. */
function shrinkInto(input: Float32Array, picture: RawPicture, { x, y, side }: Square): void {
  const { data, width, height } = picture;
  const scale = side / FINDER_SIDE;
  for (let row = 0; row < FINDER_SIDE; row += 1) {
    const top = Math.floor(y + row * scale);
    const bottom = Math.max(top + 1, Math.floor(y + (row + 1) * scale));
    if (bottom <= 0 || top >= height) continue;
    for (let column = 0; column < FINDER_SIDE; column += 1) {
      const left = Math.floor(x + column * scale);
      const right = Math.max(left + 1, Math.floor(x + (column + 1) * scale));
      let count = 0;
      const sums = [0, 0, 0];
      for (let py = Math.max(0, top); py < Math.min(height, bottom); py += 1) {
        for (let px = Math.max(0, left); px < Math.min(width, right); px += 1) {
          const at = (py * width + px) * 3;
          sums[0]! += data[at]!;
          sums[1]! += data[at + 1]!;
          sums[2]! += data[at + 2]!;
          count += 1;
        }
      }
      if (count === 0) continue;
      const to = (row * FINDER_SIDE + column) * 3;
      for (let channel = 0; channel < 3; channel += 1) input[to + channel] = sums[channel]! / count / 127.5 - 1;
    }
  }
}

/** Of boxes on one face the surest remains; of a face within a face (an eye, a badge) the larger. */
function keepBest(found: FoundFace[]): FoundFace[] {
  const kept: FoundFace[] = [];
  for (const face of found.toSorted((a, b) => b.score - a.score)) {
    if (!kept.some((other) => isOneFace(face, other))) kept.push(face);
  }
  return kept;
}

function isOneFace(one: FoundFace, other: FoundFace): boolean {
  const [small, large] = areaOf(one.box) < areaOf(other.box) ? [one, other] : [other, one];
  return overlapOf(one.box, other.box) >= MOST_OVERLAP || insideOf(small.box, large.box) >= 0.7;
}

async function know(knower: InferenceSession, picture: RawPicture, face: FoundFace): Promise<SeenFace> {
  const planes = align(picture, face.points);
  const input = new Tensor('float32', planes, [1, 3, FACE_SIDE, FACE_SIDE]);
  const output = await knower.run({ [knower.inputNames[0]!]: input });
  const vector = normalise(output[knower.outputNames[0]!]!.data as Float32Array);
  return { box: toFractions(face.box, picture), score: face.score, vector, sharpness: sharpnessOf(planes) };
}

/** The face turned and scaled so that its points lie where the network has learnt them. */
function align(picture: RawPicture, points: Point[]): Float32Array {
  const { a, b, dx, dy } = similarity(LEARNT_POINTS, points);
  const planes = new Float32Array(3 * FACE_SIDE * FACE_SIDE);
  const parts = Math.min(MOST_PARTS, Math.max(1, Math.round(Math.hypot(a, b))));
  for (let y = 0; y < FACE_SIDE; y += 1) {
    for (let x = 0; x < FACE_SIDE; x += 1) {
      const px = a * x - b * y + dx;
      const py = b * x + a * y + dy;
      for (let channel = 0; channel < 3; channel += 1) {
        planes[(channel * FACE_SIDE + y) * FACE_SIDE + x] = sampleArea(picture, [px, py], { a, b, parts }, channel);
      }
    }
  }
  return planes;
}

/** The mean over what a pixel of the aligned face covers: of a large face, single points would be noise. */
function sampleArea(
  picture: RawPicture,
  [px, py]: Point,
  { a, b, parts }: { a: number; b: number; parts: number },
  channel: number,
): number {
  let sum = 0;
  for (let v = 0; v < parts; v += 1) {
    const dy = (v + 0.5) / parts - 0.5;
    for (let u = 0; u < parts; u += 1) {
      const dx = (u + 0.5) / parts - 0.5;
      sum += sample(picture, px + a * dx - b * dy, py + b * dx + a * dy, channel);
    }
  }
  return sum / (parts * parts);
}

/** The turn, scale and shift that brings points onto others with the least squared error. */
function similarity(from: Point[], to: Point[]): { a: number; b: number; dx: number; dy: number } {
  const mean = (points: Point[], axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [fx, fy, tx, ty] = [mean(from, 0), mean(from, 1), mean(to, 0), mean(to, 1)];
  let [a, b, spread] = [0, 0, 0];
  for (const [i, point] of from.entries()) {
    const [x, y, u, v] = [point[0] - fx, point[1] - fy, to[i]![0] - tx, to[i]![1] - ty];
    a += x * u + y * v;
    b += x * v - y * u;
    spread += x * x + y * y;
  }
  a /= spread;
  b /= spread;
  return { a, b, dx: tx - a * fx + b * fy, dy: ty - b * fx - a * fy };
}

/** How much the middle of an aligned face changes from pixel to pixel. */
function sharpnessOf(planes: Float32Array): number {
  const green = planes.subarray(FACE_SIDE * FACE_SIDE, 2 * FACE_SIDE * FACE_SIDE);
  let [sum, squares, count] = [0, 0, 0];
  for (let y = 24; y < 104; y += 1) {
    for (let x = 20; x < 92; x += 1) {
      const at = y * FACE_SIDE + x;
      const edge = 4 * green[at]! - green[at - 1]! - green[at + 1]! - green[at - FACE_SIDE]! - green[at + FACE_SIDE]!;
      sum += edge;
      squares += edge * edge;
      count += 1;
    }
  }
  const variance = squares / count - (sum / count) ** 2;
  return Math.min(1, Math.sqrt(variance / SHARPEST));
}

function toFractions({ x, y, width, height }: Box, picture: RawPicture): Box {
  const left = Math.max(0, x / picture.width);
  const top = Math.max(0, y / picture.height);
  const right = Math.min(1, (x + width) / picture.width);
  const bottom = Math.min(1, (y + height) / picture.height);
  return { x: left, y: top, width: right - left, height: bottom - top };
}
