import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { sessionOptions } from '#runtime/onnx.ts';
import { toPlanes } from '#vision/picture.ts';
import type { RawPicture } from '#vision/sight.ts';
import { readLiteFile } from '#vision/tflite-file.ts';
import { convertLiteFile } from '#vision/tflite-to-onnx.ts';

/** A network that tells a thousand kinds of pictures apart. */
export type SceneModel = { session: InferenceSession };

export const SCENE_SIDE = 299;
const RESHAPE = 22;

/** The file ends by reshaping the scores; what goes in there are the logits, made of the mean features. */
export async function loadSceneModel(folder: string, threads: number): Promise<SceneModel> {
  const file = readLiteFile(await readFile(join(folder, 'inception-v3.tflite')));
  const logits = file.operations.find(({ code }) => code === RESHAPE)!.inputs[0]!;
  const features = file.operations.find(({ outputs }) => outputs[0] === logits)!.inputs[0]!;
  const bytes = convertLiteFile(file, [logits, features]);
  return { session: await InferenceSession.create(bytes, sessionOptions(threads)) };
}

/** Scores of the thousand classes and the features they are made of, for a square picture of the network's size. */
export async function classify(
  { session }: SceneModel,
  square: RawPicture,
): Promise<{ logits: Float32Array; features: Float32Array }> {
  const planes = toPlanes(square, { mean: [128, 128, 128], deviation: [128, 128, 128] });
  const input = new Tensor('float32', planes, [1, 3, SCENE_SIDE, SCENE_SIDE]);
  const output = await session.run({ [session.inputNames[0]!]: input });
  const [logits, features] = session.outputNames.map((name) => output[name]!.data as Float32Array);
  // The first class stands for none and was never taught.
  return { logits: logits!.slice(1), features: features!.slice() };
}
