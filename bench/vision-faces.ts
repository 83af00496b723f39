/**
 * How many faces that fill the picture are found and known again, and how well faces are put together into persons.
 * `FACES_DIR` is a folder of one's own with a folder per person and, in it, pictures with that face in the middle.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { clusterFaces, SAME_PERSON, type Ai, type Box, type RawPicture, type SeenFace } from '@mixreel/ai';
import sharp from 'sharp';
import type { Bar } from './bar.ts';

/** The height of the face in heights of the picture. */
const FILLS = [0.6, 0.8, 1, 1.15, 1.3];
const SHAPES = [1, 9 / 16, 16 / 9];
const SIDE = 480;

type Portrait = { person: string; pixels: RawPicture; face: SeenFace };
/** `taken` tells pictures apart: crops of one picture are no evidence of each other. */
type Sample = { person: string; taken: number; vector: Float32Array | null };

export async function measureFaces(ai: Ai, dir: string): Promise<Bar[]> {
  const portraits = await readPortraits(ai, dir);
  const bars: Bar[] = [];
  const samples: Sample[] = portraits.map(({ person, face }, taken) => ({ person, taken, vector: face.vector }));
  for (const fill of FILLS) {
    const cases = await Promise.all(
      portraits.flatMap((portrait, i) => cut(portrait, fill, SHAPES[(i + FILLS.indexOf(fill)) % SHAPES.length]!)),
    );
    const sights = await ai.see(cases, { want: ['faces'] });
    let known = 0;
    for (const [i, { faces }] of sights.entries()) {
      const { person, face } = portraits[i]!;
      const largest = faces.toSorted((a, b) => b.box.height - a.box.height)[0];
      if (largest && product(largest.vector, face.vector) >= SAME_PERSON) known += 1;
      samples.push({ person, taken: i, vector: largest?.vector ?? null });
    }
    const seen = sights.filter(({ faces }) => faces.length > 0).length;
    bars.push(percent(`faces of ${Math.round(fill * 100)} % of the height: found`, seen / cases.length, null));
    bars.push(percent(`faces of ${Math.round(fill * 100)} % of the height: known again`, known / cases.length, null));
  }
  const { recall, precision } = pairsOf(samples);
  bars.push(percent('pairs of one person that are put together', recall, 75));
  bars.push(percent('pairs put together that are one person', precision, 99));
  return bars;
}

async function readPortraits(ai: Ai, dir: string): Promise<Portrait[]> {
  const files = readdirSync(dir).flatMap((person) =>
    readdirSync(join(dir, person)).map((file) => ({ person, path: join(dir, person, file) })),
  );
  const sights = await ai.see(
    files.map(({ path }) => path),
    { want: ['faces'] },
  );
  const portraits: Portrait[] = [];
  for (const [i, { person, path }] of files.entries()) {
    const face = sights[i]!.faces.toSorted((a, b) => fromMiddle(a.box) - fromMiddle(b.box))[0];
    if (!face) continue;
    const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    portraits.push({ person, face, pixels: { data, width: info.width, height: info.height } });
  }
  return portraits;
}

function fromMiddle({ x, y, width, height }: Box): number {
  return Math.hypot(x + width / 2 - 0.5, y + height / 2 - 0.5);
}

/** The picture cut so that the face has this share of its height, as far as there is something to cut from. */
async function cut({ pixels, face: { box } }: Portrait, fill: number, shape: number): Promise<RawPicture> {
  const high = (box.height * pixels.height) / fill;
  const wide = high * shape;
  const [left, width] = within((box.x + box.width / 2) * pixels.width, wide, pixels.width);
  const [top, height] = within((box.y + box.height * 0.45) * pixels.height, high, pixels.height);
  const { data, info } = await sharp(pixels.data, {
    raw: { width: pixels.width, height: pixels.height, channels: 3 },
  })
    .extract({ left, top, width, height })
    .resize(SIDE, SIDE, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Over all pairs of different pictures; a face that was not found is put together with nobody. */
function pairsOf(samples: Sample[]): { recall: number; precision: number } {
  const seen = samples.filter(({ vector }) => vector !== null);
  const { of } = clusterFaces(seen.map(({ vector }) => vector!));
  const place = new Map(seen.map((sample, i) => [sample, of[i]!]));
  let [same, joined, right] = [0, 0, 0];
  for (const [i, a] of samples.entries()) {
    for (const b of samples.slice(i + 1)) {
      if (a.taken === b.taken) continue;
      const isSame = a.person === b.person;
      const isJoined = place.has(a) && place.get(a) === place.get(b);
      if (isSame) same += 1;
      if (isJoined) joined += 1;
      if (isSame && isJoined) right += 1;
    }
  }
  return { recall: right / (same || 1), precision: right / (joined || 1) };
}

function product(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}

function percent(name: string, figure: number, bar: number | null): Bar {
  return { name, figure: figure * 100, unit: '%', bar, better: 'higher' };
}

function within(middle: number, size: number, most: number): [from: number, size: number] {
  const from = Math.max(0, Math.round(middle - size / 2));
  return [from, Math.max(16, Math.min(most, Math.round(middle + size / 2)) - from)];
}
