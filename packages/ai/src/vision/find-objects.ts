import { readFile } from 'node:fs/promises';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { KEPT, sessionOptions } from '#runtime/onnx.ts';
import { overlapOf } from '#vision/boxes.ts';
import { OBJECTS } from '#vision/objects.ts';
import { padToSquare, toPlanes } from '#vision/picture.ts';
import type { Box, RawPicture, SeenObject } from '#vision/sight.ts';
import { readLiteFile } from '#vision/tflite-file.ts';
import { convertLiteFile } from '#vision/tflite-to-onnx.ts';

/** A detector that slides some ten thousand boxes over five coarser and coarser views of the picture. */
export type ObjectModel = { session: InferenceSession; side: number; levels: Level[]; anchors: Float32Array };

/** Names of the values that hold what is seen, and where. */
type Level = { classes: string; boxes: string };

const RESHAPE = 22;
const CLASSES = 90;
const LEAST_SCORE = 0.4;
const MOST_OVERLAP = 0.5;
const MOST_OBJECTS = 40;

/**
 * The file ends in steps that gather the levels and pick the best boxes; we begin where those begin, at the maps of
 * each level, and pick ourselves.
 */
export async function loadObjectModel(path: string, threads: number): Promise<ObjectModel> {
  const file = readLiteFile(await readFile(path));
  const maps = file.operations.filter(({ code }) => code === RESHAPE).map(({ inputs }) => inputs[0]!);
  const fineFirst = maps.toSorted((a, b) => file.tensors[b]!.shape[1]! - file.tensors[a]!.shape[1]!);
  const isOfClasses = (map: number) => file.tensors[map]!.shape[3]! % CLASSES === 0;
  const classes = fineFirst.filter(isOfClasses);
  const boxes = fineFirst.filter((map) => !isOfClasses(map));
  const options = { ...sessionOptions(threads), ...KEPT };
  const session = await InferenceSession.create(convertLiteFile(file, [...classes, ...boxes]), options);
  const anchors = file.tensors.find(({ shape, type, data }) => type === 'float32' && shape[1] === 4 && data)!.data!;
  return {
    session,
    side: file.tensors[file.inputs[0]!]!.shape[1]!,
    levels: classes.map((map, i) => ({ classes: String(map), boxes: String(boxes[i]!) })),
    anchors: new Float32Array(Uint8Array.from(anchors).buffer),
  };
}

/** The things in a picture. */
export async function findObjects(model: ObjectModel, picture: RawPicture): Promise<SeenObject[]> {
  const { session, side, levels, anchors } = model;
  // It has learnt things in their true shape: a stretched bottle is no bottle to it.
  const { pixels, width, height } = await padToSquare(picture, side);
  const planes = toPlanes(pixels, { mean: [127, 127, 127], deviation: [128, 128, 128] });
  const output = await session.run({ [session.inputNames[0]!]: new Tensor('float32', planes, [1, 3, side, side]) });
  const found: SeenObject[] = [];
  let first = 0;
  for (const level of levels) {
    const boxes = output[level.boxes]!;
    const classes = output[level.classes]!;
    const area = boxes.dims[2]! * boxes.dims[3]!;
    const shapes = boxes.dims[1]! / 4;
    for (let shape = 0; shape < shapes; shape += 1) {
      for (let at = 0; at < area; at += 1) {
        const [kind, score] = bestClass(classes.data as Float32Array, shape * CLASSES * area + at, area);
        const thing = score < LEAST_SCORE ? undefined : OBJECTS[kind + 1];
        if (!thing) continue;
        const anchor = (first + at * shapes + shape) * 4;
        const place = anchors.subarray(anchor, anchor + 4);
        const box = placeBox(boxes.data as Float32Array, shape * 4 * area + at, area, place);
        found.push({ ...thing, score, box: unpad(box, width, height) });
      }
    }
    first += area * shapes;
  }
  return keepBest(found);
}

/** The likeliest kind and how likely it is. */
function bestClass(logits: Float32Array, from: number, step: number): [kind: number, score: number] {
  let best = 0;
  for (let kind = 1; kind < CLASSES; kind += 1) {
    if (logits[from + kind * step]! > logits[from + best * step]!) best = kind;
  }
  return [best, 1 / (1 + Math.exp(-logits[from + best * step]!))];
}

/** The network says by how much a box differs from its anchor (middle of height and width, height, width). */
function placeBox(encoded: Float32Array, from: number, step: number, anchor: Float32Array): Box {
  const [middleY = 0, middleX = 0, tall = 0, wide = 0] = anchor;
  const y = middleY + encoded[from]! * tall;
  const x = middleX + encoded[from + step]! * wide;
  const height = Math.exp(encoded[from + 2 * step]!) * tall;
  const width = Math.exp(encoded[from + 3 * step]!) * wide;
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** From fractions of the padded square to fractions of the picture, which fills this much of it. */
function unpad({ x, y, width, height }: Box, wide: number, tall: number): Box {
  const [left, top] = [Math.max(0, x / wide), Math.max(0, y / tall)];
  const [right, bottom] = [Math.min(1, (x + width) / wide), Math.min(1, (y + height) / tall)];
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** Of boxes on one thing the surest remains. */
function keepBest(found: SeenObject[]): SeenObject[] {
  const kept: SeenObject[] = [];
  for (const thing of found.toSorted((a, b) => b.score - a.score)) {
    const isNew = kept.every((other) => other.key !== thing.key || overlapOf(other.box, thing.box) < MOST_OVERLAP);
    if (isNew) kept.push(thing);
    if (kept.length === MOST_OBJECTS) break;
  }
  return kept;
}
