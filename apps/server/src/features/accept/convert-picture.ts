import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { AppError, type MediaKind } from '@mixreel/contract';
import { FfmpegError, runProgram } from '@mixreel/media';

/** Pictures that are kept as they come; everything else becomes one of these. */
const KEPT = new Set(['image/png', 'image/jpeg']);

/** By what it is and not by its bytes alone: a GIF that moves is a film. */
export function wantsConversion({ kind, content_type }: { kind: MediaKind; content_type: string }): boolean {
  return kind === 'image' && !KEPT.has(content_type);
}

export type Converted = { path: string; extension: '.jpg' | '.png'; content_type: string };

type Asked = { path: string; folder: string; content_type: string; signal?: AbortSignal };

/**
 * A picture as PNG (if parts of it may be transparent) or JPEG, which browsers, editors and every ffmpeg can read; upright, with
 * its label of AI. Written in a confined process: it comes from a stranger.
 */
export async function convertPicture(asked: Asked): Promise<Converted> {
  const { content_type, signal } = asked;
  try {
    return await convert(asked, content_type === 'image/heic' ? OPEN_HEIC : OPEN);
  } catch (error) {
    if (signal?.aborted || !(error instanceof FfmpegError)) throw error;
    throw new AppError('wrong_type', '图片已损坏，打不开；请转成 JPG 或 PNG 后上传');
  }
}

const LIMITS = { timeLimitSeconds: 60, memoryLimitBytes: 1.5 * 2 ** 30 };
const require = createRequire(import.meta.url);

/** A drawing can hold references and loops, and some begin like another picture: only what we take is read. */
const ONLY_PICTURES = `
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: ['VipsForeignLoadHeif', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'] });`;

const OPEN = `const picture = sharp(source, { failOn: 'error', pages: 1 }).autoOrient().keepXmp();`;

/**
 * sharp's build has no HEVC; libheif as WebAssembly has, and puts the tiles of phones together, upright. It gives pixels
 * alone; the label of AI stands in the file as plain text.
 */
const OPEN_HEIC = `
  const { HeifDecoder } = require(libheif);
  const bytes = readFileSync(source);
  const [first] = new HeifDecoder().decode(bytes);
  if (!first) throw new Error('no picture inside');
  const [width, height] = [first.get_width(), first.get_height()];
  const raw = await new Promise((done, fail) => {
    const room = { data: new Uint8ClampedArray(width * height * 4), width, height };
    first.display(room, (shown) => (shown ? done(shown.data) : fail(new Error('broken'))));
  });
  const end = '</x:xmpmeta>';
  const [from, to] = [bytes.indexOf('<x:xmpmeta'), bytes.indexOf(end)];
  const pixels = sharp(raw, { raw: { width, height, channels: 4 } });
  const picture = from >= 0 && to > from ? pixels.withXmp(bytes.toString('utf8', from, to + end.length)) : pixels;`;

async function convert({ path, folder, signal }: Asked, open: string): Promise<Converted> {
  const [entry, libheif] = [require.resolve('sharp'), require.resolve('libheif-js/wasm-bundle')];
  const modules = dirname(dirname(dirname(entry)));
  const target = join(folder, 'converted');
  const script = `
    import { readFileSync } from 'node:fs';
    import { createRequire } from 'node:module';
    const [source, libheif] = ${JSON.stringify([path, libheif])};
    const require = createRequire(${JSON.stringify(entry)});
    const sharp = require(${JSON.stringify(entry)});
    ${ONLY_PICTURES}
    ${open}
    const { isOpaque } = await picture.stats();
    await (isOpaque ? picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }) : picture.png()).toFile(${JSON.stringify(target)});
    console.log(isOpaque ? 'jpeg' : 'png');`;
  const reads = [
    path,
    dirname(libheif),
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
