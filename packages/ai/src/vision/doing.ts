import { insideOf, overlapOf } from '#vision/boxes.ts';
import { between, pointOf } from '#vision/pose.ts';
import type { Box, SeenObject, SeenPerson, Sight } from '#vision/sight.ts';

/** What somebody does, as far as joints and things beside them tell. */
export type Doing = { key: DoingKey; score: number };
export type DoingKey = keyof typeof DOINGS;

export const DOINGS = {
  sitting: '坐着',
  standing: '站着',
  walking: '走路',
  arms_up: '举手',
  gesture: '手势',
  hand_at_face: '手在脸旁',
  riding: '骑行',
  on_boat: '乘船',
  holding: '手里拿着东西',
  profile: '侧脸',
  facing: '正脸',
} as const;

const HELD = new Set(['bottle', 'cup', 'wine_glass', 'cell_phone', 'book', 'remote', 'banana', 'apple', 'toothbrush']);
const RIDDEN = new Set(['bicycle', 'motorcycle', 'horse']);

export function doingOf(person: SeenPerson, { objects, width, height }: Sight): Doing[] {
  const { points, box } = person;
  const found: Doing[] = [];
  const say = (key: DoingKey, score: number) => found.push({ key, score });
  const ratio = width / (height || 1);
  const apart = (a: { x: number; y: number }, b: { x: number; y: number }) =>
    Math.hypot((a.x - b.x) * ratio, a.y - b.y);

  for (const thing of objects) {
    if (RIDDEN.has(thing.key) && isOn(box, thing.box)) say('riding', 0.8);
    if (thing.key === 'boat' && insideOf(box, thing.box) > 0.6) say('on_boat', 0.7);
  }
  const shoulders = between(points, 'left_shoulder', 'right_shoulder');
  const hips = between(points, 'left_hip', 'right_hip');
  const knees = between(points, 'left_knee', 'right_knee');
  const torso = shoulders && hips ? apart(shoulders, hips) : 0;
  const bottom = box.y + box.height;
  if (shoulders && hips && torso > 0.02) {
    const thigh = knees ? knees.y - hips.y : null;
    const isUpright = Math.abs(shoulders.x - hips.x) * ratio < 0.5 * torso;
    if (thigh !== null && thigh < 0.45 * torso && bottom < 0.97) say('sitting', 0.7);
    // Legs that are hidden though the picture goes on: a table is before them.
    else if (thigh === null && isUpright && bottom < 0.95 && bottom - hips.y < 0.4 * torso) say('sitting', 0.65);
    // A picture does not tell who stands from who walks.
    else if (thigh !== null && thigh > 0.6 * torso && isUpright) say('standing', 0.55);
  }
  const [leftFoot, rightFoot] = [pointOf(points, 'left_ankle'), pointOf(points, 'right_ankle')];
  if (torso > 0.02 && leftFoot && rightFoot && found.some(({ key }) => key === 'standing')) {
    const stride = Math.abs(leftFoot.x - rightFoot.x) * ratio;
    if (stride > 0.35 * torso || Math.abs(leftFoot.y - rightFoot.y) > 0.18 * torso) {
      say('walking', stride > 0.6 * torso ? 0.65 : 0.5);
    }
  }

  const nose = pointOf(points, 'nose');
  const wrists = [pointOf(points, 'left_wrist'), pointOf(points, 'right_wrist')].filter((wrist) => wrist !== undefined);
  const head = shoulders && nose ? apart(shoulders, nose) : 0;
  if (nose && head > 0 && wrists.some((wrist) => apart(wrist, nose) < 0.95 * head && wrist.y > nose.y - 0.4 * head)) {
    say('hand_at_face', 0.65);
  } else if (nose && wrists.some((wrist) => wrist.y < nose.y)) say('arms_up', 0.7);
  if (shoulders && hips && torso > 0) {
    const raised = wrists.filter((wrist) => wrist.y < hips.y - 0.3 * torso);
    if (raised.length > 0) say('gesture', raised.length === 2 ? 0.75 : 0.55);
  }
  for (const wrist of wrists) {
    if (objects.some((thing) => HELD.has(thing.key) && isNear(thing, wrist))) {
      say('holding', 0.65);
      break;
    }
  }

  const [left, right] = [pointOf(points, 'left_eye'), pointOf(points, 'right_eye')];
  if (nose && left && right) {
    const [from, to] = [Math.min(left.x, right.x), Math.max(left.x, right.x)];
    const isAside = nose.x < from || nose.x > to;
    if (isAside) say('profile', 0.7);
    else if (to - from > 0.2 * head) say('facing', 0.7);
  }
  return found.filter(({ key }, i) => found.findIndex((other) => other.key === key) === i);
}

/** A rider is above and within the width of what is ridden. */
function isOn(person: Box, ridden: Box): boolean {
  const middle = person.x + person.width / 2;
  const isAbove = person.y < ridden.y + 0.3 * ridden.height;
  return isAbove && middle > ridden.x && middle < ridden.x + ridden.width && overlapOf(person, ridden) > 0.05;
}

function isNear({ box }: SeenObject, { x, y }: { x: number; y: number }): boolean {
  const [dx, dy] = [box.width * 0.4, box.height * 0.3];
  return x > box.x - dx && x < box.x + box.width + dx && y > box.y - dy && y < box.y + box.height + dy;
}
