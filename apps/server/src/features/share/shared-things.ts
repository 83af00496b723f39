import { AppError, DIR_NOUNS, type DirKind, type SharedDir, type Sprite } from '@mixreel/contract';
import type { Db } from '#db/connect.ts';
import { type SQL, and, asc, eq, inArray, isNull, sql } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { ancestorsOf, type DirRow, readDirRows, subtreeOf } from '#features/dir/dir.queries.ts';
import { dir } from '#features/dir/dir.tables.ts';
import { material } from '#features/material/material.tables.ts';
import type { ShareRow } from './share.queries.ts';
import { share_item } from './share.tables.ts';

/** A material or a finished video behind a link. */
export type Thing = {
  item_id: string;
  kind: DirKind;
  name: string;
  material_type: 'video' | 'image' | 'audio' | 'ai_image';
  dir_id: string | null;
  duration: number | null;
  width: number | null;
  height: number | null;
  bytes: number | null;
  ai_origin: boolean;
  source_vlc_id: string | null;
  /** What is shown without giving the original away; null until it was made. */
  small_vlc_id: string | null;
  cover_vlc_id: string | null;
  sprite_vlc_id: string | null;
  sprite: Omit<Sprite, 'url'> | null;
};

/** So many leave in one archive. */
export const FILES_MAX = 2000;

type Page = { limit: number; offset: number };
const ALL: Page = { limit: FILES_MAX + 1, offset: 0 };

async function readMaterials(db: Db, where: SQL | undefined, { limit, offset }: Page): Promise<Thing[]> {
  const rows = await db
    .select()
    .from(material)
    .where(and(where, isNull(material.deleted_at)))
    .orderBy(asc(material.material_name), asc(material.material_id))
    .limit(limit)
    .offset(offset);
  return rows.map((m) => ({
    item_id: m.material_id,
    kind: 'material',
    name: m.material_name,
    material_type: m.material_type,
    dir_id: m.dir_id,
    duration: m.duration,
    width: m.width,
    height: m.height,
    bytes: m.bytes,
    ai_origin: m.ai_origin,
    source_vlc_id: m.vlc_id,
    // The small copy, the cover of a picture. A sound is its own.
    small_vlc_id:
      m.material_type === 'audio'
        ? m.vlc_id
        : (m.preview_vlc_id ?? (m.material_type === 'video' ? null : m.cover_vlc_id)),
    cover_vlc_id: m.cover_vlc_id,
    sprite_vlc_id: m.sprite_vlc_id,
    sprite: m.sprite,
  }));
}

async function readArtworks(db: Db, where: SQL | undefined, { limit, offset }: Page): Promise<Thing[]> {
  const rows = await db
    .select()
    .from(artwork)
    .where(and(where, isNull(artwork.deleted_at)))
    .orderBy(asc(artwork.artwork_name), asc(artwork.artwork_id))
    .limit(limit)
    .offset(offset);
  return rows.map((one) => ({
    item_id: one.artwork_id,
    kind: 'artwork',
    name: one.artwork_name,
    material_type: 'video',
    dir_id: one.dir_id,
    duration: one.duration,
    width: one.width,
    height: one.height,
    bytes: one.bytes,
    ai_origin: one.ai_origin,
    source_vlc_id: one.vlc_id,
    small_vlc_id: one.preview_vlc_id,
    cover_vlc_id: one.cover_vlc_id,
    sprite_vlc_id: null,
    sprite: null,
  }));
}

/** What was chosen when the link was made, in that order; what was deleted since is left out. */
async function readChosen(db: Db, record_uuid: string): Promise<(Thing & { position: number })[]> {
  const items = await db
    .select()
    .from(share_item)
    .where(eq(share_item.record_uuid, record_uuid))
    .orderBy(asc(share_item.position));
  const ids = (of: 'material_id' | 'artwork_id') => items.flatMap((item) => item[of] ?? []);
  const [materials, artworks] = [ids('material_id'), ids('artwork_id')];
  const found = [
    ...(materials.length > 0 ? await readMaterials(db, inArray(material.material_id, materials), ALL) : []),
    ...(artworks.length > 0 ? await readArtworks(db, inArray(artwork.artwork_id, artworks), ALL) : []),
  ];
  const byId = new Map(found.map((thing) => [thing.item_id, thing]));
  return items.flatMap(({ material_id, artwork_id, position }) => {
    const thing = byId.get(material_id ?? artwork_id ?? '');
    return thing ? { ...thing, position } : [];
  });
}

type Inside = { root: DirRow; at: DirRow; rows: Map<string, DirRow> };

/** The directory of a link, and the one below it that is looked at. */
async function requireInside(db: Db, root_id: string, dir_id: string | undefined): Promise<Inside> {
  const [root] = await db
    .select()
    .from(dir)
    .where(and(eq(dir.dir_id, root_id), isNull(dir.deleted_at)));
  if (!root) throw new AppError('not_found', '分享的内容已被删除，请联系分享人');
  const all = await readDirRows(db, root.project_id, root.kind);
  const below = new Set(subtreeOf(all, root_id, ({ deleted_at, rule }) => deleted_at === null && rule === null));
  const rows = new Map([...all].filter(([id]) => below.has(id)));
  const at = rows.get(dir_id ?? root_id);
  if (!at) throw new AppError('not_found', `${DIR_NOUNS[root.kind]}不存在或已被删除，请返回上一层`);
  return { root, at, rows };
}

function within({ kind }: DirRow, dir_ids: string[]): SQL {
  return inArray(kind === 'material' ? material.dir_id : artwork.dir_id, dir_ids);
}

async function readIn(db: Db, of: DirRow, dir_ids: string[], page: Page): Promise<Thing[]> {
  return (of.kind === 'material' ? readMaterials : readArtworks)(db, within(of, dir_ids), page);
}

/** How many lie in each of these directories. */
async function countIn(db: Db, of: DirRow, dir_ids: string[]): Promise<Map<string, number>> {
  const from = of.kind === 'material' ? material : artwork;
  const rows = await db
    .select({ dir_id: from.dir_id, count: sql<number>`count(*)::int` })
    .from(from)
    .where(and(within(of, dir_ids), isNull(from.deleted_at)))
    .groupBy(from.dir_id);
  return new Map(rows.map(({ dir_id, count }) => [dir_id ?? '', count]));
}

export type SharedPage = {
  things: Thing[];
  total: number;
  dirs: SharedDir[];
  path: Pick<SharedDir, 'dir_id' | 'dir_name'>[];
};

/** A page of what a link shows: all that was chosen, or what lies in one directory, with those below it. */
export async function readPage(
  db: Db,
  { record_uuid, dir_id: root_id }: ShareRow,
  dir_id: string | undefined,
  page: Page,
): Promise<SharedPage> {
  if (!root_id) {
    const things = await readChosen(db, record_uuid);
    const shown = things.slice(page.offset, page.offset + page.limit);
    return { things: shown, total: things.length, dirs: [], path: [] };
  }
  const inside = await requireInside(db, root_id, dir_id);
  const { at, rows } = inside;
  const [things, counts] = await Promise.all([
    readIn(db, at, [at.dir_id], page),
    countIn(db, at, subtreeOf(rows, at.dir_id)),
  ]);
  const children = [...rows.values()].filter(({ parent_id, dir_id: id }) => parent_id === at.dir_id && id !== root_id);
  const dirs = children
    .map(({ dir_id: id, dir_name }) => {
      const item_count = subtreeOf(rows, id).reduce((sum, one) => sum + (counts.get(one) ?? 0), 0);
      return { dir_id: id, dir_name, item_count };
    })
    .toSorted((a, b) => a.dir_name.localeCompare(b.dir_name, 'zh-CN', { numeric: true }));
  return { things, total: counts.get(at.dir_id) ?? 0, dirs, path: pathOf(inside) };
}

/** From the directory of the link down to the one that is looked at. */
function pathOf({ at, rows }: Inside): SharedPage['path'] {
  return [at, ...ancestorsOf(rows, at.dir_id)].toReversed().map(({ dir_id, dir_name }) => ({ dir_id, dir_name }));
}

/** What of a link is meant: places in what was chosen, things by their ids, or a directory with all below it. */
export type Part = { positions: number[] } | { item_ids: string[] } | { dir_id: string } | null;

export type Placed = Thing & { position: number; folder: string };

/** All things of a part of a link, with the folders that they lie in. More than fit in an archive are refused. */
export async function readThings(db: Db, { record_uuid, dir_id: root_id }: ShareRow, part: Part): Promise<Placed[]> {
  const isMeant = ({ item_id }: Thing, position: number) => {
    if (part && 'positions' in part) return part.positions.includes(position);
    return part && 'item_ids' in part ? part.item_ids.includes(item_id) : true;
  };
  if (!root_id) {
    const things = await readChosen(db, record_uuid);
    return things.map((thing) => ({ ...thing, folder: '' })).filter((thing) => isMeant(thing, thing.position));
  }
  const { at, rows } = await requireInside(db, root_id, part && 'dir_id' in part ? part.dir_id : undefined);
  const things = await readIn(db, at, subtreeOf(rows, at.dir_id), ALL);
  if (things.length > FILES_MAX) {
    throw new AppError('too_large', `里面超过 ${FILES_MAX} 个文件，请进到下一层分开下载`);
  }
  return things
    .map((thing, position) => ({ ...thing, position, folder: folderOf(rows, at, thing.dir_id) }))
    .filter((thing) => isMeant(thing, thing.position));
}

/** Throws unless a thing is behind the link now: chosen, in its directory or below it, or on its board; and not deleted. */
export async function requireShared(db: Db, row: ShareRow, item_id: string): Promise<void> {
  const { record_uuid, dir_id: root_id, story_board_id, space_id } = row;
  const isOnBoard = sql`exists (
    select 1 from shooting_script r join story_board b on b.story_board_id = r.story_board_id and b.deleted_at is null
    where r.story_board_id = ${story_board_id} and r.reference ->> 'material_id' = ${item_id})`;
  const isIn = story_board_id
    ? isOnBoard
    : root_id
      ? sql`exists (
        with recursive up as (
          select d.dir_id, d.parent_id from dir d where d.dir_id = thing.dir_id and d.deleted_at is null
          union all
          select d.dir_id, d.parent_id from dir d join up on d.dir_id = up.parent_id where d.deleted_at is null)
        select 1 from up where up.dir_id = ${root_id})`
      : sql`exists (
        select 1 from share_item i where i.record_uuid = ${record_uuid} and ${item_id} in (i.material_id, i.artwork_id))`;
  const { rows } = await db.execute<{ reason: string | null }>(sql`
    select (select min(w.reason) from withheld_content w join vlc_file f on f.sha256 = w.sha256
      where w.space_id = thing.space_id and f.vlc_id = thing.vlc_id) as reason from (
      select space_id, dir_id, vlc_id from material where material_id = ${item_id} and deleted_at is null
      union all
      select space_id, dir_id, vlc_id from artwork where artwork_id = ${item_id} and deleted_at is null) thing
    where thing.space_id = ${space_id} and ${isIn}`);
  // Of what may not leave, its cover and its small copy may not either.
  const reason = rows[0]?.reason;
  if (reason) throw new AppError('forbidden', reason);
  if (rows.length === 0) throw new AppError('not_found', '这个文件已不在分享里，请回到分享页刷新');
}

/** The names of the directories between the one that is taken and the thing. */
function folderOf(rows: Map<string, DirRow>, at: DirRow, dir_id: string | null): string {
  const row = rows.get(dir_id ?? '');
  if (!row || row === at) return '';
  const above = ancestorsOf(rows, row.dir_id);
  const names = [row, ...above.slice(0, above.indexOf(at))].map(({ dir_name }) => dir_name);
  return names.toReversed().join('/');
}

/** How many things a link holds, in all its directories. */
export async function countThings(db: Db, row: ShareRow): Promise<number> {
  if (!row.dir_id) return (await readChosen(db, row.record_uuid)).length;
  const { root, rows } = await requireInside(db, row.dir_id, undefined);
  const counts = await countIn(db, root, [...rows.keys()]);
  return counts.values().reduce((sum, count) => sum + count, 0);
}
