import type { StoryRow } from '@mixreel/contract';
import sharp from 'sharp';
import type { App } from '#context.ts';
import { and, eq, inArray } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import type { Moment } from '../story.queries.ts';
import type { SheetPicture } from './sheet.ts';

/** As sharp as print wants it at the size it is shown, some 15 kB each. */
const SIDE_PIXELS = 320;
const QUALITY = 74;
const AT_ONCE = 4;

/** The pictures that the board shows beside its rows, made small. They are covers, which were drawn here. */
export async function gatherPictures(
  { db, storage }: Pick<App, 'db' | 'storage'>,
  space_id: string,
  rows: readonly StoryRow[],
  all: readonly Moment[],
): Promise<(SheetPicture | null)[]> {
  const moments = all.filter(({ is_gone }) => !is_gone);
  const vlc_ids = [...new Set(moments.flatMap(({ vlc_id }) => vlc_id ?? []))];
  const files = vlc_ids.length
    ? await db
        .select({ vlc_id: vlc_file.vlc_id, sha256: vlc_file.sha256 })
        .from(vlc_file)
        .where(and(inArray(vlc_file.vlc_id, vlc_ids), eq(vlc_file.space_id, space_id)))
    : [];
  const small = new Map<string, Small>();
  const rest = files[Symbol.iterator]();
  const work = async () => {
    for (const { vlc_id, sha256 } of rest) small.set(vlc_id, await shrink(storage, sha256));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return rows.map(({ reference }) => {
    const moment = moments.find(
      (one) => one.material_id === reference?.material_id && one.start_ms === reference.start_ms,
    );
    const picture = small.get(moment?.vlc_id ?? '');
    if (!moment || !picture) return null;
    return { ...picture, alt: moment.material_name, note: moment.ai_origin ? 'AI 生成' : '' };
  });
}

type Small = Pick<SheetPicture, 'jpeg' | 'width' | 'height'>;

export async function shrink(storage: Pick<App['storage'], 'open'>, sha256: string): Promise<Small> {
  const { path, release } = await storage.open(sha256);
  try {
    const { data, info } = await sharp(path)
      .resize(SIDE_PIXELS, SIDE_PIXELS, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height };
  } finally {
    await release();
  }
}
