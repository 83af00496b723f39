import { join } from 'node:path';
import type { Ai, Mask, RawPicture, Subject } from '@mixreel/ai';
import type { DepthLayer, Side } from '@mixreel/media';
import sharp, { type Sharp } from 'sharp';
import { mendMask } from './mend-mask.ts';
import { type Box, chooseWindow, cutsText, hasFace, shareIn, type Window } from './window.ts';

/** The subject is looked for in a picture of this size at most. */
const LOOKED_SIDE = 2048;
/** How much nearer than its background the subject stands. */
const NEAR = 0.84;
/** Of a picture: less is a speck, and more leaves nothing to stand before. */
const SUBJECT_LEAST = 0.015;
const SUBJECT_MOST = 0.86;
/** Of a subject, what may be half there: more, and the model did not know. */
const UNSURE_MOST = 0.3;
/** Of a subject, what must be seen in the shape of the film; else the whole picture is shown, with something around it. */
const SHOWN_LEAST = 0.75;
/** Of a person whose head is seen: who is cut off below stands as people do in pictures. */
const SHOWN_BELOW_HEAD = 0.35;
/** Of the film, what a whole picture in it takes: it moves, and comes nearer. */
const FRAMED = 0.8;
/** Of a side, what a subject must cover to be cut off by it. */
const CUT_OFF = 0.02;

export type Size = { width: number; height: number };

/** The layers of a picture, all as large, back to front. `note` says where it did not suit. */
export type Layers = {
  layers: DepthLayer[];
  /** The picture itself, in the same size. */ whole: string;
  note: string | null;
};

type Asked = {
  jpeg: Uint8Array;
  /** As PNG where it is transparent: cut out already. */
  clear: Uint8Array | null;
  size: Size;
  subject: Subject | null;
  /** Those that a film may not cut off, in fractions of the picture. */
  faces: Box[];
  /** Lines that are written in it. */
  texts: Box[];
  folder: string;
  signal: AbortSignal;
};

/**
 * Takes a picture apart: its subject, and what is behind it, filled where the subject stood. Where there is no clear subject
 * the picture stays whole.
 */
export async function makeLayers(ai: Ai, asked: Asked): Promise<Layers> {
  const { jpeg, clear, size, subject, faces, texts, folder, signal } = asked;
  const looked = await rawOf(open(jpeg).resize(LOOKED_SIDE, LOOKED_SIDE, { fit: 'inside', withoutEnlargement: true }));
  const given = clear && subject ? await alphaOf(clear, looked) : null;
  const mask = given && isClear(given) ? given : await findSubject(ai, looked, subject, signal);
  const window = chooseWindow(looked, size, mask, faces);
  const least = faces.length > 0 ? SHOWN_BELOW_HEAD : SHOWN_LEAST;
  const isShown = hasFace(faces, window) && (!mask || shareIn(mask, window) >= least);
  if (!isShown) return framed(jpeg, size, folder);
  const textNote = cutsText(texts, window) ? '图上的文字被画面边缘切断，可以换个画面比例' : null;
  const full = await rawOf(cropped(open(jpeg), await sizeOf(jpeg), window, size));
  const back = join(folder, 'back.jpg');
  const behind = { path: back, depth: 1, sides: ALL_SIDES };
  const whole = join(folder, 'whole.jpg');
  await writeJpeg(full, whole);
  if (!mask) {
    await writeJpeg(full, back);
    const unclear = subject ? '没有找到清楚的主体，整张画面一起运动' : null;
    return { whole, layers: [behind], note: notesOf(unclear, textNote) };
  }
  const alpha = await maskOf(cropped(open1(mask), mask, window, size).linear(1.3, -38), size);
  const hole = await maskOf(open1(alpha).blur(grownBy(size)).threshold(14), size);
  // Behind what was cut out already there is nothing but white; a model would make something up.
  const filled =
    mask === given
      ? { ...full, data: new Uint8Array(full.data.length).fill(255) }
      : await ai.fillHole(full, hole, { signal });
  await writeJpeg(filled, back);
  const near = join(folder, 'near.png');
  const box = boxOf(alpha);
  await sharp(
    await open3(full)
      .joinChannel(Buffer.from(alpha.data), { raw: { ...size, channels: 1 } })
      .raw()
      .toBuffer(),
    {
      raw: { ...size, channels: 4 },
    },
  )
    .extract({ left: box.x, top: box.y, width: box.width, height: box.height })
    .png({ compressionLevel: 1 })
    .toFile(near);
  const sides = sidesOf(alpha);
  return {
    whole,
    layers: [behind, { path: near, depth: NEAR, sides, box: shareOf(box, size) }],
    note: notesOf(noteOf(sides), textNote),
  };
}

/**
 * A picture whose subject does not fit into the shape of the film: all of it before a soft copy of itself. It moves as a frame on a
 * wall does, whole.
 */
async function framed(jpeg: Uint8Array, size: Size, folder: string): Promise<Layers> {
  const [back, whole, near] = [join(folder, 'back.jpg'), join(folder, 'whole.jpg'), join(folder, 'near.png')];
  const { width, height } = size;
  const soft = await open(jpeg)
    .resize(width, height, { fit: 'cover' })
    .blur(width * 0.02)
    .modulate({ brightness: 0.8 })
    .toBuffer();
  await sharp(soft).jpeg({ quality: 92 }).toFile(back);
  const picture = await open(jpeg)
    .resize(Math.round(width * FRAMED), Math.round(height * FRAMED), { fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true });
  const [left, top] = [Math.round((width - picture.info.width) / 2), Math.round((height - picture.info.height) / 2)];
  await sharp(soft)
    .composite([{ input: picture.data, left, top }])
    .jpeg({ quality: 95 })
    .toFile(whole);
  // What is moved goes on like its rim: around it there is nothing, in the colours of the edge. Black would be seen as a line.
  const rim = { top: 4, bottom: 4, left: 4, right: 4 };
  const around = await sharp({ create: { ...sizeIn(picture.info), channels: 3, background: '#fff' } })
    .extend({ ...rim, background: '#000' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  const raw = { width: picture.info.width + 8, height: picture.info.height + 8, channels: 1 as const };
  await sharp(
    await sharp(picture.data)
      .removeAlpha()
      .extend({ ...rim, extendWith: 'copy' })
      .png()
      .toBuffer(),
  )
    .joinChannel(around, { raw })
    .png({ compressionLevel: 1 })
    .toFile(near);
  const box = shareOf(
    { x: left - 4, y: top - 4, width: picture.info.width + 8, height: picture.info.height + 8 },
    size,
  );
  const layers = [
    { path: back, depth: 1, sides: ALL_SIDES },
    { path: near, depth: NEAR, sides: [], box },
  ];
  return { layers, whole, note: '主体放不进这个画面比例，用虚化的背景补齐' };
}

/** What somebody has cut out, as a mask of that size. */
async function alphaOf(clear: Uint8Array, { width, height }: Size): Promise<Mask> {
  const alpha = sharp(clear).extractChannel(3).resize(width, height, { fit: 'fill' }).toColourspace('b-w');
  return { data: new Uint8Array(await alpha.raw().toBuffer()), width, height };
}

/** The model of persons knows little of those who are far away, veiled or not alone: then the one for things may do. */
async function findSubject(ai: Ai, picture: RawPicture, subject: Subject | null, signal: AbortSignal) {
  for (const one of subject === 'person' ? (['person', 'thing'] as const) : subject ? [subject] : []) {
    const found = await ai.cutOut(picture, { subject: one, signal });
    if (isClear(found)) return mendMask(found);
  }
  return null;
}

const ALL_SIDES: Side[] = ['top', 'right', 'bottom', 'left'];
const SIDE_NAMES: Record<Side, string> = { top: '上边', right: '右边', bottom: '下边', left: '左边' };

/** Who is cut off below stands as people do in pictures; elsewhere it shows. */
function noteOf(sides: Side[]): string | null {
  const odd = sides.filter((side) => side !== 'bottom').map((side) => SIDE_NAMES[side]);
  return odd.length > 0 ? `主体被画面${odd.join('、')}切断，镜头运动小一些` : null;
}

function notesOf(...notes: (string | null)[]): string | null {
  return notes.filter((note) => note !== null).join('；') || null;
}

/** Far enough beyond the edge that nothing of its shine is left behind. */
function grownBy({ height }: Size): number {
  return Math.max(2, height * 0.006);
}

function isClear({ data }: Mask): boolean {
  let [inside, unsure] = [0, 0];
  for (const value of data) {
    if (value > 40) inside += 1;
    if (value > 40 && value < 215) unsure += 1;
  }
  const share = inside / data.length;
  return share >= SUBJECT_LEAST && share <= SUBJECT_MOST && unsure / inside <= UNSURE_MOST;
}

/** Where the subject is, with a rim of nothing around it: what is moved goes on like its rim. */
function boxOf({ data, width, height }: Mask): Box {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!data[y * width + x]) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  const [x, y] = [Math.max(0, left - 4), Math.max(0, top - 4)];
  return { x, y, width: Math.min(width, right + 5) - x, height: Math.min(height, bottom + 5) - y };
}

function sizeIn({ width, height }: Size): Size {
  return { width, height };
}

function shareOf({ x, y, width, height }: Box, size: Size): Box {
  return { x: x / size.width, y: y / size.height, width: width / size.width, height: height / size.height };
}

/** The sides of the picture that the subject reaches. */
function sidesOf({ data, width, height }: Mask): Side[] {
  const share = (length: number, at: (n: number) => number) => {
    let covered = 0;
    for (let n = 0; n < length; n += 1) if (data[at(n)]! > 100) covered += 1;
    return covered / length;
  };
  const shares: Record<Side, number> = {
    top: share(width, (x) => x + width),
    bottom: share(width, (x) => (height - 2) * width + x),
    left: share(height, (y) => y * width + 1),
    right: share(height, (y) => y * width + width - 2),
  };
  return ALL_SIDES.filter((side) => shares[side] > CUT_OFF);
}

function within(value: number, most: number): number {
  return Math.max(0, Math.min(most, Math.round(value)));
}

/** The part of a picture that is shown, in the size of the layers. */
function cropped(picture: Sharp, own: Size, { left, top, width, height }: Window, size: Size): Sharp {
  const [x, y] = [within(left * own.width, own.width - 1), within(top * own.height, own.height - 1)];
  const area = {
    left: x,
    top: y,
    width: Math.max(1, within(width * own.width, own.width - x)),
    height: Math.max(1, within(height * own.height, own.height - y)),
  };
  return picture.extract(area).resize(size.width, size.height, { fit: 'fill', kernel: 'cubic' });
}

function open(jpeg: Uint8Array): Sharp {
  return sharp(jpeg, { limitInputPixels: 64e6 });
}

async function sizeOf(jpeg: Uint8Array): Promise<Size> {
  const { width, height } = await open(jpeg).metadata();
  return { width, height };
}

function open3({ data, width, height }: RawPicture): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

function open1({ data, width, height }: Mask): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 } });
}

async function rawOf(picture: Sharp): Promise<RawPicture> {
  const { data, info } = await picture.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function maskOf(picture: Sharp, { width, height }: Size): Promise<Mask> {
  return { data: await picture.extractChannel(0).raw().toBuffer(), width, height };
}

async function writeJpeg(picture: RawPicture, path: string): Promise<void> {
  await open3(picture).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toFile(path);
}
