import { COMMON_WORDS, weighWords } from '#matcher/common-words.ts';
import { loadMatcher, type Matcher } from '#matcher/load-matcher.ts';
import type { PictureMatch } from '#matcher/match.ts';
import type { Task } from '#runtime/tasks.ts';
import { readPicture } from '#vision/picture.ts';
import { likeness } from '#vision/pixels.ts';

/** Larger than any model wants its pictures. */
const SIDE = 1024;

let loading: Promise<Matcher> | undefined;
let common: Promise<Float32Array[]> | undefined;

type Where = { folders: Record<string, string>; threads: number };

function load({ folders, threads }: Where): Promise<Matcher> {
  loading ??= loadMatcher(folders['clip']!, threads);
  return loading;
}

/** Texts as vectors of length 1 that pictures are compared with. */
export const runMatchTexts: Task<'matchTexts'> = async (texts, tools) => {
  const matcher = await load(tools);
  const matches = [];
  for (const text of texts) matches.push({ vector: await matcher.readText(text), scale: matcher.scale });
  return matches;
};

/** Pictures as vectors, with what everyday words say of them. */
export const runMatchPictures: Task<'matchPictures'> = async ({ pictures }, tools) => {
  const matcher = await load(tools);
  common ??= readCommon(matcher);
  const words = await common;
  const matches: PictureMatch[] = [];
  for (const picture of pictures) {
    const vector = await matcher.readPicture(await readPicture(picture, SIDE));
    const products = words.map((word) => likeness(word, vector));
    matches.push({ vector, ...weighWords(products, matcher.scale) });
  }
  return matches;
};

async function readCommon(matcher: Matcher): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (const { name } of COMMON_WORDS) vectors.push(await matcher.readText(name));
  return vectors;
}
