import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { followEdges } from '#picture/guided-filter.ts';
import { LONGEST_SIDE, type Mask, type Subject } from '#picture/mask.ts';
import { sessionOptions } from '#runtime/onnx.ts';
import type { Task } from '#runtime/tasks.ts';
import { readPicture, stretch, toPlanes } from '#vision/picture.ts';
import type { RawPicture } from '#vision/sight.ts';

/** The shorter side that the model of persons learnt with; both sides must be whole steps. */
const PERSON_SIDE = 512;
const PERSON_STEP = 32;
const PERSON_MOST = 1024;
const THING_SIDE = 320;
/** The edge is looked for on a copy of this size at most. */
const EDGE_SIDE = 640;
const EDGE_RADIUS = 4;
const EDGE_EVENNESS = 1e-4;
/** What the model is nearly sure of is so: skin behind glass and shiny things must not be half there. */
const SURELY_NOT = 13;
const SURELY = 242;

const models: Partial<Record<Subject, Promise<InferenceSession>>> = {};
const FILES: Record<Subject, string> = { person: 'modnet.onnx', thing: 'u2net.onnx' };

/** What belongs to the subject of a picture, in the picture's own size. */
export const runCutOut: Task<'cutOut'> = async ({ picture, subject }, { folders, threads }) => {
  const full = await readPicture(picture, LONGEST_SIDE);
  const options = sessionOptions(threads);
  models[subject] ??= InferenceSession.create(join(folders['cut-out']!, FILES[subject]), options);
  const session = await models[subject];
  const coarse = await (subject === 'person' ? findPerson : findThing)(session, full);
  const scale = Math.min(1, EDGE_SIDE / Math.max(full.width, full.height));
  const [width, height] = [Math.max(1, Math.round(full.width * scale)), Math.max(1, Math.round(full.height * scale))];
  const guide = await stretch(full, width, height);
  const along = followEdges(resize(coarse, width, height), lightOf(guide), full, EDGE_RADIUS, EDGE_EVENNESS);
  return { ...along, data: along.data.map(decide) };
};

async function findPerson(session: InferenceSession, full: RawPicture): Promise<Mask> {
  const scale = PERSON_SIDE / Math.min(full.width, full.height);
  const toStep = (side: number) =>
    Math.min(PERSON_MOST, Math.max(PERSON_STEP, Math.round((side * scale) / PERSON_STEP) * PERSON_STEP));
  const [width, height] = [toStep(full.width), toStep(full.height)];
  const half = [127.5, 127.5, 127.5];
  const planes = toPlanes(await stretch(full, width, height), { mean: half, deviation: half });
  return toMask(await ask(session, planes, width, height), width, height);
}

async function findThing(session: InferenceSession, full: RawPicture): Promise<Mask> {
  const mean = [123.675, 116.28, 103.53];
  const deviation = [58.395, 57.12, 57.375];
  const planes = toPlanes(await stretch(full, THING_SIDE, THING_SIDE), { mean, deviation });
  return toMask(await ask(session, planes, THING_SIDE, THING_SIDE), THING_SIDE, THING_SIDE);
}

async function ask(session: InferenceSession, planes: Float32Array, width: number, height: number) {
  const input = { [session.inputNames[0]!]: new Tensor('float32', planes, [1, 3, height, width]) };
  // The first output is the finished one; the others are its coarser stages.
  const output = await session.run(input, [session.outputNames[0]!]);
  return output[session.outputNames[0]!]!.data as Float32Array;
}

function toMask(likely: Float32Array, width: number, height: number): Mask {
  return { data: Uint8Array.from(likely, (value) => 255 * Math.max(0, Math.min(1, value))), width, height };
}

function decide(value: number): number {
  return Math.max(0, Math.min(255, ((value - SURELY_NOT) * 255) / (SURELY - SURELY_NOT)));
}

function lightOf({ data, width, height }: RawPicture): Mask {
  const light = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < light.length; i += 1, at += 3) {
    light[i] = 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
  }
  return { data: light, width, height };
}

/** A mask in another size, read between its pixels. */
function resize(mask: Mask, width: number, height: number): Mask {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const down = Math.max(0, Math.min(mask.height - 1, ((y + 0.5) * mask.height) / height - 0.5));
    const top = Math.floor(down);
    const bottom = Math.min(mask.height - 1, top + 1);
    for (let x = 0; x < width; x += 1) {
      const along = Math.max(0, Math.min(mask.width - 1, ((x + 0.5) * mask.width) / width - 0.5));
      const left = Math.floor(along);
      const right = Math.min(mask.width - 1, left + 1);
      const value = (row: number) =>
        mask.data[row * mask.width + left]! * (1 - along + left) +
        mask.data[row * mask.width + right]! * (along - left);
      data[y * width + x] = value(top) * (1 - down + top) + value(bottom) * (down - top);
    }
  }
  return { data, width, height };
}
