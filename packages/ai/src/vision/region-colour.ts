import { type ColourKey, colourKeys } from '#vision/colour-names.ts';
import { type Lab, toOklab } from '#vision/oklab.ts';
import type { Box, RawPicture, SeenColour } from '#vision/sight.ts';

/** What the light of a picture adds to everything in it: to be taken away before colours are named. */
export type Light = { a: number; b: number; white: number };

const NO_LIGHT: Light = { a: 0, b: 0, white: 1 };
const MOST_SAMPLES = 2500;
/** What is nearly grey and bright tells the colour of the light, if there is enough of it. */
const NEARLY_GREY = 0.045;
const LEAST_GREY = 0.06;
const MOST_SHIFT = 0.03;
/** What is grey may also be beige or a pale sky: half of what it leans is taken for the light. */
const BELIEVED = 0.5;
/** A colour that some would say counts as so much of one that most would. */
const SECOND = 0.55;

/** The light of a picture, from what is probably white or grey in it. */
export function lightOf(picture: RawPicture): Light {
  const levels = new Uint32Array(101);
  let [count, grey, a, b] = [0, 0, 0, 0];
  eachPixel(picture, { x: 0, y: 0, width: 1, height: 1 }, (lab) => {
    count += 1;
    levels[Math.min(100, Math.max(0, Math.round(lab[0] * 100)))]! += 1;
    if (lab[0] > 0.5 && Math.hypot(lab[1], lab[2]) < NEARLY_GREY) {
      grey += 1;
      a += lab[1];
      b += lab[2];
    }
  });
  if (count === 0) return NO_LIGHT;
  let [white, above] = [100, 0];
  while (white > 50 && above + levels[white]! < 0.02 * count) {
    above += levels[white]!;
    white -= 1;
  }
  if (grey < LEAST_GREY * count) return { ...NO_LIGHT, white: white / 100 };
  const shift = Math.hypot(a / grey, b / grey);
  const scale = (BELIEVED * Math.min(1, MOST_SHIFT / (shift || 1))) / grey;
  return { a: a * scale, b: b * scale, white: white / 100 };
}

/** A face in good light is about so bright. */
const LIT_FACE = 0.74;

/** The light on somebody: what they wear is in the shade as far as their face is. */
export function lightOn(picture: RawPicture, face: Box, light: Light): Light {
  const skin = meanOf(picture, insideFace(face));
  return skin ? { ...light, white: Math.min(light.white, skin[0] / LIT_FACE) } : light;
}

/** How far skin of one person differs from place to place: in colour, and in light. */
const ONE_SKIN = { colour: 0.035, light: 0.15 };

/** Whether a part has the colour of the face above it: a chest, not a shirt. */
export function isSkin(picture: RawPicture, face: Box, part: Box): boolean {
  const [skin, other] = [meanOf(picture, insideFace(face)), meanOf(picture, part)];
  if (!skin || !other) return false;
  const apart = Math.hypot(skin[1] - other[1], skin[2] - other[2]);
  return apart < ONE_SKIN.colour && Math.abs(skin[0] - other[0]) < ONE_SKIN.light && isFlesh(other);
}

/** Red and yellow about alike, and not too strong. */
function isFlesh([, a, b]: Lab): boolean {
  const [strength, hue] = [Math.hypot(a, b), Math.atan2(b, a)];
  return strength > 0.03 && strength < 0.16 && hue > 0.25 && hue < 1.35;
}

/** Without hair and ground. */
function insideFace({ x, y, width, height }: Box): Box {
  return { x: x + width * 0.25, y: y + height * 0.3, width: width * 0.5, height: height * 0.5 };
}

function meanOf(picture: RawPicture, box: Box): Lab | null {
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  eachPixel(picture, box, (lab) => {
    for (const i of [0, 1, 2] as const) sum[i] += lab[i];
    count += 1;
  });
  return count === 0 ? null : [sum[0] / count, sum[1] / count, sum[2] / count];
}

/** The colours of a part of a picture, the largest first; the corners of the box are left out if it is `round`. */
export function coloursIn(picture: RawPicture, box: Box, light: Light, isRound = false): SeenColour[] {
  const shares = new Map<ColourKey, number>();
  let count = 0;
  // In dim light white is what is as bright as anything gets.
  const gain = Math.min(1.25, 0.95 / light.white);
  eachPixel(
    picture,
    box,
    ([lightness, a, b]) => {
      count += 1;
      const [first, second] = colourKeys([
        lightness > 0.5 ? Math.max(0.5, lightness * gain) : lightness,
        a - light.a,
        b - light.b,
      ]);
      shares.set(first, (shares.get(first) ?? 0) + 1);
      if (second) shares.set(second, (shares.get(second) ?? 0) + SECOND);
    },
    isRound,
  );
  return Array.from(shares, ([key, sum]) => ({ key, share: sum / (count || 1) })).toSorted((x, y) => y.share - x.share);
}

/** How far around a thing its surroundings are looked at, and the share that a colour of theirs keeps: below what is sure. */
const AROUND = 0.25;
const SHARED = 0.44;

/** The colours of a thing in its box; one that its surroundings have as much of may be theirs. */
export function coloursOfThing(picture: RawPicture, { x, y, width, height }: Box, light: Light): SeenColour[] {
  const colours = coloursIn(picture, { x, y, width, height }, light, true);
  const [left, top] = [Math.max(0, x - AROUND * width), Math.max(0, y - AROUND * height)];
  const right = Math.min(1, x + (1 + AROUND) * width);
  const bottom = Math.min(1, y + (1 + AROUND) * height);
  const wide = { x: left, y: top, width: right - left, height: bottom - top };
  const [first] = colours;
  if (!first || wide.width * wide.height < 1.2 * width * height) return colours;
  const around = coloursIn(picture, wide, light).find(({ key }) => key === first.key)?.share ?? 0;
  if (around < first.share) return colours;
  return [{ ...first, share: Math.min(first.share, SHARED) }, ...colours.slice(1)];
}

function eachPixel({ data, width, height }: RawPicture, box: Box, visit: (lab: Lab) => void, isRound = false): void {
  const left = Math.max(0, Math.floor(box.x * width));
  const top = Math.max(0, Math.floor(box.y * height));
  const right = Math.min(width, Math.ceil((box.x + box.width) * width));
  const bottom = Math.min(height, Math.ceil((box.y + box.height) * height));
  const step = Math.max(1, Math.floor(Math.sqrt(((right - left) * (bottom - top)) / MOST_SAMPLES)));
  for (let y = top; y < bottom; y += step) {
    for (let x = left; x < right; x += step) {
      if (isRound) {
        const dx = (x - (left + right) / 2) / ((right - left) / 2);
        const dy = (y - (top + bottom) / 2) / ((bottom - top) / 2);
        if (dx * dx + dy * dy > 1) continue;
      }
      const at = (y * width + x) * 3;
      visit(toOklab(data[at]!, data[at + 1]!, data[at + 2]!));
    }
  }
}
