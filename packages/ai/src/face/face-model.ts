import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { FACE_POINTS, type FaceNet, SKIN_SIDE, type Square } from '#face/face.ts';
import { KEPT, sessionOptions } from '#runtime/onnx.ts';
import { convertLiteFloats } from '#vision/lite-floats.ts';
import type { RawPicture } from '#vision/sight.ts';
import { readLiteFile } from '#vision/tflite-file.ts';

/** A network that lays a net of points over a face, and one that tells skin of the face from all that is before it. */
export type PointModel = { points: InferenceSession; net: FaceNet };
export type SkinModel = { skin: InferenceSession };

const SIDE = 256;
/** The kinds of pixels the second network knows: background, hair, skin of the body, skin of the face, clothes, other things. */
const KINDS = 6;
const FACE_SKIN = 3;

export async function loadPointModel(folder: string, threads: number): Promise<PointModel> {
  const bundle = await readFile(join(folder, 'face-landmarker.task'));
  const bytes = convertLiteFloats(readLiteFile(entryOf(bundle, 'face_landmarks_detector.tflite')));
  return {
    points: await InferenceSession.create(bytes, { ...sessionOptions(threads), ...KEPT }),
    net: readNet(entryOf(bundle, 'geometry_pipeline_metadata_landmarks.binarypb')),
  };
}

export async function loadSkinModel(folder: string, threads: number): Promise<SkinModel> {
  const bytes = convertLiteFloats(readLiteFile(await readFile(join(folder, 'selfie-multiclass.tflite'))));
  return { skin: await InferenceSession.create(bytes, { ...sessionOptions(threads), ...KEPT }) };
}

/** The points of the face in a square of the picture, and how sure it is that there is one. */
export async function findPoints(
  { points: session }: PointModel,
  picture: RawPicture,
  square: Square,
): Promise<{ points: Float32Array; presence: number }> {
  const output = await session.run(inputOf(session, cut(picture, square, SIDE)));
  const tensors = session.outputNames.map((name) => output[name]!.data as Float32Array);
  const raw = tensors.find(({ length }) => length === FACE_POINTS * 3)!;
  const [logit = 0] = tensors.find(({ length }) => length === 1)!;
  const scale = square.side / SIDE;
  const [cos, sin] = [Math.cos(square.turn) * scale, Math.sin(square.turn) * scale];
  const points = new Float32Array(FACE_POINTS * 3);
  for (let n = 0; n < FACE_POINTS; n += 1) {
    const [u, v] = [raw[n * 3]! - SIDE / 2, raw[n * 3 + 1]! - SIDE / 2];
    points[n * 3] = square.x + cos * u - sin * v;
    points[n * 3 + 1] = square.y + sin * u + cos * v;
    points[n * 3 + 2] = raw[n * 3 + 2]! * scale;
  }
  return { points, presence: 1 / (1 + Math.exp(-logit)) };
}

/** How surely each pixel of the square is skin of a face. */
export async function findSkin({ skin }: SkinModel, picture: RawPicture, square: Square): Promise<Uint8Array> {
  const output = await skin.run(inputOf(skin, cut(picture, square, SKIN_SIDE)));
  const scores = output[skin.outputNames[0]!]!.data as Float32Array;
  const made = new Uint8Array(SKIN_SIDE * SKIN_SIDE);
  for (let n = 0; n < made.length; n += 1) {
    let sum = 0;
    const own = scores[n * KINDS + FACE_SKIN]!;
    for (let kind = 0; kind < KINDS; kind += 1) sum += Math.exp(scores[n * KINDS + kind]! - own);
    made[n] = Math.round(255 / sum);
  }
  return made;
}

function inputOf(session: InferenceSession, pixels: Float32Array): Record<string, Tensor> {
  return { [session.inputNames[0]!]: new Tensor('float32', pixels, [1, SIDE, SIDE, 3]) };
}

/** A turned square of the picture, 0 to 1; each pixel the mean of what it covers, and the edge beyond the edge. */
function cut({ data, width, height }: RawPicture, { x, y, side, turn }: Square, into: number): Float32Array {
  const scale = side / into;
  const parts = Math.min(4, Math.max(1, Math.round(scale)));
  const [cos, sin] = [Math.cos(turn) * scale, Math.sin(turn) * scale];
  const made = new Float32Array(into * into * 3);
  const weight = 1 / (255 * parts * parts);
  for (let row = 0, to = 0; row < into; row += 1) {
    for (let column = 0; column < into; column += 1, to += 3) {
      for (let part = 0; part < parts * parts; part += 1) {
        const u = column - into / 2 + ((part % parts) + 0.5) / parts;
        const v = row - into / 2 + (Math.floor(part / parts) + 0.5) / parts;
        const px = Math.min(width - 1.001, Math.max(0, x + cos * u - sin * v - 0.5));
        const py = Math.min(height - 1.001, Math.max(0, y + sin * u + cos * v - 0.5));
        const [left, top] = [Math.floor(px), Math.floor(py)];
        const [fx, fy] = [px - left, py - top];
        const at = (top * width + left) * 3;
        const below = at + width * 3;
        for (let n = 0; n < 3; n += 1) {
          const upper = data[at + n]! * (1 - fx) + data[at + 3 + n]! * fx;
          const lower = data[below + n]! * (1 - fx) + data[below + 3 + n]! * fx;
          made[to + n]! += (upper * (1 - fy) + lower * fy) * weight;
        }
      }
    }
  }
  return made;
}

/** A file in a bundle, which is a ZIP whose files are stored as they are. */
function entryOf(bundle: Buffer, name: string): Uint8Array {
  for (let at = bundle.indexOf('PK\u0003\u0004'); at >= 0; at = bundle.indexOf('PK\u0003\u0004', at + 4)) {
    const [named, extra] = [bundle.readUInt16LE(at + 26), bundle.readUInt16LE(at + 28)];
    if (bundle.toString('utf8', at + 30, at + 30 + named) !== name) continue;
    const start = at + 30 + named + extra;
    return bundle.subarray(start, start + bundle.readUInt32LE(at + 18));
  }
  throw new Error(`the bundle has no ${name}`);
}

/** Fields of the message that describes the net, by MediaPipe's numbers. */
const MESH = 1;
const VERTICES = 3;
const TRIANGLES = 4;
/** A vertex has a place and the place of its texture. */
const VERTEX = 5;

function readNet(bytes: Uint8Array): FaceNet {
  const mesh = fieldsOf(bytes).find(({ field, body }) => field === MESH && body)!.body!;
  const floats: number[] = [];
  const triangles: number[] = [];
  for (const { field, body, value } of fieldsOf(mesh)) {
    // Lists come packed, or number by number.
    if (field === VERTICES) {
      const view = new DataView(body!.buffer, body!.byteOffset, body!.byteLength);
      for (let at = 0; at < view.byteLength; at += 4) floats.push(view.getFloat32(at, true));
    }
    if (field === TRIANGLES && body) triangles.push(...varints(body));
    else if (field === TRIANGLES) triangles.push(value);
  }
  const points = new Float32Array((floats.length / VERTEX) * 3);
  for (let n = 0; n < floats.length / VERTEX; n += 1) points.set(floats.slice(n * VERTEX, n * VERTEX + 3), n * 3);
  return { triangles: Uint16Array.from(triangles), points };
}

type Field = { field: number; value: number; body: Uint8Array | null };

function fieldsOf(bytes: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const number = () => {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = bytes[at]!;
      at += 1;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  };
  while (at < bytes.length) {
    const tag = number();
    const [field, kind] = [tag >> 3, tag & 7];
    if (kind === 0) fields.push({ field, value: number(), body: null });
    else {
      const length = kind === 5 ? 4 : kind === 1 ? 8 : number();
      fields.push({ field, value: 0, body: bytes.subarray(at, at + length) });
      at += length;
    }
  }
  return fields;
}

function varints(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let [value, scale] = [0, 1];
  for (const byte of bytes) {
    value += (byte & 127) * scale;
    scale *= 128;
    if (byte >= 128) continue;
    numbers.push(value);
    [value, scale] = [0, 1];
  }
  return numbers;
}
