import { type PageInput, pageInfo, type SharedItem } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Db } from '#db/connect.ts';
import { and, eq, inArray } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { signShareFile } from './share-link.ts';
import type { ShareRow } from './share.queries.ts';
import type { Placed, SharedPage } from './shared-things.ts';

/** A page of what a link shows, with links that end with it. */
export async function readItems(
  app: Pick<App, 'secret'>,
  row: ShareRow,
  { things, total, dirs, path }: SharedPage,
  page: PageInput,
) {
  const items = things.map((thing): SharedItem => {
    const { cover_vlc_id, sprite_vlc_id, sprite, source_vlc_id, small_vlc_id, name } = thing;
    const linkTo = (vlc_id: string | null, file_name: string) =>
      vlc_id && signShareFile(app, row, { item_id: thing.item_id, vlc_id, file_name }).url;
    const sprite_url = linkTo(sprite_vlc_id, 'sprite.jpg');
    const isWhole = row.quality === 'source';
    const { item_id, material_type, duration, width, height, bytes, ai_origin } = thing;
    return {
      item_id,
      name,
      material_type,
      duration,
      width,
      height,
      ai_origin,
      bytes: isWhole ? bytes : null,
      cover_url: linkTo(cover_vlc_id, 'cover.jpg'),
      // A finished video that is given away anyway needs no small copy.
      preview_url: linkTo(small_vlc_id ?? (isWhole && thing.kind === 'artwork' ? source_vlc_id : null), name),
      sprite: sprite && sprite_url ? { ...sprite, url: sprite_url } : null,
    };
  });
  return { items, page_info: pageInfo(page, total), dirs, path };
}

export type SharedFile = {
  item_id: string;
  position: number;
  folder: string;
  name: string;
  vlc_id: string;
  sha256: string;
  bytes: number;
  content_type: string;
  is_free: boolean;
  created_at: string;
};

/** The files of these things that a visitor may take, in the quality of the link. */
export async function readFiles(db: Db, { quality, space_id }: ShareRow, things: Placed[]): Promise<SharedFile[]> {
  const fileOf = (thing: Placed) => (quality === 'source' ? thing.source_vlc_id : thing.small_vlc_id);
  const vlc_ids = things.flatMap((thing) => fileOf(thing) ?? []);
  const files = vlc_ids.length
    ? await db
        .select()
        .from(vlc_file)
        .where(and(inArray(vlc_file.vlc_id, vlc_ids), eq(vlc_file.space_id, space_id)))
    : [];
  const byId = new Map(files.map((file) => [file.vlc_id, file]));
  return things.flatMap((thing) => {
    const file = byId.get(fileOf(thing) ?? '');
    if (!file) return [];
    const { file_name, ...kept } = file;
    const { item_id, position, folder } = thing;
    return { ...kept, item_id, position, folder, name: nameLike(thing.name, file_name) };
  });
}

/** The material's name with the ending that its file really has. */
function nameLike(material_name: string, file_name: string): string {
  const ending = /\.[a-z0-9]{1,5}$/i.exec(file_name)?.[0] ?? '';
  return material_name.toLowerCase().endsWith(ending.toLowerCase())
    ? material_name
    : `${material_name.replace(/\.[a-z0-9]{2,5}$/i, '')}${ending}`;
}
