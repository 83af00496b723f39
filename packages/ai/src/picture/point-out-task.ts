import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { lightOf, resizeMask, smallerCopy } from '#picture/edges.ts';
import { followEdges } from '#picture/guided-filter.ts';
import { LONGEST_SIDE, type Mask } from '#picture/mask.ts';
import { keepOneThing, placeOf } from '#picture/one-thing.ts';
import { type Point, STUDY_PARTS, STUDY_SIDE, type Study, TOLD_SIDE } from '#picture/point.ts';
import { sessionOptions } from '#runtime/onnx.ts';
import type { Task } from '#runtime/tasks.ts';
import { readPicture } from '#vision/picture.ts';

const FILE = 'sam2-decoder.onnx';
const TOLD = TOLD_SIDE * TOLD_SIDE;
/** The edge is looked for on a copy of this size at most. */
const EDGE_SIDE = 1024;
/** The model says how likely a pixel belongs, as a logarithm of odds; beyond this it is sure. */
const SURE = 8;
/** What a mask is worth less for each point that it does not do justice to. */
const MISSED = 1;

let model: Promise<InferenceSession> | undefined;

/** What was pointed at in a picture that was looked at before, along its edges and in its size. */
export const runPointOut: Task<'pointOut'> = async ({ study, points, picture }, { folders }) => {
  const session = await (model ??= InferenceSession.create(join(folders['point-out']!, FILE), sessionOptions(1)));
  const { told, sure } = await ask(session, study, points);
  const full = await readPicture(picture, LONGEST_SIDE);
  const guide = await smallerCopy(full, EDGE_SIDE);
  const odds = resizeMask(told, guide);
  const coarse = { ...odds, data: odds.data.map((value) => BELONGS[value]!) };
  return { mask: followEdges(coarse, lightOf(guide), full, { ...EDGES, radius: radiusIn(guide) }), sure };
};

/** The best of what the model proposes: mostly a thing, a part of it, and what it belongs to. */
async function ask(session: InferenceSession, study: Study, points: Point[]): Promise<{ told: Mask; sure: number }> {
  const places = Float32Array.from(points.flatMap(({ x, y }) => [x * STUDY_SIDE, y * STUDY_SIDE]));
  const labels = Float32Array.from(points, ({ is_in }) => Number(is_in));
  const answer = await session.run({
    ...readStudy(study),
    point_coords: new Tensor('float32', places, [1, points.length, 2]),
    point_labels: new Tensor('float32', labels, [1, points.length]),
    mask_input: new Tensor('float32', new Float32Array(TOLD), [1, 1, TOLD_SIDE, TOLD_SIDE]),
    has_mask_input: new Tensor('float32', Float32Array.of(0), [1]),
  });
  const odds = answer['masks']!.data as Float32Array;
  const sures = [...(answer['iou_predictions']!.data as Float32Array)];
  const worths = sures.map((sure, n) => sure - MISSED * missedBy(odds.subarray(n * TOLD, (n + 1) * TOLD), points));
  const best = worths.indexOf(Math.max(...worths));
  const thing = odds.slice(best * TOLD, (best + 1) * TOLD);
  keepOneThing(thing, TOLD_SIDE, points, -SURE);
  const data = Uint8Array.from(thing, (value) => (Math.max(-SURE, Math.min(SURE, value)) / SURE + 1) * 127.5);
  return { told: { data, width: TOLD_SIDE, height: TOLD_SIDE }, sure: Math.max(0, Math.min(1, sures[best]!)) };
}

function missedBy(odds: Float32Array, points: Point[]): number {
  return points.filter((point) => odds[placeOf(point, TOLD_SIDE)]! > 0 !== point.is_in).length;
}

function readStudy(study: Study): Record<string, Tensor> {
  const { buffer } = Uint8Array.from(study);
  let from = 0;
  return Object.fromEntries(
    STUDY_PARTS.map(({ name, shape }) => {
      const length = shape.reduce((all, side) => all * side, 1);
      const values = new Float32Array(new Float16Array(buffer, from, length));
      from += 2 * length;
      return [name, new Tensor('float32', values, shape)];
    }),
  );
}

/** Odds between the surest, as they are kept in a byte, to how much belongs. */
const BELONGS = Uint8Array.from({ length: 256 }, (_, value) => {
  const odds = (value / 127.5 - 1) * SURE;
  return 255 / (1 + Math.exp(-odds));
});

/** What is nearly sure is so: the windows of the filter leave a haze of the mask outside of it, and holes inside. */
const SURELY_NOT = 64;
const SURELY = 192;
const DECIDED = Uint8Array.from({ length: 256 }, (_, value) =>
  Math.max(0, Math.min(255, ((value - SURELY_NOT) * 255) / (SURELY - SURELY_NOT))),
);
const EDGES = { evenness: 1e-4, decided: DECIDED };

/** The edge is at most a place of what the model tells away: windows that reach further only make it soft. */
function radiusIn({ width, height }: { width: number; height: number }): number {
  return Math.max(2, Math.round(Math.max(width, height) / TOLD_SIDE) - 1);
}
