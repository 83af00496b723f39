import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@mixreel/contract';
import { labelPicture, runFfmpeg, takeStill } from '@mixreel/media';
import sharp from 'sharp';
import { askModel, packProblem } from '#features/ai/refusal.ts';
import type { Output, RunTool, Work } from './box-tool.ts';
import { filtered } from './film-tools.ts';

const PIXELS_MOST = 40e6;
const SIDE_MOST = 4096;

async function written(
  { label, folder }: Pick<Work, 'label' | 'folder'>,
  bytes: Buffer,
  suffix: string,
): Promise<Output> {
  const path = join(folder, `out${suffix.replace(/[^.\w]/g, '')}`);
  await writeFile(path, label ? labelPicture(bytes, label) : bytes);
  return { path, suffix };
}

export const removeBackground: RunTool<{ subject: string }> = {
  cost: 4,
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
  cost: 1.5,
  async run(work) {
    const { facts, path, options, content_type } = work;
    const times = Number(options.times);
    const { video } = facts;
    if (!video) throw new AppError('invalid', '这个素材没有画面');
    const side = Math.max(video.width, video.height) * times;
    if (side > SIDE_MOST) throw new AppError('invalid', `放大后超过 ${SIDE_MOST} 像素，不用再放大了`);
    if (!facts.isStill) {
      const scale = `scale=trunc(iw*${times}/2)*2:trunc(ih*${times}/2)*2:flags=lanczos,unsharp=5:5:0.5`;
      return filtered(work, { video: scale, suffix: `放大${times}倍` });
    }
    const image = sharp(path, { limitInputPixels: PIXELS_MOST }).rotate();
    const { data, info } = await image.toBuffer({ resolveWithObject: true });
    const large = sharp(data)
      .resize(Math.round(info.width * times), Math.round(info.height * times), { kernel: 'lanczos3' })
      .sharpen({ sigma: 1 });
    const isJpeg = content_type === 'image/jpeg';
    const bytes = await (isJpeg ? large.jpeg({ quality: 95 }) : large.png()).toBuffer();
    return [await written(work, bytes, `-放大${times}倍${isJpeg ? '.jpg' : '.png'}`)];
  },
};

export const frames: RunTool<{ count: number }> = {
  cost: 0.1,
  async run(work) {
    const { context, path, facts, options, folder, label, onProgress } = work;
    const made: Output[] = [];
    const count = Math.round(options.count);
    for (let n = 0; n < count; n += 1) {
      const seconds = (facts.seconds * (n + 0.5)) / count;
      const out = join(folder, `frame-${n}.jpg`);
      const shown = ['-frames:v', 1, '-q:v', 2, '-f', 'image2', '-update', 1, out];
      await runFfmpeg(context.tools, [['-ss', seconds, '-i', path, '-map', '0:V:0', ...shown]], {
        signal: context.signal,
      });
      if (label) await writeFile(out, labelPicture(await readFile(out), label));
      made.push({ path: out, suffix: `-${String(n + 1).padStart(2, '0')}.jpg` });
      onProgress((n + 1) / count);
    }
    return made;
  },
};

/** How the middle of the picture follows faces: half a second at a time, never in jumps. */
const LOOK_SECONDS = 0.5;
const LOOKS_MOST = 240;
const SMOOTH = 0.25;

export const reframe: RunTool<{ ratio: string }> = {
  cost: 1.2,
  async run(work) {
    const { facts, options } = work;
    const { video } = facts;
    if (!video) throw new AppError('invalid', '这个素材没有画面');
    const [across = 9, down = 16] = options.ratio.split(':').map(Number);
    const wanted = across / down;
    const isNarrower = wanted < video.width / video.height;
    const width = isNarrower ? 2 * Math.round((video.height * wanted) / 2) : 2 * Math.floor(video.width / 2);
    const height = isNarrower ? 2 * Math.floor(video.height / 2) : 2 * Math.round(video.width / wanted / 2);
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

/** Where faces are along the side that is cut, smoothed; the middle where there are none, or nobody can look. */
async function followFaces(work: Work<{ ratio: string }>, isAcross: boolean): Promise<Point[]> {
  const { context, path, facts, folder, onProgress } = work;
  const { shelf, ai, tools, signal } = context;
  if (packProblem(() => shelf.folderOf('vision-faces')) !== null) return [{ seconds: 0, share: 0.5 }];
  const step = Math.max(LOOK_SECONDS, facts.seconds / LOOKS_MOST);
  const points: Point[] = [];
  let now = 0.5;
  for (let seconds = step / 2; seconds < facts.seconds; seconds += step) {
    const still = await takeStill(tools, { path, facts }, seconds, {
      folder: join(folder, `look-${points.length}`),
      signal,
    });
    const [sight] = still ? await ai.see([still.path], { want: ['faces'], signal }) : [];
    const largest = sight?.faces.toSorted((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)[0];
    if (largest) {
      const { x, y, width, height } = largest.box;
      const share = isAcross ? x + width / 2 : y + height / 2;
      now = points.length === 0 ? share : now + SMOOTH * (share - now);
    }
    points.push({ seconds, share: now });
    onProgress((0.4 * seconds) / facts.seconds);
  }
  return points.length > 0 ? points : [{ seconds: 0, share: 0.5 }];
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
