import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { AppError } from '@mixreel/contract';
import { FfmpegError, probe, runFfmpeg, runProgram, SourceError, type Tools } from '@mixreel/media';
import type { PictureSize } from './picture-size.ts';

/** Pictures that are kept as they come; everything else becomes one of these. */
const KEPT = new Set(['image/png', 'image/jpeg']);

export function wantsConversion(content_type: string): boolean {
  return content_type.startsWith('image/') && !KEPT.has(content_type);
}

export type Converted = { path: string; extension: '.jpg' | '.png'; content_type: string };

type Asked = { path: string; folder: string; content_type: string; size: PictureSize | null; signal?: AbortSignal };

const UNREADABLE: Record<string, string> = {
  'image/heic':
    '这台服务器读不了这张 HEIC 图片：请在 iPhone 的「设置 › 相机 › 格式」里选「兼容性最佳」后重拍，或转成 JPG 再上传',
};

/**
 * A picture as PNG (if parts of it may be transparent) or JPEG, which browsers, editors and every ffmpeg can read; upright, with
 * its label of AI. Written in a confined process: it comes from a stranger.
 */
export async function convertPicture(tools: Tools, asked: Asked): Promise<Converted> {
  const { content_type, signal } = asked;
  try {
    return await (content_type === 'image/heic' ? convertHeic(tools, asked) : convertBySharp(asked));
  } catch (error) {
    if (signal?.aborted || !(error instanceof FfmpegError || error instanceof SourceError)) throw error;
    throw new AppError('wrong_type', UNREADABLE[content_type] ?? '图片已损坏，打不开；请转成 JPG 或 PNG 后上传');
  }
}

const LIMITS = { timeLimitSeconds: 60, memoryLimitBytes: 1.5 * 2 ** 30 };

async function convertBySharp({ path, folder, signal }: Asked): Promise<Converted> {
  const entry = createRequire(import.meta.url).resolve('sharp');
  const modules = dirname(dirname(dirname(entry)));
  const target = join(folder, 'converted');
  const script = `
    import { createRequire } from 'node:module';
    const sharp = createRequire(${JSON.stringify(entry)})(${JSON.stringify(entry)});
    const picture = sharp(${JSON.stringify(path)}, { failOn: 'error', pages: 1 });
    const { hasAlpha } = await picture.metadata();
    const upright = picture.autoOrient().keepXmp();
    await (hasAlpha ? upright.png() : upright.jpeg({ quality: 95, chromaSubsampling: '4:4:4' })).toFile(${JSON.stringify(target)});
    console.log(hasAlpha ? 'png' : 'jpeg');`;
  const reads = [
    path,
    join(modules, 'sharp'),
    join(modules, '@img'),
    join(modules, 'detect-libc'),
    join(modules, 'semver'),
    '/etc/ssl',
  ];
  const { stdout } = await runProgram(process.execPath, ['--input-type=module', '-e', script], {
    ...LIMITS,
    folder,
    reads,
    ...(signal && { signal }),
  });
  return stdout.trim() === 'png'
    ? { path: target, extension: '.png', content_type: 'image/png' }
    : { path: target, extension: '.jpg', content_type: 'image/jpeg' };
}

/** By ffmpeg, where it knows how to put the tiles of such a picture together. */
async function convertHeic(tools: Tools, { path, folder, size, signal }: Asked): Promise<Converted> {
  const target = join(folder, 'converted.jpg');
  const options = signal ? { signal } : {};
  await runFfmpeg(
    tools,
    [
      ['-i', path],
      ['-frames:v', 1, '-q:v', 2, '-f', 'image2', '-update', 1, target],
    ],
    {
      ...LIMITS,
      ...options,
    },
  );
  const { video } = await probe(tools, target, options);
  // Some versions take the first tile for the whole.
  if (!size || !video || video.width * video.height !== size.width * size.height) {
    throw new SourceError('unreadable', 'only a part of the picture was decoded');
  }
  return { path: target, extension: '.jpg', content_type: 'image/jpeg' };
}
