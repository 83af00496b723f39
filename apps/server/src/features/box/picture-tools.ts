import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sight } from '@mixreel/ai';
import { AppError, IMAGE_PIXELS_MAX } from '@mixreel/contract';
import {
  analyse,
  type CoverFrame,
  FfmpegError,
  labelPicture,
  proposeCovers,
  rateFrame,
  runFfmpeg,
  takeStill,
} from '@mixreel/media';
import sharp from 'sharp';
import { askModel, packProblem } from '#features/ai/refusal.ts';
import { framesIn, readFrames } from '#features/cover/frames.ts';
import { Needless, type Output, type RunTool, type Work } from './box-tool.ts';
import { denoiseFilter, filtered, plainOf, standardOf } from './film-tools.ts';

const SIDE_MOST = 4096;

/** A picture as a file, with its label. */
export async function written(
  { label, folder }: Pick<Work, 'label' | 'folder'>,
  bytes: Buffer,
  suffix: string,
): Promise<Output> {
  const path = join(folder, `out${suffix.replace(/[^.\w]/g, '')}`);
  await writeFile(path, label ? labelPicture(bytes, label) : bytes);
  return { path, suffix };
}

/** A picture as ffmpeg takes it, upright and without what can be seen through; every one that may be uploaded. */
export async function writePlain(path: string, out: string): Promise<void> {
  const upright = sharp(path, { limitInputPixels: IMAGE_PIXELS_MAX }).rotate().removeAlpha().toColourspace('srgb');
  await upright.png({ compressionLevel: 1 }).toFile(out);
}

export const removeBackground: RunTool<{ subject: string }> = {
  problem: async ({ shelf }) => packProblem(() => shelf.folderOf('cut-out')),
  async run(work) {
    const { context, path, options, folder } = work;
    const { ai, signal } = context;
    const plain = join(folder, 'plain.png');
    const { width, height } = await sharp(path, { limitInputPixels: 100e6 })
      .rotate()
      .resize(SIDE_MOST, SIDE_MOST, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .png()
      .toFile(plain);
    const mask = await askModel(() =>
      ai.cutOut(plain, { subject: options.subject === 'person' ? 'person' : 'thing', signal }),
    );
    if (!mask.data.some((value) => value > 127)) {
      throw new AppError('invalid', '没有找到清楚的主体，换个「抠什么」试试');
    }
    const alpha = { raw: { width, height, channels: 1 as const } };
    const bytes = await sharp(plain).joinChannel(Buffer.from(mask.data), alpha).png().toBuffer();
    return [await written(work, bytes, '-透明底.png')];
  },
};

export const upscale: RunTool<{ times: string }> = {
  async run(work) {
    const { facts, path, options, content_type } = work;
    const times = Number(options.times);
    const { video } = facts;
    if (!video) throw new AppError('invalid', '这个素材没有画面，请换一个视频');
    const side = Math.max(video.width, video.height) * times;
    if (side > SIDE_MOST) throw new Needless(`放大后超过 ${SIDE_MOST} 像素，不用再放大了`);
    if (!facts.isStill) {
      const scale = `scale=trunc(iw*${times}/2)*2:trunc(ih*${times}/2)*2:flags=lanczos,unsharp=5:5:0.5`;
      return filtered(work, { video: scale, suffix: `放大${times}倍` });
    }
    const image = sharp(path, { limitInputPixels: IMAGE_PIXELS_MAX }).rotate();
    const { data, info } = await image.toBuffer({ resolveWithObject: true });
    const large = sharp(data)
      .resize(Math.round(info.width * times), Math.round(info.height * times), { kernel: 'lanczos3' })
      .sharpen({ sigma: 1 });
    const isJpeg = content_type === 'image/jpeg';
    const bytes = await (isJpeg ? large.jpeg({ quality: 95 }) : large.png()).toBuffer();
    return [await written(work, bytes, `-放大${times}倍${isJpeg ? '.jpg' : '.png'}`)];
  },
};

/** How unlike two places of a picture may be that are taken for the same. */
const NOISE: Record<string, number> = { light: 2, medium: 4, strong: 8 };

/** A film is compared with its frames before; a picture with itself, a little aside. */
export const denoise: RunTool<{ strength: string }> = {
  async run(work) {
    const { context, facts, path, folder, options, content_type } = work;
    if (!facts.isStill) return filtered(work, { video: denoiseFilter(options.strength), suffix: '降噪' });
    const [plain, quiet] = [join(folder, 'plain.png'), join(folder, 'quiet.png')];
    const image = sharp(path, { limitInputPixels: IMAGE_PIXELS_MAX }).rotate();
    const { hasAlpha } = await image.metadata();
    await writePlain(path, plain);
    const filter = `format=gbrp,nlmeans=s=${NOISE[options.strength] ?? NOISE['medium']}:p=5:r=9,format=rgb24`;
    await runFfmpeg(context.tools, [['-i', plain, '-vf', filter, '-frames:v', 1, '-update', 1, quiet]], {
      signal: context.signal,
      folder,
    });
    const made = hasAlpha
      ? sharp(quiet).joinChannel(
          await image.clone().ensureAlpha().extractChannel(3).toColourspace('b-w').png().toBuffer(),
        )
      : sharp(quiet);
    const isJpeg = content_type === 'image/jpeg';
    const bytes = await (isJpeg ? made.jpeg({ quality: 95 }) : made.png()).toBuffer();
    return [await written(work, bytes, `-降噪${isJpeg ? '.jpg' : '.png'}`)];
  },
};

export const frames: RunTool<{ count: number }> = {
  async run(work) {
    const { path, facts, options, folder, onProgress } = work;
    const made: Output[] = [];
    const count = Math.round(options.count);
    for (let n = 0; n < count; n += 1) {
      const seconds = (facts.seconds * (n + 0.5)) / count;
      const out = join(folder, `frame-${n}.jpg`);
      await takeFrame(work, path, seconds, out);
      made.push({ path: out, suffix: `-${String(n + 1).padStart(2, '0')}.jpg` });
      onProgress((n + 1) / count);
    }
    return made;
  },
};

/** Sharp and bright pictures, with faces where there are some, that are unlike one another. */
export const coverPick: RunTool<{ count: number }> = {
  async run(work) {
    const { context, row, path, facts, isSource, options, folder, onProgress } = work;
    const frames = isSource
      ? framesIn(
          { content: row.material_id, from: 0, to: facts.seconds, is_still: false },
          (await readFrames(context.db, [row.material_id])).get(row.material_id),
        )
      : await measureFrames(work);
    const chosen = proposeCovers(frames, [], Math.round(options.count));
    const made: Output[] = [];
    for (const [n, { seconds }] of chosen.entries()) {
      const out = join(folder, `cover-${n}.jpg`);
      await takeFrame(work, path, seconds, out);
      made.push({ path: out, suffix: `-封面${n + 1}.jpg` });
      onProgress((n + 1) / chosen.length);
    }
    if (made.length === 0) throw new AppError('invalid', '没有找到能做封面的画面，可以用「截画面」自己挑');
    return made;
  },
};

/** Of a film that another tool has made, which nobody has measured yet. */
async function measureFrames({ context, path, facts, folder }: Work<{ count: number }>): Promise<CoverFrame[]> {
  const options = { folder: join(folder, 'stills'), hasProxy: false, signal: context.signal };
  const { stills } = await analyse(context.tools, path, facts, options);
  return stills
    .filter(({ isBlack }) => !isBlack)
    .map(({ seconds, sharpness, brightness, hash }) => ({
      content: path,
      seconds,
      hash,
      quality: rateFrame({ sharpness, brightness, face: 0, certainty: 0 }),
    }));
}

async function takeFrame(
  { context, label, facts }: Pick<Work, 'context' | 'label' | 'facts'>,
  path: string,
  seconds: number,
  out: string,
): Promise<void> {
  const filters = [...plainOf(facts), ...standardOf(facts)];
  const shown = ['-frames:v', 1, '-fps_mode', 'passthrough', '-q:v', 2, '-f', 'image2', '-update', 1, out];
  const take = async (...how: string[]) =>
    runFfmpeg(
      context.tools,
      [
        [...how, '-ss', seconds, '-i', path, '-map', '0:V:0'],
        filters.length > 0 ? ['-vf', filters.join(',')] : [],
        shown,
      ],
      { signal: context.signal },
    );
  // The last picture may stand for seconds, and sound go on behind it: none begins there.
  await take().catch((error: unknown) => {
    if (!(error instanceof FfmpegError)) throw error;
  });
  if (!existsSync(out)) await take('-noaccurate_seek');
  if (!existsSync(out)) throw new AppError('invalid', `第 ${seconds.toFixed(1)} 秒没有画面，请换一个视频`);
  if (label) await writeFile(out, labelPicture(await readFile(out), label));
}

/** How the middle of the picture follows faces and things: half a second at a time, never in jumps. */
const LOOK_SECONDS = 0.5;
const LOOKS_MOST = 240;
const SMOOTH = 0.25;
/** What would lose so little of a side is of that shape already. */
const SAME_SHAPE = 0.01;

export const reframe: RunTool<{ ratio: string }> = {
  async run(work) {
    const { facts, options } = work;
    const { video } = facts;
    if (!video) throw new AppError('invalid', '这个素材没有画面，请换一个视频');
    const [across = 9, down = 16] = options.ratio.split(':').map(Number);
    const wanted = across / down;
    const isNarrower = wanted < video.width / video.height;
    const [most, tallest] = [2 * Math.floor(video.width / 2), 2 * Math.floor(video.height / 2)];
    const width = isNarrower ? Math.min(most, 2 * Math.round((video.height * wanted) / 2)) : most;
    const height = isNarrower ? tallest : Math.min(tallest, 2 * Math.round(video.width / wanted / 2));
    if (width > (1 - SAME_SHAPE) * most && height > (1 - SAME_SHAPE) * tallest) {
      throw new Needless(`画面已经是 ${options.ratio}，不用裁`);
    }
    const path = await followFaces(work, isNarrower);
    const room = isNarrower ? video.width - width : video.height - height;
    const at = (share: number) =>
      Math.round(
        Math.min(
          room,
          Math.max(0, share * (isNarrower ? video.width : video.height) - (isNarrower ? width : height) / 2),
        ),
      );
    const x = isNarrower ? curveOf(path, at) : '0';
    const y = isNarrower ? '0' : curveOf(path, at);
    return filtered(work, {
      video: `crop=${width}:${height}:x='${x}':y='${y}'`,
      suffix: options.ratio.replace(':', '比'),
    });
  },
};

type Point = { seconds: number; share: number };

/** Things are looked for where a face is not; what fills the picture, or is hardly seen, is no place to look at. */
const THING = { score: 0.35, least: 0.01, most: 0.6 };

/** Where faces or things are along the side that is cut, smoothed; the middle where there are none, or nobody can look. */
async function followFaces(work: Work<{ ratio: string }>, isAcross: boolean): Promise<Point[]> {
  const { context, path, facts, folder, onProgress } = work;
  const { shelf, ai, tools, signal } = context;
  const isThere = (pack: Parameters<typeof shelf.folderOf>[0]) => packProblem(() => shelf.folderOf(pack)) === null;
  const want = (['faces', 'objects'] as const).filter((part) => isThere(`vision-${part}`));
  if (want.length === 0) return [{ seconds: 0, share: 0.5 }];
  const step = Math.max(LOOK_SECONDS, facts.seconds / LOOKS_MOST);
  const points: Point[] = [];
  let now = 0.5;
  for (let seconds = step / 2; seconds < facts.seconds; seconds += step) {
    const still = await takeStill(tools, { path, facts }, seconds, {
      folder: join(folder, `look-${points.length}`),
      signal,
    });
    const [sight] = still ? await ai.see([still.path], { want: [...want], signal }) : [];
    const place = sight && placeIn(sight, isAcross);
    if (place !== undefined) now = points.length === 0 ? place : now + SMOOTH * (place - now);
    points.push({ seconds, share: now });
    onProgress((0.4 * seconds) / facts.seconds);
  }
  return points.length > 0 ? points : [{ seconds: 0, share: 0.5 }];
}

const sizeOf = ({ width, height }: Sight['faces'][number]['box']) => width * height;

/** The middle of the largest face along a side, or of the thing that is largest and surest. */
export function placeIn({ faces, objects }: Pick<Sight, 'faces' | 'objects'>, isAcross: boolean): number | undefined {
  const things = objects.filter(({ score, box }) => {
    return score >= THING.score && sizeOf(box) >= THING.least && sizeOf(box) <= THING.most;
  });
  const [face] = faces.toSorted((one, other) => sizeOf(other.box) - sizeOf(one.box));
  const [thing] = things.toSorted((one, other) => other.score * sizeOf(other.box) - one.score * sizeOf(one.box));
  const box = face?.box ?? thing?.box;
  return box && (isAcross ? box.x + box.width / 2 : box.y + box.height / 2);
}

/** Straight lines between points, as words of ffmpeg with the time `t`. */
function curveOf(points: Point[], at: (share: number) => number): string {
  const [first, ...rest] = points.map(({ seconds, share }) => ({ seconds, place: at(share) }));
  if (!first) return '0';
  let words = String(first.place);
  let before = first;
  for (const point of rest) {
    if (point.place !== before.place) {
      const slope = (point.place - before.place) / (point.seconds - before.seconds);
      words += `+${slope.toFixed(3)}*clip(t-${before.seconds.toFixed(2)},0,${(point.seconds - before.seconds).toFixed(2)})`;
    }
    before = point;
  }
  return words.replaceAll('+-', '-');
}
