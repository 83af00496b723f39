import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AiError } from '#errors.ts';
import { MATCHER_FILES } from '#matcher/find-matcher.ts';

/** How the model wants its pictures and texts. */
export type MatcherSettings = {
  side: number;
  /** The middle is cut out of a picture that is not square, rather than all of it pressed together. */
  isCut: boolean;
  mean: number[];
  deviation: number[];
  /** Tokens of a text at most; shorter ones are filled up to it where the model was taught so. */
  context: number;
  isPadded: boolean;
  scale: number;
};

const MOST_JSON = 64 * 2 ** 20;
const CLIP_MEAN = [0.48145466, 0.4578275, 0.40821073];
const CLIP_DEVIATION = [0.26862954, 0.26130258, 0.27577711];

/** Why a model of an administrator cannot be used, for them to read. */
export function badMatcher(reason: string): AiError {
  return new AiError('bad-model', reason, `clip 文件夹里的模型不能用：${reason}`);
}

/** A JSON object of the folder; `{}` where there is none and none is needed. */
export async function readJson(folder: string, name: string, isNeeded = false): Promise<Record<string, unknown>> {
  const path = join(folder, name);
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) {
    if (isNeeded) throw badMatcher(`缺少 ${name}`);
    return {};
  }
  if (found.size > MOST_JSON) throw badMatcher(`${name} 太大`);
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Said below, as for any other text that is no object.
  }
  throw badMatcher(`${name} 不是 JSON`);
}

/** Of the files that exports have (`preprocessor_config.json`), and of `clip.json` for what they do not tell. */
export async function readSettings(folder: string): Promise<MatcherSettings> {
  const picture = await readJson(folder, MATCHER_FILES.picture);
  const own = await readJson(folder, MATCHER_FILES.settings);
  const size = sizeOf(picture['crop_size']) ?? sizeOf(picture['size']) ?? { side: 224, isCut: false };
  const isCut = picture['do_center_crop'] === undefined ? size.isCut : picture['do_center_crop'] === true;
  return {
    side: whole(own['side'] ?? size.side, 16, 1024, 'side'),
    isCut,
    mean: three(picture['image_mean'] ?? CLIP_MEAN, 'image_mean'),
    deviation: three(picture['image_std'] ?? CLIP_DEVIATION, 'image_std'),
    context: whole(own['context'] ?? 52, 4, 512, 'context'),
    isPadded: own['pad'] === true,
    scale: number(own['scale'] ?? 100, 1, 1000, 'scale'),
  };
}

/** 224, { shortest_edge: 224 } or { height: 224, width: 224 }. */
function sizeOf(value: unknown): { side: unknown; isCut: boolean } | null {
  if (typeof value === 'number') return { side: value, isCut: true };
  if (typeof value !== 'object' || value === null) return null;
  const { shortest_edge, height } = value as Record<string, unknown>;
  return shortest_edge === undefined ? { side: height, isCut: false } : { side: shortest_edge, isCut: true };
}

function number(value: unknown, least: number, most: number, name: string): number {
  if (typeof value === 'number' && value >= least && value <= most) return value;
  throw badMatcher(`${name} 应当在 ${least} 到 ${most} 之间`);
}

function whole(value: unknown, least: number, most: number, name: string): number {
  return Math.round(number(value, least, most, name));
}

function three(value: unknown, name: string): number[] {
  if (Array.isArray(value) && value.length === 3) return value.map((each) => number(each, 0.0001, 1, name));
  throw badMatcher(`${name} 应当是三个数`);
}
