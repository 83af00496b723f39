import { AppError } from '@mixreel/contract';
import sharp, { type Sharp } from 'sharp';
import type { App } from '#context.ts';
import { requireFile } from '#features/file/file.queries.ts';
import { requireFree } from '#features/label/withheld.ts';

const SIDE_MOST = 4096;
const PIXELS_MOST = 120_000_000;
const BYTES_MOST = 10_000_000;
const CLEAR_SIDE = 1600;
const QUALITIES = [92, 85, 75];

export type UprightPicture = { jpeg: Uint8Array; width: number; height: number };

/**
 * A picture of the space as everybody can read it: upright, plain colours, nothing transparent, one frame, and small
 * enough for services. What was a CMYK or 16-bit file is one no more.
 */
export async function readJpeg(
  app: Pick<App, 'db' | 'storage'>,
  space_id: string,
  vlc_id: string,
  signal: AbortSignal,
): Promise<UprightPicture> {
  return opened(app, space_id, vlc_id, signal, async (upright, file_name) => {
    const flat = upright.flatten({ background: '#fff' });
    for (const quality of QUALITIES) {
      signal.throwIfAborted();
      const { data, info } = await flat.clone().jpeg({ quality }).toBuffer({ resolveWithObject: true });
      if (data.length <= BYTES_MOST) return { jpeg: data, width: info.width, height: info.height };
    }
    throw new AppError('invalid', `「${file_name}」太大，压缩后仍超过 10 MB`);
  });
}

/** The same as PNG where parts of it are transparent: whoever cut something out has done the work of the models. */
export async function readClear(
  app: Pick<App, 'db' | 'storage'>,
  space_id: string,
  vlc_id: string,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  return opened(app, space_id, vlc_id, signal, async (upright) => {
    if (!(await upright.metadata()).hasAlpha) return null;
    const small = upright.clone().resize(CLEAR_SIDE, CLEAR_SIDE, { fit: 'inside', withoutEnlargement: true });
    const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
    const raw = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
    return (await raw.stats()).isOpaque ? null : raw.png({ compressionLevel: 3 }).toBuffer();
  });
}

async function opened<T>(
  { db, storage }: Pick<App, 'db' | 'storage'>,
  space_id: string,
  vlc_id: string,
  signal: AbortSignal,
  read: (upright: Sharp, file_name: string) => Promise<T>,
): Promise<T> {
  const { sha256, file_name } = await requireFile(db, space_id, vlc_id);
  await requireFree(db, space_id, [sha256]);
  const { path, release } = await storage.open(sha256);
  try {
    const options = { limitInputPixels: PIXELS_MOST, failOn: 'error' as const, pages: 1 };
    const upright = sharp(path, options)
      .autoOrient()
      .resize(SIDE_MOST, SIDE_MOST, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    return await read(upright, file_name);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError) throw error;
    throw new AppError('invalid', `「${file_name}」${pictureFault(error)}，请换一张`);
  } finally {
    await release();
  }
}

/** Why a picture was not read, in words. */
export function pictureFault(error: unknown): string {
  return /pixel limit/.test(String(error)) ? '太大，超过 1.2 亿像素' : '已损坏，打不开';
}
