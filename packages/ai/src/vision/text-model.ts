import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { sessionOptions } from '#runtime/onnx.ts';
import { stretch, toPlanes } from '#vision/picture.ts';
import { sample } from '#vision/pixels.ts';
import type { RawPicture } from '#vision/sight.ts';
import { findRegions, type Point, type Region } from '#vision/text-regions.ts';

/** A reader: its network and the characters it can answer, the first of them standing for none. */
export type Reader = { session: InferenceSession; characters: string[] };

/** Finds lines, reads them, and reads the doubtful ones again with more care. */
export type TextModel = { finder: InferenceSession; quick: Reader; careful: Reader };

export type Reading = { text: string; score: number };

/** As PaddleOCR trains it: blue, green, red with the means of ImageNet in the order of red, green, blue. */
const FINDER_INPUT = {
  mean: [0.485 * 255, 0.456 * 255, 0.406 * 255],
  deviation: [0.229 * 255, 0.224 * 255, 0.225 * 255],
  bgr: true,
};
const FINDER_SIDE = 960;
const LINE_HEIGHT = 48;
const NARROWEST = 320;
const WIDEST = 2400;
const BATCH = 6;

export async function loadTextModel(folder: string, threads: number): Promise<TextModel> {
  const load = (name: string) => InferenceSession.create(join(folder, name), sessionOptions(threads));
  const keys = (await readFile(join(folder, 'careful.txt'), 'utf8'))
    .replaceAll('\r', '')
    .replace(/\n$/, '')
    .split('\n');
  const yml = await readFile(join(folder, 'quick.yml'), 'utf8');
  return {
    finder: await load('find.onnx'),
    quick: { session: await load('quick.onnx'), characters: ['', ...charactersOf(yml), ' '] },
    careful: { session: await load('careful.onnx'), characters: ['', ...keys, ' '] },
  };
}

/** The list under `character_dict` of PaddleOCR's description of a model; one item a line, quoted where YAML must. */
function charactersOf(yml: string): string[] {
  const lines = yml.slice(yml.indexOf('character_dict')).split('\n').slice(1);
  return lines
    .filter((line) => /^\s*- /.test(line))
    .map((line) => {
      const item = line.replace(/^\s*- /, '').replace(/\r$/, '');
      if (/^'.*'$/.test(item)) return item.slice(1, -1).replaceAll("''", "'");
      return /^".*"$/.test(item) ? (JSON.parse(item) as string) : item;
    });
}

/** Where there is writing, in pixels of the picture. */
export async function findText({ finder }: TextModel, picture: RawPicture): Promise<Region[]> {
  const scale = Math.min(1, FINDER_SIDE / Math.max(picture.width, picture.height));
  const width = Math.max(32, Math.round((picture.width * scale) / 32) * 32);
  const height = Math.max(32, Math.round((picture.height * scale) / 32) * 32);
  const planes = toPlanes(await stretch(picture, width, height), FINDER_INPUT);
  const input = new Tensor('float32', planes, [1, 3, height, width]);
  const output = await finder.run({ [finder.inputNames[0]!]: input });
  const scores = output[finder.outputNames[0]!]!.data as Float32Array;
  const toPicture = ([x, y]: Point): Point => [(x * picture.width) / width, (y * picture.height) / height];
  return findRegions(scores, width, height).map(({ corners, score }) => ({ corners: corners.map(toPicture), score }));
}

/** What stands in each region. Lines of like length share a run, so that little of it is padding. */
export async function readText(
  { session, characters }: Reader,
  picture: RawPicture,
  regions: Region[],
): Promise<Reading[]> {
  const readings: Reading[] = Array.from(regions, () => ({ text: '', score: 0 }));
  const lines = regions
    .map(({ corners }, at) => ({ at, ...cutLine(picture, corners) }))
    .toSorted((a, b) => a.width - b.width);
  for (let from = 0; from < lines.length; from += BATCH) {
    const batch = lines.slice(from, from + BATCH);
    const width = Math.max(NARROWEST, ...batch.map((line) => line.width));
    const input = new Float32Array(batch.length * 3 * LINE_HEIGHT * width);
    for (const [i, line] of batch.entries()) {
      for (let row = 0; row < 3 * LINE_HEIGHT; row += 1) {
        input.set(line.planes.subarray(row * line.width, (row + 1) * line.width), (i * 3 * LINE_HEIGHT + row) * width);
      }
    }
    const tensor = new Tensor('float32', input, [batch.length, 3, LINE_HEIGHT, width]);
    const output = await session.run({ [session.inputNames[0]!]: tensor });
    const { data, dims } = output[session.outputNames[0]!]!;
    const [, steps = 0, classes = 0] = dims;
    for (const [i, line] of batch.entries()) {
      const part = (data as Float32Array).subarray(i * steps * classes, (i + 1) * steps * classes);
      readings[line.at] = decode(part, classes, characters);
    }
  }
  return readings;
}

/** The likeliest character at each step; repetitions and the sign for none drop out. */
function decode(scores: Float32Array, classes: number, characters: string[]): Reading {
  let text = '';
  let sum = 0;
  let count = 0;
  let previous = 0;
  for (let step = 0; step < scores.length; step += classes) {
    let best = 0;
    for (let i = 1; i < classes; i += 1) if (scores[step + i]! > scores[step + best]!) best = i;
    if (best !== previous && best !== 0) {
      text += characters[best] ?? '';
      sum += scores[step + best]!;
      count += 1;
    }
    previous = best;
  }
  return { text: text.trim(), score: count === 0 ? 0 : sum / count };
}

/** A line cut out of the picture and laid straight, as the readers want it; a standing line is laid down. */
function cutLine(picture: RawPicture, corners: Point[]): { planes: Float32Array; width: number } {
  let [topLeft, topRight, bottomRight, bottomLeft] = corners as [Point, Point, Point, Point];
  let along = Math.max(distance(topLeft, topRight), distance(bottomLeft, bottomRight));
  let across = Math.max(distance(topLeft, bottomLeft), distance(topRight, bottomRight));
  if (across >= along * 1.5) {
    [topLeft, topRight, bottomRight, bottomLeft] = [topRight, bottomRight, bottomLeft, topLeft];
    [along, across] = [across, along];
  }
  const width = Math.min(WIDEST, Math.max(16, Math.round((LINE_HEIGHT * along) / across)));
  const planes = new Float32Array(3 * LINE_HEIGHT * width);
  for (let y = 0; y < LINE_HEIGHT; y += 1) {
    const v = (y + 0.5) / LINE_HEIGHT;
    for (let x = 0; x < width; x += 1) {
      const u = (x + 0.5) / width;
      const px = topLeft[0] + (topRight[0] - topLeft[0]) * u + (bottomLeft[0] - topLeft[0]) * v;
      const py = topLeft[1] + (topRight[1] - topLeft[1]) * u + (bottomLeft[1] - topLeft[1]) * v;
      for (let plane = 0; plane < 3; plane += 1) {
        const value = sample(picture, px - 0.5, py - 0.5, 2 - plane);
        planes[(plane * LINE_HEIGHT + y) * width + x] = value / 127.5 - 1;
      }
    }
  }
  return { planes, width };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
