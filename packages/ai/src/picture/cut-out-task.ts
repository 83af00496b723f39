import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { lightOf, resizeMask, smallerCopy } from '#picture/edges.ts';
import { followEdges } from '#picture/guided-filter.ts';
import { LONGEST_SIDE, type Mask, type Subject } from '#picture/mask.ts';
import { thingGraph } from '#picture/thing-graph.ts';
import { KEPT, sessionOptions } from '#runtime/onnx.ts';
import type { Task } from '#runtime/tasks.ts';
import { readPicture, stretch, toPlanes } from '#vision/picture.ts';
import type { RawPicture } from '#vision/sight.ts';

/** The shorter side that the model of persons learnt with; both sides must be whole steps. */
const PERSON_SIDE = 512;
const STEP = 32;
const PERSON_MOST = 1024;
/** The longer side that the model of things learnt with, and the least of the shorter one. */
const THING_SIDE = 288;
const THING_LEAST = 160;
/** The edge is looked for on a copy of this size at most. */
const EDGE_SIDE = 640;
/** What the model is nearly sure of is so: skin behind glass and shiny things must not be half there. */
const SURELY_NOT = 13;
const SURELY = 242;

const models: Partial<Record<Subject, Promise<InferenceSession>>> = {};
const FILES: Record<Subject, string> = { person: 'modnet.onnx', thing: 'u2net.onnx' };

/** What belongs to the subject of a picture, in the picture's own size. */
export const runCutOut: Task<'cutOut'> = async ({ picture, subject }, { folders }) => {
  const full = await readPicture(picture, LONGEST_SIDE);
  const session = await (models[subject] ??= load(subject, folders['cut-out']!));
  const coarse = await (subject === 'person' ? findPerson : findThing)(session, full);
  const guide = await smallerCopy(full, EDGE_SIDE);
  return followEdges(resizeMask(coarse, guide), lightOf(guide), full, EDGES);
};

function load(subject: Subject, folder: string): Promise<InferenceSession> {
  // Two threads on the two halves of a core take half as much again of it, and are not much sooner done.
  const path = join(folder, FILES[subject]);
  if (subject === 'person') return InferenceSession.create(path, { ...sessionOptions(1), ...KEPT });
  const weights = { model_external_initializers_file_folder_path: folder };
  return InferenceSession.create(thingGraph(path), { ...sessionOptions(1, weights), ...KEPT });
}

async function findPerson(session: InferenceSession, full: RawPicture): Promise<Mask> {
  const scale = PERSON_SIDE / Math.min(full.width, full.height);
  const toStep = (side: number) => Math.min(PERSON_MOST, Math.max(STEP, Math.round((side * scale) / STEP) * STEP));
  const [width, height] = [toStep(full.width), toStep(full.height)];
  const half = [127.5, 127.5, 127.5];
  const planes = toPlanes(await stretch(full, width, height), { mean: half, deviation: half });
  return toMask(await ask(session, planes, width, height), width, height);
}

async function findThing(session: InferenceSession, full: RawPicture): Promise<Mask> {
  const mean = [123.675, 116.28, 103.53];
  const deviation = [58.395, 57.12, 57.375];
  const scale = THING_SIDE / Math.max(full.width, full.height);
  const toStep = (side: number) => Math.max(THING_LEAST, Math.round((side * scale) / STEP) * STEP);
  const [width, height] = [toStep(full.width), toStep(full.height)];
  const planes = toPlanes(await stretch(full, width, height), { mean, deviation });
  return toMask(await ask(session, planes, width, height), width, height);
}

async function ask(session: InferenceSession, planes: Float32Array, width: number, height: number) {
  const input = { [session.inputNames[0]!]: new Tensor('float32', planes, [1, 3, height, width]) };
  // The first output is the finished one; the others are its coarser stages.
  const output = await session.run(input, [session.outputNames[0]!]);
  return output[session.outputNames[0]!]!.data as Float32Array;
}

function toMask(likely: Float32Array, width: number, height: number): Mask {
  const data = new Uint8Array(likely.length);
  for (let n = 0; n < likely.length; n += 1) data[n] = 255 * Math.max(0, Math.min(1, likely[n]!));
  return { data, width, height };
}

const DECIDED = Uint8Array.from({ length: 256 }, (_, value) =>
  Math.max(0, Math.min(255, ((value - SURELY_NOT) * 255) / (SURELY - SURELY_NOT))),
);

const EDGES = { radius: 4, evenness: 1e-4, decided: DECIDED };
