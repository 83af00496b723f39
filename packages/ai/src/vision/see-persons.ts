import { areaOf, insideOf } from '#vision/boxes.ts';
import type { ColourKey } from '#vision/colour-names.ts';
import { findPose, loadPoseModel, type PoseModel } from '#vision/find-pose.ts';
import { type FaceJudge, judgeFace, loadFaceJudge } from '#vision/judge-face.ts';
import { between, pointOf } from '#vision/pose.ts';
import { coloursIn, isSkin, type Light, lightOn } from '#vision/region-colour.ts';
import type { Box, PosePoint, RawPicture, SeenColour, SeenFace, SeenObject, SeenPerson } from '#vision/sight.ts';

export type PersonModel = { pose: PoseModel; judge: FaceJudge };

type Seen = { objects: SeenObject[]; faces: SeenFace[]; light: Light };

const SURE_PERSON = 0.5;
/** So many are looked at closely: what a crowd wears is nobody's question. */
const MOST_PERSONS = 6;
/** In pixels: a smaller face tells neither age nor gender, a smaller figure no clothes. */
const SMALLEST_FACE = 22;
const SMALLEST_FIGURE = 40;
const SMALLEST_PATCH = 5;
/** A hat is told from hair by its colour, on heads of so many pixels. */
const SMALLEST_HAT = 48;
const HAT_COLOURS = new Set<ColourKey>(['red', 'yellow', 'green', 'cyan', 'blue', 'purple', 'pink', 'white']);

export async function loadPersonModel(folder: string, threads: number): Promise<PersonModel> {
  return { pose: await loadPoseModel(folder, threads), judge: await loadFaceJudge(folder, threads) };
}

/** The largest persons of a picture: how they stand, what they wear, how old they look. */
export async function seePersons(model: PersonModel, picture: RawPicture, seen: Seen): Promise<SeenPerson[]> {
  const figures = seen.objects.filter(({ key, score }) => key === 'person' && score >= SURE_PERSON);
  const alone = seen.faces.filter(({ box }) => figures.every((figure) => insideOf(box, figure.box) < 0.6));
  const found = [...figures, ...alone.map(({ box, score }) => ({ box: bodyOf(box), score }))];
  const persons: SeenPerson[] = [];
  for (const { box, score } of found.toSorted((a, b) => areaOf(b.box) - areaOf(a.box)).slice(0, MOST_PERSONS)) {
    const isLarge = box.height * picture.height >= SMALLEST_FIGURE;
    const points = isLarge ? await findPose(model.pose, picture, box) : [];
    const face = seen.faces.find((one) => insideOf(one.box, box) >= 0.6 && isHeadOf(one.box, points, box));
    const isClear = face !== undefined && face.box.height * picture.height >= SMALLEST_FACE;
    const guess = isClear ? await judgeFace(model.judge, picture, face.box) : {};
    const light = face ? lightOn(picture, face.box, seen.light) : seen.light;
    persons.push({ box, score, ...guess, points, ...wornBy(picture, { box, points, face: face?.box }, light) });
  }
  return persons;
}

type Figure = { box: Box; points: PosePoint[]; face: Box | undefined };

/** The colours of what somebody wears, as far as it is in the picture. */
function wornBy(
  picture: RawPicture,
  { box, points, face }: Figure,
  light: Light,
): Pick<SeenPerson, 'top' | 'bottom' | 'hat'> {
  const colours = (part: Box | null): SeenColour[] => {
    const isSmall =
      !part || part.width * picture.width < SMALLEST_PATCH || part.height * picture.height < SMALLEST_PATCH;
    return isSmall ? [] : coloursIn(picture, part, light).slice(0, 3);
  };
  const chest = topOf(points, face, box);
  return {
    top: chest && face && isSkin(picture, face, chest) ? [] : colours(chest),
    bottom: colours(bottomOf(points, box)),
    hat: face ? hatOf(picture, face, light) : [],
  };
}

/** The figure that a face alone belongs to. */
function bodyOf({ x, y, width, height }: Box): Box {
  const left = Math.max(0, x - width);
  const top = Math.max(0, y - 0.4 * height);
  return { x: left, y: top, width: Math.min(1, x + 2 * width) - left, height: Math.min(1, y + 4 * height) - top };
}

function isHeadOf(face: Box, points: PosePoint[], body: Box): boolean {
  const nose = pointOf(points, 'nose');
  if (nose) return Math.abs(nose.x - (face.x + face.width / 2)) < face.width && nose.y > face.y - face.height * 0.3;
  return face.y + face.height / 2 < body.y + body.height * 0.6;
}

/** From below the shoulders towards the hips; neck, arms and what is beside the body are left out. */
function topOf(points: PosePoint[], face: Box | undefined, body: Box): Box | null {
  const [left, right] = [pointOf(points, 'right_shoulder'), pointOf(points, 'left_shoulder')];
  if (left && right && Math.abs(right.x - left.x) > 0.15 * body.width) {
    const [from, to] = [Math.min(left.x, right.x), Math.max(left.x, right.x)];
    const hips = between(points, 'left_hip', 'right_hip');
    const shoulders = (left.y + right.y) / 2;
    const end = Math.min(body.y + body.height, hips ? hips.y : shoulders + (to - from) * 1.2, 1);
    const wide = to - from;
    return {
      x: from + wide * 0.12,
      y: shoulders + (end - shoulders) * 0.12,
      width: wide * 0.76,
      height: (end - shoulders) * 0.78,
    };
  }
  if (face) {
    const top = face.y + face.height * 1.35;
    return { x: face.x, y: top, width: face.width, height: Math.min(face.height * 1.2, 0.99 - top) };
  }
  const { x, y, width, height } = body;
  return points.length === 0
    ? null
    : { x: x + width * 0.3, y: y + height * 0.25, width: width * 0.4, height: height * 0.2 };
}

/** From the hips to the knees, or to where the picture ends. */
function bottomOf(points: PosePoint[], body: Box): Box | null {
  const [left, right] = [pointOf(points, 'right_hip'), pointOf(points, 'left_hip')];
  const shoulders = between(points, 'left_shoulder', 'right_shoulder');
  if (!left || !right || !shoulders) return null;
  const hips = (left.y + right.y) / 2;
  const torso = hips - shoulders.y;
  const knees = between(points, 'left_knee', 'right_knee');
  const foot = body.y + body.height;
  // Legs that end above the edge of the picture and have no knees are behind something.
  if (!knees && foot < 0.97) return null;
  const end = Math.min(knees && knees.y > hips ? knees.y : 1, foot, 1);
  if (torso <= 0 || end - hips < (knees ? 0.12 : 0.2) * torso) return null;
  const [from, to] = [Math.min(left.x, right.x), Math.max(left.x, right.x)];
  const top = hips + (end - hips) * 0.25;
  return { x: from, y: top, width: to - from, height: (end - top) * 0.9 };
}

/** What covers the head above the eyes, where its colour is none that hair has and not that of the wall behind. */
function hatOf(picture: RawPicture, { x, y, width, height }: Box, light: Light): SeenColour[] {
  const top = y - height * 0.5;
  if (height * picture.height < SMALLEST_HAT || top < 0) return [];
  const colours = coloursIn(picture, { x: x + width * 0.15, y: top, width: width * 0.7, height: height * 0.3 }, light);
  const [first] = colours;
  const [behind] = coloursIn(picture, { x: 0, y: 0, width: 1, height: Math.max(0.03, Math.min(0.08, top / 2)) }, light);
  const isHat = first && first.share > 0.6 && HAT_COLOURS.has(first.key) && first.key !== behind?.key;
  return isHat && first.key !== 'white' ? [first] : [];
}
