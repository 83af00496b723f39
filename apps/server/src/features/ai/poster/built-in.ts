import type { Mask } from '@mixreel/ai';
import {
  PICTURE_PROMPT_MAX,
  PICTURE_RATIOS,
  PICTURE_REFERENCES_MAX,
  PICTURES_AT_ONCE_MAX,
  shorten,
} from '@mixreel/contract';
import {
  drawPosters,
  type Face,
  hasPictographs,
  type Logo,
  planPosters,
  type PosterPicture,
  preparePicture,
  unprinted,
} from '@mixreel/media';
import sharp from 'sharp';
import { builtIn, type Parts } from '../ability.ts';
import type { PaintEngine, Picture } from '../image.ability.ts';
import { packProblem } from '../refusal.ts';
import { findSubject } from '../subject-mask.ts';

const LOGO_SIDE = 600;
/** Of the work, what looking at the pictures counts. */
const LOOKING = 0.4;

/** Posters by this machine: words, pictures and colours that are put together. Nothing is painted, and it is called so. */
export function builtInPosters(parts: Parts): PaintEngine {
  return {
    ...builtIn,
    engine_name: '海报合成（内置）',
    is_apart: true,
    can: {
      is_composed: true,
      ratios: [...PICTURE_RATIOS],
      count_max: PICTURES_AT_ONCE_MAX,
      prompt_max: PICTURE_PROMPT_MAX,
      has_negative: false,
      has_seed: true,
      references_max: PICTURE_REFERENCES_MAX,
      has_brand: true,
      has_mask: false,
      has_upscale: false,
      has_variation: false,
      has_reroll: false,
      has_describe: false,
    },
    problem: () => null,
    async answer(picture, { signal, onProgress }) {
      return { output: await makePosters(parts, picture, { signal, onProgress }) };
    },
  };
}

type Asked = { signal: AbortSignal; onProgress?: ((done: number) => void) | undefined };

async function makePosters(parts: Parts, wish: Picture, { signal, onProgress }: Asked) {
  const { references, brand_colours = [], prompt, ratio, count } = wish;
  const files = new Map<string, Buffer>();
  const pictures: PosterPicture[] = [];
  const notes = new Set<string>();
  for (const [n, given] of references.entries()) {
    const clear = await readCut(given);
    const { photo, mask, note, face } = clear ?? { photo: given, ...(await cutOut(parts, given, signal)) };
    if (note) notes.add(note);
    const made = await preparePicture(`p${n}`, photo, mask, face);
    for (const [source, bytes] of made.files) files.set(source, bytes);
    pictures.push(made.picture);
    onProgress?.((LOOKING * (n + 1)) / references.length);
  }
  const logo = wish.logo ? await readLogo(wish.logo, files) : null;
  if (pictures.length === 0) notes.add('没有图片可用，只排了文字；选几张商品图会好得多');
  if (hasPictographs(prompt)) notes.add('表情符号印不出来，没有印');
  const brand = brand_colours.map((colour) => colour.toUpperCase() as `#${string}`);
  const seed = wish.seed ?? Math.floor(Math.random() * 1_000_000);
  const posters = planPosters({ prompt, ratio, count, seed, brand, logo, pictures });
  const work = { sheets: posters.map(({ sheet }) => sheet), pictures: Object.fromEntries(files) };
  const made = await drawPosters(work, {
    signal,
    onDrawn: (n) => onProgress?.(LOOKING + ((1 - LOOKING) * n) / posters.length),
  });
  const left = unprinted(
    prompt,
    made.map(({ sheet }) => sheet),
  );
  if (left.length > 0) notes.add(`太长或太多，没有印上：${shortly(left)}`);
  const used = new Set(made.flatMap(({ sheet }) => sheet.layers.flatMap((layer) => layer.picture?.source ?? [])));
  return {
    pictures: made.map(({ jpeg }) => ({ bytes: jpeg })),
    parts: [...files].filter(([source]) => used.has(source)).map(([source, bytes]) => ({ source, bytes })),
    sheets: made.map(({ sheet }, n) => ({ layout_name: posters[n]!.name, sheet })),
    note: [...notes].join('；') || null,
  };
}

const TOLD_MOST = 3;

function shortly(parts: string[]): string {
  const told = parts.slice(0, TOLD_MOST).map((part) => `「${shorten(part)}」`);
  return told.join('') + (parts.length > TOLD_MOST ? `等 ${parts.length} 处` : '');
}

/** Around what was cut out already: a picture that ends where its subject does is not one whose subject was cut off. */
const ROOM = 0.08;

/** A picture that somebody has cut out already, with room around it; null where nothing of it is transparent. */
async function readCut(picture: Uint8Array): Promise<{ photo: Buffer; mask: Mask; note: null; face: null } | null> {
  const { hasAlpha, width, height } = await sharp(picture).metadata();
  if (!hasAlpha) return null;
  const [x, y] = [Math.ceil(width * ROOM), Math.ceil(height * ROOM)];
  const background = { r: 255, g: 255, b: 255, alpha: 0 };
  const photo = await sharp(picture).extend({ left: x, right: x, top: y, bottom: y, background }).png().toBuffer();
  const { data, info } = await sharp(photo).extractChannel(3).raw().toBuffer({ resolveWithObject: true });
  return { photo, mask: { data, width: info.width, height: info.height }, note: null, face: null };
}

/** What of a picture is its subject. Without the models the picture is shown as it is, and that is told. */
async function cutOut(
  parts: Parts,
  jpeg: Uint8Array,
  signal: AbortSignal,
): Promise<{ mask: Mask | null; note: string | null; face: Face | null }> {
  const problem = packProblem(() => parts.shelf.folderOf('cut-out'));
  if (problem) {
    const note = `抠图模型${problem.includes('下载') ? '还在下载' : '还没有'}，这次没有抠图`;
    return { mask: null, face: null, note };
  }
  return { ...(await findSubject(parts, jpeg, signal)), note: null };
}

async function readLogo(bytes: Uint8Array, files: Map<string, Buffer>): Promise<Logo> {
  const small = sharp(bytes).rotate().resize(LOGO_SIDE, LOGO_SIDE, { fit: 'inside', withoutEnlargement: true });
  const { data, info } = await small.png().toBuffer({ resolveWithObject: true });
  files.set('logo', data);
  return { source: 'logo', width: info.width, height: info.height, is_light: await isLight(data) };
}

/** From so bright on it would not be seen before white. */
const LIGHT = 200;

/** Whether what is seen of a transparent picture is bright all in all. */
async function isLight(picture: Uint8Array): Promise<boolean> {
  const { data } = await sharp(picture).ensureAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  let [light, seen, clear] = [0, 0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]! / 255;
    light += alpha * (0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!);
    seen += alpha;
    clear += 1 - alpha;
  }
  return clear > 0 && seen > 0 && light / seen > LIGHT;
}
