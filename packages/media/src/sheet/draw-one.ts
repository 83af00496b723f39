import { type Cube, drawSheet, type Kit, type Picture, type Sheet, type Surface } from '@mixreel/sheet';
import { type Canvas, createCanvas, ImageData, Path2D } from '@napi-rs/canvas';
import sharp, { type Sharp } from 'sharp';
import type { FontId } from '#captions/fonts.ts';
import type { SheetPixels } from '#sheet/contrast.ts';
import { letterBook } from '#sheet/letter-book.ts';
import { lookCube } from '#sheet/look-cube.ts';

export type SheetFormat = 'png' | 'jpg' | 'webp';

/** A picture by its source: its path or its bytes. What has none is left out. */
export type PictureFiles = Record<string, string | Uint8Array>;

/** One picture to draw: its layers, and where the pictures in them lie. */
export type SheetWork = {
  sheet: Sheet;
  pictures: PictureFiles;
  scale: number;
  format: SheetFormat;
  /** Words about the picture that go into it, as XMP. */
  xmp: string | null;
};

const PIXELS_MOST = 120_000_000;
/** A canvas has no more to a side, and nothing is drawn larger. */
const SIDE_MOST = 8192;

export async function drawOne({ sheet, pictures, scale, format, xmp }: SheetWork): Promise<Uint8Array> {
  const { data, width, height } = drawPixels(sheet, await readPictures([sheet], pictures), scale);
  const drawn = sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: PIXELS_MOST });
  const named = xmp ? drawn.withXmp(xmp) : drawn;
  return encode(named, format);
}

/** The pictures that sheets show, each read once. */
export async function readPictures(sheets: readonly Sheet[], pictures: PictureFiles): Promise<Map<string, Picture>> {
  const read = new Map<string, Picture>();
  for (const { picture } of sheets.flatMap(({ layers }) => layers)) {
    const file = picture && pictures[picture.source];
    if (file && !read.has(picture.source)) read.set(picture.source, await readPicture(file));
  }
  return read;
}

export function drawPixels(sheet: Sheet, read: Map<string, Picture>, scale = 1): SheetPixels {
  const width = Math.max(1, Math.round(sheet.width * scale));
  const height = Math.max(1, Math.round(sheet.height * scale));
  const canvas = createCanvas(width, height);
  drawSheet(contextOf(canvas), kitOf(read), sheet, scale);
  return { data: canvas.data(), width, height };
}

/** What a canvas of the server has in common with one of a page, which is all that is used. */
function contextOf(canvas: Canvas): OffscreenCanvasRenderingContext2D {
  return canvas.getContext('2d') as unknown as OffscreenCanvasRenderingContext2D;
}

function kitOf(read: Map<string, Picture>): Kit {
  const cubes = new Map<string, Cube | null>();
  return {
    surface: (width, height) => createCanvas(width, height) as unknown as Surface,
    path: (commands) => new Path2D(commands),
    picture: (source) => read.get(source) ?? null,
    book: (font_id) => letterBook(font_id as FontId),
    look(look_id) {
      const known = cubes.get(look_id);
      if (known !== undefined) return known;
      const made = lookCube(look_id);
      cubes.set(look_id, made);
      return made;
    },
  };
}

/** Upright, in plain colours, one frame. */
async function readPicture(file: string | Uint8Array): Promise<Picture> {
  const { data, info } = await sharp(file, { limitInputPixels: PIXELS_MOST, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(SIDE_MOST, SIDE_MOST, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const canvas = createCanvas(info.width, info.height);
  const pixels = new ImageData(
    new Uint8ClampedArray(data.buffer, data.byteOffset, data.length),
    info.width,
    info.height,
  );
  canvas.getContext('2d').putImageData(pixels, 0, 0);
  return { image: canvas as unknown as CanvasImageSource, width: info.width, height: info.height };
}

export function encode(drawn: Sharp, format: SheetFormat): Promise<Uint8Array> {
  if (format === 'png') return drawn.png({ compressionLevel: 6 }).toBuffer();
  if (format === 'webp') return drawn.webp({ quality: 92 }).toBuffer();
  // Letters have sharp red and blue edges: colour is kept in full.
  return drawn.flatten({ background: '#fff' }).jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer();
}
