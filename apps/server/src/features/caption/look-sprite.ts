import { setImmediate as breathe } from 'node:timers/promises';
import { applyLut, FILTERS, lookLut, type Lut } from '@mixreel/media';
import sharp from 'sharp';

/** Of one thumbnail. */
const WIDTH = 96;
const HEIGHT = 128;
const COLUMNS = 8;

/** The first thumbnail is the picture as it is. */
export const LOOK_SPRITE = {
  columns: COLUMNS,
  rows: Math.ceil((FILTERS.length + 1) / COLUMNS),
  width: WIDTH,
  height: HEIGHT,
};

let tables: Promise<(Lut | undefined)[]> | undefined;

/** A table takes some milliseconds, and there are dozens: they are made once, with room for others in between. */
function readTables(): Promise<(Lut | undefined)[]> {
  tables ??= (async () => {
    const made: (Lut | undefined)[] = [undefined];
    for (const { key, defaultStrength } of FILTERS) {
      made.push(lookLut({ filter: key, strength: defaultStrength }, 17));
      await breathe();
    }
    return made;
  })();
  return tables;
}

/** A picture with every filter laid over it, in one sheet of thumbnails. */
export async function renderLooks(picture: Buffer | null): Promise<Buffer> {
  const thumbnail = await sharp(picture ?? Buffer.from(SAMPLE), { failOn: 'none', limitInputPixels: 8192 * 8192 })
    .rotate()
    .resize(WIDTH, HEIGHT, { fit: 'cover', position: 'attention' })
    .flatten({ background: '#000000' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  const sheet = { width: WIDTH * COLUMNS, height: HEIGHT * LOOK_SPRITE.rows, channels: 3 as const };
  const pixels = Buffer.alloc(sheet.width * sheet.height * 3);
  for (const [n, table] of (await readTables()).entries()) {
    const look = table ? applyLut(table, thumbnail) : thumbnail;
    const [left, top] = [(n % COLUMNS) * WIDTH, Math.floor(n / COLUMNS) * HEIGHT];
    for (let y = 0; y < HEIGHT; y += 1) {
      pixels.set(look.subarray(y * WIDTH * 3, (y + 1) * WIDTH * 3), ((top + y) * sheet.width + left) * 3);
    }
    await breathe();
  }
  return sharp(pixels, { raw: sheet }).webp({ quality: 82 }).toBuffer();
}

/** Sky, skin, food, leaves, cloth and greys: what a filter changes shows at once. */
const SAMPLE = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH * 2}" height="${HEIGHT * 2}" viewBox="0 0 96 128">
  <defs>
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#5aa7e8"/><stop offset="1" stop-color="#f6e3c5"/></linearGradient>
    <linearGradient id="grey"><stop stop-color="#080808"/><stop offset="1" stop-color="#f4f4f4"/></linearGradient>
    <radialGradient id="skin"><stop stop-color="#f6cfb4"/><stop offset="1" stop-color="#c98c6b"/></radialGradient>
  </defs>
  <rect width="96" height="128" fill="url(#sky)"/>
  <path d="M0 78 Q24 60 48 74 T96 66 V128 H0z" fill="#4f8f45"/>
  <path d="M0 92 Q30 80 60 90 T96 84 V128 H0z" fill="#2f6b3a"/>
  <path d="M28 112 Q48 70 68 112z" fill="#c8372f"/>
  <circle cx="48" cy="58" r="16" fill="url(#skin)"/>
  <path d="M31 56 Q48 30 65 56 Q48 46 31 56z" fill="#3a2a22"/>
  <circle cx="80" cy="100" r="9" fill="#f08a24"/>
  <circle cx="14" cy="102" r="8" fill="#f3cf3f"/>
  <rect y="118" width="96" height="10" fill="url(#grey)"/>
</svg>`;
