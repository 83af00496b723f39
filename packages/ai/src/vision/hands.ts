import { areaOf } from '#vision/boxes.ts';
import type { Box, SeenPerson, Sight } from '#vision/sight.ts';

const HAND = { key: 'hand', label: '手' };
const HEAD = new Set(['nose', 'left_eye', 'right_eye', 'left_ear', 'right_ear']);
/** In fingers a head is seen, but never clearly. */
const HEAD_SEEN = 0.4;
const LARGEST_HAND = 0.2;
/** Two arms take more room, but neither head nor shoulders are seen with them. */
const LARGEST_ARMS = 0.45;
const BODY = new Set(['left_shoulder', 'right_shoulder', 'left_hip', 'right_hip', 'left_knee', 'right_knee']);
const BODY_SEEN = 0.3;
const SURE_PERSON = 0.65;
const EDGE = 0.02;

/** Somebody far away is no hand: hands reach into the middle of what is filmed. */
const SMALLEST_HAND = 0.03;

/** A figure without a head that comes in from the edge of the picture is a hand that reaches for something. */
export function tellHands(sight: Sight): Sight {
  const hands = sight.persons.filter((person) => isHand(person, sight));
  if (hands.length === 0) return sight;
  const isOne = (box: Box) => hands.some((hand) => hand.box.x === box.x && hand.box.y === box.y);
  return {
    ...sight,
    objects: sight.objects.map((object) =>
      object.key === 'person' && isOne(object.box) ? { ...object, ...HAND, colours: [] } : object,
    ),
    persons: sight.persons.filter((person) => !hands.includes(person)),
    people: Math.max(0, sight.people - hands.length),
  };
}

function isHand({ box, score, points, male }: SeenPerson, { faces }: Sight): boolean {
  const head = points.filter(({ name, score: sure }) => HEAD.has(name) && sure >= HEAD_SEEN);
  const hasHead = male !== undefined || head.length > 2;
  const hasFace = faces.some((face) => face.box.x >= box.x && face.box.x + face.box.width <= box.x + box.width);
  const isAtEdge = box.x < EDGE || box.y < EDGE || box.x + box.width > 1 - EDGE || box.y + box.height > 1 - EDGE;
  const isBody = points.some(({ name, score: sure }) => BODY.has(name) && sure >= BODY_SEEN);
  const isSmall = areaOf(box) < (isBody ? LARGEST_HAND : LARGEST_ARMS);
  return !hasHead && !hasFace && isAtEdge && areaOf(box) >= SMALLEST_HAND && isSmall && score < SURE_PERSON;
}
