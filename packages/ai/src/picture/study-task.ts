import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { LONGEST_SIDE } from '#picture/mask.ts';
import { STUDY_PARTS, STUDY_SIDE } from '#picture/point.ts';
import { studyGraph } from '#picture/study-graph.ts';
import { collectGarbage } from '#runtime/collect.ts';
import { KEPT, sessionOptions } from '#runtime/onnx.ts';
import type { Task } from '#runtime/tasks.ts';
import { readPicture, stretch, toPlanes } from '#vision/picture.ts';

const FILE = 'sam2-encoder.ort';
const MEAN = [123.675, 116.28, 103.53];
const DEVIATION = [58.395, 57.12, 57.375];

let model: Promise<InferenceSession> | undefined;

/** Looks at a picture once, the dear part; whatever is pointed at in it is cheap then. */
export const runStudy: Task<'study'> = async ({ picture }, { folders }) => {
  const session = await (model ??= load(folders['point-out']!));
  const square = await stretch(await readPicture(picture, LONGEST_SIDE), STUDY_SIDE, STUDY_SIDE);
  const planes = toPlanes(square, { mean: MEAN, deviation: DEVIATION });
  const image = new Tensor('float32', planes, [1, 3, STUDY_SIDE, STUDY_SIDE]);
  const seen = await session.run({ [session.inputNames[0]!]: image });
  // Each picture leaves 40 MB that the engine of JavaScript does not count.
  collectGarbage();
  // Halves are as good to what reads them, and half as much to keep and to send.
  const parts = STUDY_PARTS.map(({ name }) => new Float16Array(seen[name]!.data as Float32Array));
  return { study: Buffer.concat(parts.map(({ buffer }) => Buffer.from(buffer))) };
};

async function load(folder: string): Promise<InferenceSession> {
  const weights = { model_external_initializers_file_folder_path: folder };
  // Two threads on the two halves of a core take half as much again of it, and are not much sooner done.
  const options = { ...sessionOptions(1, weights), ...KEPT };
  const size = [1, 3, STUDY_SIDE, STUDY_SIDE];
  const session = await InferenceSession.create(studyGraph(join(folder, FILE), size), options);
  // The file was read to see what is in it.
  collectGarbage();
  return session;
}
