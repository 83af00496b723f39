import {
  findPoints,
  findSkin,
  loadPointModel,
  loadSkinModel,
  type PointModel,
  type SkinModel,
} from '#face/face-model.ts';
import { type FollowedFace, poseOf, type Square, squareAround, type TracedFace } from '#face/face.ts';
import type { Task } from '#runtime/tasks.ts';
import { type FaceModel, loadFaceModel, seeFaces } from '#vision/find-faces.ts';
import { type FaceJudge, judgeFace, loadFaceJudge } from '#vision/judge-face.ts';
import { readPicture } from '#vision/picture.ts';
import type { Box, RawPicture } from '#vision/sight.ts';

const SIDE = 1920;
/** A net that lies less surely than this on a face is no reason to look for it there again. */
const SURE = 0.5;
/** Radians: how a face may lie that is none when it is looked at upright, and from where on that counts. */
const TURNS = [1, -1, 0.5, -0.5, 2].map((quarters) => (quarters * Math.PI) / 2);
const LEANS = Math.PI / 6;
/** The finder's box, in sides of what the points hold. */
const FACE_SHARE = 0.95;
/** The finder's box ends at the brows: a head is larger. */
const FINDER_SHARE = 1.6;
/** Both networks are small, and one is asked at a time: a second thread costs more than it brings. */
const THREADS = 1;

const models: {
  faces?: Promise<FaceModel>;
  judge?: Promise<FaceJudge>;
  points?: Promise<PointModel>;
  skin?: Promise<SkinModel>;
} = {};

/** Faces of pictures, with who they are, their points, where they look and how old they look. */
export const runTraceFaces: Task<'traceFaces'> = async ({ pictures }, { folders, threads, tell }) => {
  models.faces ??= loadFaceModel(folders['vision-faces']!, threads);
  models.judge ??= loadFaceJudge(folders['vision-persons']!, threads);
  models.points ??= loadPointModel(folders['face-swap']!, THREADS);
  const [faces, judge, points] = [await models.faces, await models.judge, await models.points];
  for (const [at, one] of pictures.entries()) {
    const picture = await readPicture(one, SIDE);
    const traced: TracedFace[] = [];
    for (const face of await seeFaces(faces, picture, [], true)) {
      const found = await settleTurned(points, picture, squareOf(face.box, picture));
      const { years } = await judgeFace(judge, picture, ...uprightOf(face.box, found, picture));
      traced.push({ ...face, ...found, ...poseOf(found.points), years });
    }
    await tell({ at, faces: traced, width: picture.width, height: picture.height });
  }
  return { pictures: pictures.length };
};

/** The points of a face that was near a place a moment ago. */
export const runFollowFace: Task<'followFace'> = async ({ picture, near }, { folders }) => {
  models.points ??= loadPointModel(folders['face-swap']!, THREADS);
  return settle(await models.points, picture, near, 1);
};

export const runFaceSkin: Task<'faceSkin'> = async ({ picture, square }, { folders }) => {
  models.skin ??= loadSkinModel(folders['face-swap']!, THREADS);
  return { square, data: await findSkin(await models.skin, picture, square) };
};

export const runFaceNet: Task<'faceNet'> = async (_, { folders }) => {
  models.points ??= loadPointModel(folders['face-swap']!, THREADS);
  return (await models.points).net;
};

/** Looked at in a square of its own, a face is found better than where it was expected. */
async function settle(model: PointModel, picture: RawPicture, near: Square, again: number) {
  let found = await findPoints(model, picture, near);
  for (let n = 0; n < again && found.presence >= SURE; n += 1) {
    const square = squareAround(found.points);
    const isThere = Math.hypot(square.x - near.x, square.y - near.y) < near.side * 0.03;
    // Where it was expected it is: another look says the same.
    if (again === 1 && isThere && Math.abs(square.side / near.side - 1) < 0.08) break;
    found = await findPoints(model, picture, square);
  }
  return found;
}

/** Somebody who lies down has a face that lies down, too: it is looked at from all sides. */
async function settleTurned(model: PointModel, picture: RawPicture, near: Square) {
  let found = await settle(model, picture, near, 2);
  for (const turn of TURNS) {
    if (found.presence >= SURE) break;
    const turned = await settle(model, picture, { ...near, turn }, 2);
    if (turned.presence > found.presence) found = turned;
  }
  return found;
}

/** Where a face is and how far it leans: of one that lies down the points know it better than the finder. */
function uprightOf(box: Box, { points, presence }: FollowedFace, { width, height }: RawPicture): [Box, number] {
  const { x, y, side, turn } = squareAround(points, FACE_SHARE);
  if (presence < SURE || Math.abs(turn) < LEANS) return [box, 0];
  const [w, h] = [side / width, side / height];
  return [{ x: x / width - w / 2, y: y / height - h / 2, width: w, height: h }, turn];
}

function squareOf(box: Box, { width, height }: RawPicture): Square {
  const side = FINDER_SHARE * Math.max(box.width * width, box.height * height);
  return { x: (box.x + box.width / 2) * width, y: (box.y + box.height / 2) * height, side, turn: 0 };
}
