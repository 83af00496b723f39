import { AppError } from '@mixreel/contract';
import sharp from 'sharp';
import type { App } from '#context.ts';
import { requireFile } from '#features/file/file.queries.ts';

const SIDE_MOST = 4096;
const PIXELS_MOST = 120_000_000;
const BYTES_MOST = 10_000_000;
const QUALITIES = [92, 85, 75];

export type UprightPicture = { jpeg: Uint8Array; width: number; height: number };

/**
 * A picture of the space as everybody can read it: upright, plain colours, nothing transparent, one frame, and small
 * enough for services. What was a CMYK or 16-bit file is one no more.
 */
export async function readJpeg(
  { db, storage }: Pick<App, 'db' | 'storage'>,
  space_id: string,
  vlc_id: string,
  signal: AbortSignal,
): Promise<UprightPicture> {
  const { sha256, file_name } = await requireFile(db, space_id, vlc_id);
  const { path, release } = await storage.open(sha256);
  try {
    const options = { limitInputPixels: PIXELS_MOST, failOn: 'error' as const, pages: 1 };
    const upright = sharp(path, options)
      .autoOrient()
      .flatten({ background: '#fff' })
      .resize(SIDE_MOST, SIDE_MOST, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    for (const quality of QUALITIES) {
      signal.throwIfAborted();
      const { data, info } = await upright.clone().jpeg({ quality }).toBuffer({ resolveWithObject: true });
      if (data.length <= BYTES_MOST) return { jpeg: data, width: info.width, height: info.height };
    }
    throw new AppError('invalid', `「${file_name}」太大，压缩后仍超过 10 MB`);
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
