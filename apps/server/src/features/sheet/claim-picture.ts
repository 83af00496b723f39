import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError } from '@mixreel/contract';
import { labelPicture, readPictureLabel } from '@mixreel/media';
import sharp, { type Metadata } from 'sharp';
import type { App } from '#context.ts';
import { addFile, claimContent } from '#features/file/add-file.ts';
import type { VlcFile } from '#features/file/file.queries.ts';
import { pictureFault } from '#features/generate/read-jpeg.ts';
import { isMachineMade } from '#features/label/ai-origin.ts';
import { requireFree } from '#features/label/withheld.ts';
import type { SheetFile } from './sheet.document.ts';

/** Nothing is drawn larger than the largest canvas. */
const SIDE_MOST = 4096;
const PIXELS_MOST = 120_000_000;
const BYTES_MOST = 100_000_000;

type Needs = Pick<App, 'db' | 'storage'>;
type Given = Pick<VlcFile, 'sha256' | 'file_name' | 'content_type'>;
type Who = { space_id: string; user_uid: string };

/**
 * A picture of the space as a file of its own for layers. What every browser and the server read alike is taken as it is; what
 * is turned by a note, has other colours, more bits or frames, or is too large becomes a plain copy.
 */
export async function claimPicture(
  app: Needs,
  { space_id, user_uid }: Who,
  file: Given,
): Promise<SheetFile & { file_name: string }> {
  const { db, storage } = app;
  const { sha256, file_name, content_type } = file;
  const naming = { space_id, created_by: user_uid };
  await requireFree(db, space_id, [sha256]);
  const { path, release } = await storage.open(sha256);
  try {
    const about = await sharp(path, { limitInputPixels: PIXELS_MOST }).metadata();
    // Read to its end, if only for a few pixels: half a file has a whole head.
    await sharp(path, { limitInputPixels: PIXELS_MOST, failOn: 'error', pages: 1 }).resize(8, 8).raw().toBuffer();
    const label = readPictureLabel(await readFile(path));
    const ai_origin = label !== undefined || (await isMachineMade(db, space_id, sha256));
    if (isPlain(about)) {
      const same = await claimContent(db, storage, { ...naming, file_name, content_type, sha256, seen_in: [space_id] });
      if (!same) throw new AppError('not_found', `「${file_name}」已被删除`);
      return { vlc_id: same.vlc_id, file_name, width: about.width, height: about.height, ai_origin };
    }
    const { data, info } = await plainCopy(path, about);
    const bytes = label ? labelPicture(data, label) : data;
    const ending = info.format === 'png' ? 'png' : 'jpg';
    const made = await addFile(db, storage, {
      ...naming,
      file_name: file_name.replace(/\.[^.]+$/, `.${ending}`),
      content_type: ending === 'png' ? 'image/png' : 'image/jpeg',
      shows: [sha256],
      source: Readable.from([bytes]),
      max_bytes: BYTES_MOST,
    });
    return { vlc_id: made.vlc_id, file_name: made.file_name, width: info.width, height: info.height, ai_origin };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('invalid', `「${file_name}」${pictureFault(error)}，请换一张`);
  } finally {
    await release();
  }
}

function isPlain({ format, space, depth, pages = 1, orientation = 1, hasProfile, width, height }: Metadata): boolean {
  return (
    ['jpeg', 'png', 'webp'].includes(format) &&
    (space === 'srgb' || space === 'b-w') &&
    depth === 'uchar' &&
    pages === 1 &&
    orientation === 1 &&
    !hasProfile &&
    Math.max(width, height) <= SIDE_MOST
  );
}

async function plainCopy(path: string, { hasAlpha }: Metadata) {
  const upright = sharp(path, { limitInputPixels: PIXELS_MOST, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(SIDE_MOST, SIDE_MOST, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  const written = hasAlpha ? upright.png() : upright.jpeg({ quality: 95, chromaSubsampling: '4:4:4' });
  return written.toBuffer({ resolveWithObject: true });
}
